import * as members from "@kith/server/features/members/operations";
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { ApiError } from "../../api.ts";
import { useWrite } from "../../calls.ts";
import { GateFields, GatePage } from "../../layout/gate.tsx";
import { Notice } from "../../ui/states.tsx";
import { useLinkToken } from "../passwords/index.ts";

/** The link of the verification mail leads here. A button, because mail scanners open links too. */
export function VerifyPage() {
  const token = useLinkToken();
  const verify = useWrite("members.verifyEmail", { showsError: false });
  const isWhole = members.verifyEmail.input.safeParse({ token }).success;
  // A link that was used or is too old stays so: there is nothing to try again.
  const isRefused = verify.error instanceof ApiError && verify.error.code === "link_not_valid";
  return (
    <GatePage title="Verify your address" lead="It shows that emails reach you." aside={<Link to="/">Go to Kith</Link>}>
      <GateFields>
        {!isWhole && <Notice tone="bad">This link is not complete. Open it again from the email, or ask for a new one.</Notice>}
        {verify.error && <Notice tone="bad">{verify.error.message}</Notice>}
        {verify.data && <Notice tone="good">{verify.data.email} is verified.</Notice>}
        {!verify.data && !isRefused && (
          <Button
            variant="filled"
            size="md"
            fullWidth
            autoFocus
            disabled={!isWhole}
            loading={verify.isPending}
            onClick={() => verify.mutate({ token })}
          >
            Verify
          </Button>
        )}
      </GateFields>
    </GatePage>
  );
}
