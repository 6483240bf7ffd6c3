import { statement, type Tx } from "../../kernel/database.ts";
import { namedStatement } from "../../platform/postgres/named-statement.ts";
import type { NewChannel } from "./store.ts";

// A channel that was deleted keeps its conversations. When its address is connected again it goes on: as a new one it would bring in its
// history a second time, with what was erased.

// What was private goes on for its owner alone, and what was shared as something shared: nobody sees by it what they could not see before.
// On another server the same number is another email, which would be taken for one that is here.
const DELETED = statement(
  "channels.find_deleted",
  `select id from channels where company_id = $1 and kind = $2 and lower(address) = lower($3) and deleted_at is not null
     and owner_id is not distinct from $4::uuid and (kind <> 'email' or lower(settings ->> 'was_at') = lower($5))
   order by deleted_at desc, id desc limit 1 for no key update`,
);

type Wanted = Pick<NewChannel, "kind" | "address" | "ownerId" | "settings">;

/** The deleted channel that this one continues, locked. `ownerId`: of a private one. */
export async function findDeleted(tx: Tx, companyId: string, { kind, address, ownerId, settings }: Wanted): Promise<string | undefined> {
  if (address === null) return undefined;
  const [row] = await tx.query<{ id: string }>(DELETED, [companyId, kind, address, ownerId, settings.email?.incoming.host ?? ""]);
  return row?.id;
}

// Created anew: what lay in the mailbox meanwhile is old mail, which gets no automatic answer, as at the first time.
const CONNECT = namedStatement(
  "channels.connect_again",
  ["company", "id", "name", "address", "access", "settings", "credentials", "historyDays", "by", "now"],
  `update channels c set deleted_at = null, name = :name, address = :address, access = :access,
     settings = :settings::jsonb || jsonb_strip_nulls(jsonb_build_object('mailbox_number', c.settings -> 'mailbox_number')), credentials = :credentials,
     history_days = :historyDays, version = version + 1, state = 'ok', cause = null, words = null, remedy = null, since = :now, failures = 0,
     next_try_at = null, created_by = :by, created_at = :now, updated_at = :now
   where company_id = :company and id = :id and not exists (select from channels other where other.company_id = c.company_id
     and other.kind = c.kind and lower(other.address) = lower(c.address) and other.deleted_at is null)
   returning 1`,
);

/** False: another channel has this address now. */
export async function connectAgain(tx: Tx, companyId: string, row: NewChannel, by: string, now: Date): Promise<boolean> {
  const { kind: _, ownerId: __, ...kept } = row;
  const given = { ...kept, company: companyId, settings: JSON.stringify(row.settings), by, now };
  return (await tx.query(CONNECT.statement, CONNECT.values(given))).length > 0;
}
