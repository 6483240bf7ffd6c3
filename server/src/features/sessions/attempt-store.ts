import { statement, type Tx } from "../../kernel/database.ts";

export interface AttemptRow {
  who: Buffer;
  tries: number;
  since: Date;
  last_at: Date;
  wait_until: Date;
  known_at: Date | null;
}

const ADD = statement(
  "attempts.add",
  "insert into sign_in_attempts (who, since, last_at, wait_until) select who, $2, $2, $2 from unnest($1::bytea[]) as who on conflict do nothing",
);
const LOCK = statement(
  "attempts.lock",
  "select who, tries, since, last_at, wait_until, known_at from sign_in_attempts where who = any($1::bytea[]) order by who for update",
);
const SAVE = statement(
  "attempts.save",
  `update sign_in_attempts a set tries = n.tries, since = n.since, last_at = n.last_at, wait_until = n.wait_until, known_at = n.known_at
   from unnest($1::bytea[], $2::int[], $3::timestamptz[], $4::timestamptz[], $5::timestamptz[], $6::timestamptz[])
     as n (who, tries, since, last_at, wait_until, known_at)
   where a.who = n.who`,
);

/** The rows, locked until the transaction ends; one that did not exist begins now. Always in the same order, so that no two callers wait for each other. */
export async function lock(tx: Tx, who: Buffer[], now: Date): Promise<{ get(who: Buffer): AttemptRow }> {
  const ordered = who.toSorted((one, other) => one.compare(other));
  const [, rows] = await Promise.all([tx.query(ADD, [ordered, now]), tx.query<AttemptRow>(LOCK, [ordered])]);
  const byKey = new Map(rows.map((row) => [row.who.toString("hex"), row]));
  const fresh = (key: Buffer): AttemptRow => ({ who: key, tries: 0, since: now, last_at: now, wait_until: now, known_at: null });
  return { get: (key) => byKey.get(key.toString("hex")) ?? fresh(key) };
}

export async function save(tx: Tx, rows: AttemptRow[]): Promise<void> {
  const column = <Key extends keyof AttemptRow>(key: Key) => rows.map((row) => row[key]);
  await tx.query(SAVE, [column("who"), column("tries"), column("since"), column("last_at"), column("wait_until"), column("known_at")]);
}
