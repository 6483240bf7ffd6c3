import type { Member, Role, System } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { statement } from "../../kernel/database.ts";
import { forbidden } from "../../kernel/errors.ts";

const ACTING = statement(
  "members.acting",
  `select u.name, u.email, u.role, u.disabled_at, c.name as company_name, c.time_zone, c.schema_version
   from users u join companies c on c.id = u.company_id where u.company_id = $1 and u.id = $2`,
);

interface ActingRow {
  name: string;
  email: string;
  role: Role;
  disabled_at: Date | null;
  company_name: string;
  time_zone: string;
  schema_version: number;
}

/** A job's call on behalf of the member who started it, with their current rights. */
export async function actAs(call: Call<System>, userId: string): Promise<Call<Member>> {
  const { companyId } = call.actor;
  const [row] = await call.tx.query<ActingRow>(ACTING, [companyId, userId]);
  if (!row || row.disabled_at) throw forbidden("member_disabled", "The member who started this is disabled.");
  call.enter(companyId, userId);
  const actor: Member = {
    kind: "member",
    companyId,
    userId,
    role: row.role,
    name: row.name,
    email: row.email,
    company: { name: row.company_name, timeZone: row.time_zone, schemaVersion: row.schema_version },
    proof: { kind: "job" },
  };
  return { ...call, actor };
}
