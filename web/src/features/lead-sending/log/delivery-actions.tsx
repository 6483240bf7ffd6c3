import { Button, TextInput } from "@mantine/core";
import { IconArrowBackUp, IconRefresh, IconRoute } from "@tabler/icons-react";
import { useState } from "react";
import type { OperationName } from "@kith/server/contract";
import { useWrite } from "../../../calls.ts";
import { Dialog, DialogBody, DialogFoot } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/states.tsx";
import { useToast } from "../../../ui/toast.tsx";
import type { Delivery } from "../read.ts";
import classes from "./delivery.module.css";

const REFRESHED: OperationName[] = [
  "leadSending.getDelivery",
  "leadSending.listDeliveries",
  "leadSending.listDecisions",
  "leadSending.listLog",
];

/** What an Admin can do with one sending: the same again where nobody knows, take it back, or let the rules decide once more. */
export function DeliveryActions({ delivery }: { delivery: Delivery }) {
  const { id, state, lead, is_test: isTest, destination } = delivery;
  const toast = useToast();
  const [isReturning, setReturning] = useState(false);
  const resend = useWrite("leadSending.resendDelivery", {
    refresh: REFRESHED,
    onDone: () => toast({ text: `Sent to ${destination.name} again, with the same key.` }),
  });
  const canResend = state === "unknown" || state === "timeout";
  const canReturn = state === "accepted" && !isTest;
  return (
    <div className={classes.actions}>
      {canResend && (
        <Button
          size="sm"
          leftSection={<IconRefresh size={16} stroke={1.75} />}
          loading={resend.isPending}
          onClick={() => resend.mutate({ id })}
        >
          Send again with the same key
        </Button>
      )}
      {canReturn && (
        <Button size="sm" leftSection={<IconArrowBackUp size={16} stroke={1.75} />} onClick={() => setReturning(true)}>
          Take back
        </Button>
      )}
      {lead && state !== "reserved" && state !== "sending" && <RouteAgain lead={lead} />}
      {isReturning && <ReturnDialog delivery={delivery} onClose={() => setReturning(false)} />}
    </div>
  );
}

export function RouteAgain({ lead }: { lead: { id: string; name: string } }) {
  const toast = useToast();
  const route = useWrite("leadSending.routeAgain", {
    refresh: REFRESHED,
    onDone: () => toast({ text: `The rules decided about “${lead.name}” once more.` }),
  });
  return (
    <Button
      size="sm"
      leftSection={<IconRoute size={16} stroke={1.75} />}
      loading={route.isPending}
      onClick={() => route.mutate({ id: lead.id })}
    >
      Route again
    </Button>
  );
}

function ReturnDialog({ delivery: { id, destination, lead }, onClose }: { delivery: Delivery; onClose: () => void }) {
  const toast = useToast();
  const [reason, setReason] = useState("");
  const write = useWrite("leadSending.returnLead", {
    showsError: false,
    refresh: REFRESHED,
    onDone: () => {
      toast({ text: `“${lead?.name ?? "The lead"}” taken back. It goes on by the rules.` });
      onClose();
    },
  });
  return (
    <Dialog title={`Take the lead back from “${destination.name}”?`} opened onClose={onClose} width={400}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          write.mutate({ id, reason });
        }}
      >
        <DialogBody>
          {write.error && <Notice tone="bad">{write.error.message}</Notice>}
          <TextInput
            label="Reason"
            placeholder="Wrong number"
            description="It goes on by the rules, and the cap is given back."
            inputWrapperOrder={["label", "input", "error", "description"]}
            autoComplete="off"
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            data-autofocus
          />
        </DialogBody>
        <DialogFoot>
          <Button size="sm" onClick={onClose}>
            Cancel
          </Button>
          <Button size="sm" variant="filled" type="submit" loading={write.isPending} disabled={reason.trim() === ""}>
            Take back
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
