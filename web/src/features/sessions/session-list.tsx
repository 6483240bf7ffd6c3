import type { OutputOf } from "@kith/server/contract";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { read, useWrite } from "../../calls.ts";
import { RelativeTime } from "../../ui/clock.tsx";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Section } from "../../ui/page.tsx";
import { StatePill } from "../../ui/state-pill.tsx";
import { useToast } from "../../ui/toast.tsx";
import { browserText } from "../../ui/client-text.ts";

type Session = OutputOf<"sessions.list">["items"][number];

const columns: Column<Session>[] = [
  { title: "Browser", cell: (session) => <Browser session={session} />, isName: true },
  { title: "Address", width: 160, cell: (session) => <span className="k-mono">{session.ip ?? "unknown"}</span> },
  { title: "Signed in", width: 130, cell: (session) => <RelativeTime at={session.created_at} /> },
  { title: "Last seen", width: 130, cell: (session) => <RelativeTime at={session.last_seen_at} /> },
];

export function SessionList() {
  const query = useQuery(read("sessions.list", {}));
  return (
    <Section title="Where you are signed in" lead="End a session you do not know, then change your password.">
      <Loaded query={query} what="Your sessions">
        {({ items }) => (
          <DataTable
            label="Sessions"
            rows={items}
            rowId={(session) => session.id}
            rowName={(session) => browserText(session.client)}
            columns={columns}
            phone={(session) => ({
              title: <Browser session={session} />,
              side: <RelativeTime at={session.last_seen_at} />,
              detail: <span className="k-mono">{session.ip ?? "unknown"}</span>,
            })}
            more={(session) => <EndSession session={session} />}
            moreWidth={72}
          />
        )}
      </Loaded>
    </Section>
  );
}

function Browser({ session }: { session: Session }) {
  return (
    <span style={{ display: "flex", alignItems: "center", gap: 8 }}>
      {browserText(session.client)}
      {session.is_current && <StatePill tone="good">this browser</StatePill>}
      {session.link_by && <StatePill tone="bad">{`by a link from ${session.link_by}`}</StatePill>}
    </span>
  );
}

function EndSession({ session }: { session: Session }) {
  const toast = useToast();
  const end = useWrite("sessions.revoke", { refresh: ["sessions.list"], onDone: () => toast({ text: "Session ended." }) });
  if (session.is_current) return null;
  return (
    <Button
      variant="subtle"
      loading={end.isPending}
      onClick={() => end.mutate({ id: session.id })}
      aria-label={`End ${browserText(session.client)}`}
    >
      End
    </Button>
  );
}
