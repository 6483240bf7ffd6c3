import type { Tx } from "../../kernel/database.ts";
import type { Mark } from "../follow/client.ts";

const REGISTER =
  "insert into log_subscribers (subscriber, mark, marked_at) select name, log_snapshot(), $2 from unnest($1::text[]) as name on conflict do nothing";

/** Registers new subscriptions: from now on they miss no event, whether a reader runs or not. */
export const register = (owner: Tx, names: string[], now: Date) => owner.query(REGISTER, [names, now]);

/** Where readers of the log continue. */
export async function readMark(owner: Tx, names: string[]): Promise<Mark> {
  const [oldest] = await owner.query<Mark>(
    "select mark::text as snapshot, marked_at as at from log_subscribers where subscriber = any($1) order by marked_at limit 1",
    [names],
  );
  if (!oldest) throw new Error(`${names.join(", ")}: not registered as a reader of the log`);
  return oldest;
}

export async function saveMark(owner: Tx, subscribers: string[], { snapshot, at }: Mark): Promise<void> {
  await owner.query("update log_subscribers set mark = $2, marked_at = $3 where subscriber = any($1) and marked_at < $3", [
    subscribers,
    snapshot,
    at,
  ]);
}

export interface Health {
  subscriber: string;
  behind: number;
  parked: number;
}

export const readHealth = (owner: Tx, subscribers: string[]) =>
  owner.query<Health>(
    `select s.subscriber, coalesce(extract(epoch from max(now() - c.due_since) filter (where c.parked_at is null)), 0)::float as behind,
       count(*) filter (where c.parked_at is not null)::int as parked
     from unnest($1::text[]) as s (subscriber) left join log_cursors c on c.subscriber = s.subscriber group by s.subscriber`,
    [subscribers],
  );
