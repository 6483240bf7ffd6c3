import { Button } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { read, useWrite } from "../../calls.ts";
import { useToast } from "../../ui/toast.tsx";
import type { Webhook } from "./health-text.ts";
import { POLL_MS } from "./read.ts";
import { REFRESHED } from "./turn-on-dialog.tsx";

// As many as the service takes at once.
const MAX_RESENT = 100;

/**
 * For a receiver that works again: sends at once what would wait for its next try. If the first of it is accepted, everything else follows.
 * Only messages that were tried are asked for: each is the first of its record, so the order stays.
 */
export function TryNow({ webhook: { id, name } }: { webhook: Webhook }) {
  const toast = useToast();
  const { data } = useQuery({
    ...read("webhooks.listDeliveries", { webhook: id, state: "retrying", limit: MAX_RESENT }),
    staleTime: 0,
    refetchInterval: POLL_MS,
  });
  const resend = useWrite("webhooks.resendDeliveries", {
    refresh: REFRESHED,
    onDone: () => toast({ text: `Retrying “${name}”.` }),
  });
  const events = data?.items.map(({ event }) => event) ?? [];
  return (
    <Button
      size="sm"
      variant="filled"
      leftSection={<IconRefresh size={16} stroke={1.75} />}
      loading={resend.isPending}
      disabled={events.length === 0}
      onClick={() => resend.mutate({ id, events })}
    >
      Try now
    </Button>
  );
}
