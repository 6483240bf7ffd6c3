import { useRows } from "../../calls.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { RelativeTime } from "../../ui/clock.tsx";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { LoadMore } from "../../ui/buttons.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Section } from "../../ui/page.tsx";
import { StatePill } from "../../ui/state-pill.tsx";
import { roleLabels, useIsAdmin, useMe } from "../../session.ts";
import type { Member } from "./people.ts";
import { MemberMenu } from "./member-menu.tsx";
import { RoleSelect } from "./role-select.tsx";

export function MemberList() {
  const isAdmin = useIsAdmin();
  const query = useRows("members.list", {});
  return (
    <Section title="Members" lead="Members work with the data. Admins also manage members, every key and the company.">
      <Loaded query={query} what="The members">
        {(rows) => (
          <DataTable
            label="Members"
            rows={rows}
            rowId={(member) => member.id}
            rowName={(member) => member.name}
            columns={isAdmin ? columnsForAdmins : columns}
            phone={(member) => ({
              title: <Name member={member} />,
              side: roleLabels[member.role],
              detail: <span className="k-truncate">{member.email}</span>,
            })}
            more={isAdmin ? (member) => <MemberMenu member={member} /> : undefined}
          />
        )}
      </Loaded>
      <LoadMore query={query} />
    </Section>
  );
}

const name: Column<Member> = { title: "Name", cell: (member) => <Name member={member} />, isName: true };
const email: Column<Member> = { title: "Email", width: 280, cell: (member) => member.email };
const joined: Column<Member> = { title: "Joined", width: 120, cell: (member) => <RelativeTime at={member.created_at} /> };

const columns: Column<Member>[] = [name, email, { title: "Role", width: 120, cell: (member) => roleLabels[member.role] }, joined];
const columnsForAdmins: Column<Member>[] = [
  name,
  email,
  { title: "Role", width: 136, cell: (member) => <RoleSelect member={member} /> },
  joined,
];

function Name({ member }: { member: Member }) {
  const { user } = useMe();
  return (
    <span style={{ display: "flex", alignItems: "center", gap: 8, minWidth: 0 }}>
      <Avatar id={member.id} name={member.name} />
      <span className="k-truncate">{member.name}</span>
      {member.id === user.id && <span className="k-faint">you</span>}
      {member.disabled_at && <StatePill>Disabled</StatePill>}
    </span>
  );
}
