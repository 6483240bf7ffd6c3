import { makeKey } from "../../src/features/keys/index.ts";
import { digest, newId, newToken } from "../../src/platform/random.ts";
import type { Person, Service } from "../service.ts";
import { contacts } from "./attacks.ts";

/**
 * Nothing limits how many members a company has: it may invite 20 people a day in its first week, and 200 a day after it
 * (`features/invitations/mail-rules.ts`). So this is a large number, and not a limit.
 */
const MEMBERS = 100;
/** As many as each of them may have: `features/keys/quotas.ts` and `features/sessions/open-session.ts`. */
const KEYS_OF_A_MEMBER = 50;
const SESSIONS_OF_A_MEMBER = 20;

/** What the attacker has in hand: all Admins, so that no call is refused for the caller's role. */
export interface AttackerCompany {
  keys: string[];
  cookies: string[];
}

/** The victim is a company with an office full of programs: none of its keys calls more often than it may. */
export interface VictimCompany {
  keys: string[];
  contactIds: string[];
  /** The others in this company, for an attack that nothing separates from it. */
  crowd: AttackerCompany;
}

const VICTIM_KEYS = 20;
const VICTIM_CONTACTS = 100;

const rounds = <Value>(count: number, make: (at: number) => Value) => Array.from({ length: count }, (_, at) => make(at));

export async function givenAttacker(service: Service): Promise<AttackerCompany> {
  const admin = await service.given.admin();
  const { record } = await admin.call("records.create", { type: "organization", values: { name: "Crowd" } });
  for (let at = 0; at < 2; at++) {
    const items = contacts(1_000, (row) => ({ name: `Contact ${at} ${row}`, organization: record.id }));
    await admin.call("records.batch", { type: "contact", items });
  }
  return crowdOf(service, admin);
}

/** Members of a company, with all keys and sessions that each may have. */
async function crowdOf({ database }: Service, { email }: Person): Promise<AttackerCompany> {
  const [row] = await database.query("select company_id from users where email = $1", [email]);
  const companyId = row?.["company_id"];
  const users = rounds(MEMBERS, newId);
  // Inviting a hundred people, and letting them sign in twenty times each, would take longer than the test.
  await database.query(
    `insert into users select copy.* from users o, unnest($1::uuid[]) as n (id),
       jsonb_populate_record(o, jsonb_build_object('id', n.id, 'email', n.id || '@test.example')) as copy where o.email = $2`,
    [users, email],
  );
  const keys = users.flatMap((user) => rounds(KEYS_OF_A_MEMBER, () => ({ user, key: makeKey("00") })));
  await database.query(
    `insert into api_keys (company_id, id, user_id, name, key_hash, last_four, created_at)
     select $1, gen_random_uuid(), n.user_id, 'key', n.hash, '0000', now() from unnest($2::uuid[], $3::bytea[]) as n (user_id, hash)`,
    [companyId, keys.map(({ user }) => user), keys.map(({ key }) => digest(key))],
  );
  const tokens = users.flatMap((user) => rounds(SESSIONS_OF_A_MEMBER, () => ({ user, token: newToken() })));
  await database.query(
    `insert into sessions (company_id, id, user_id, token_hash, password_at, created_at, last_seen_at)
     select $1, gen_random_uuid(), n.user_id, n.hash, now(), now(), now() from unnest($2::uuid[], $3::bytea[]) as n (user_id, hash)`,
    [companyId, tokens.map(({ user }) => user), tokens.map(({ token }) => digest(token))],
  );
  await database.query("analyze records, record_links, users, api_keys, sessions");
  return { keys: keys.map(({ key }) => key), cookies: tokens.map(({ token }) => `kith_session=${token}`) };
}

export async function givenVictim(service: Service): Promise<VictimCompany> {
  const admin = await service.given.admin();
  const keys: string[] = [];
  for (let at = 0; at < VICTIM_KEYS; at++) keys.push((await admin.key(`program ${at}`)).key);
  await admin.call("records.batch", { type: "contact", items: contacts(VICTIM_CONTACTS, (at) => ({ name: `Contact ${at}` })) });
  const { items } = await admin.call("records.list", { type: "contact", limit: VICTIM_CONTACTS });
  return { keys, contactIds: items.map(({ id }) => id), crowd: await crowdOf(service, admin) };
}
