import { DAY_MS, HOUR_MS } from "../server/src/kernel/clock.ts";
import type { Execute } from "../server/src/kernel/execute.ts";
import type { WireInput } from "../server/src/kernel/operation.ts";
import { feature } from "../server/src/features/notifications/feature.ts";
import { onEvents, tellDue } from "../server/src/features/notifications/operations.ts";
import { asSystem } from "../server/src/platform/as-system.ts";
import { openPools } from "../server/src/platform/postgres/pools.ts";
import { createDatabase } from "../server/src/platform/postgres/transaction.ts";
import type { Call } from "./demo-records.ts";

/** As the operation takes it. */
type WireEvent = WireInput<typeof onEvents>["events"][number];

const SINCE_MS = 6 * DAY_MS;
const UNREAD_MS = 30 * HOUR_MS;
const TOGETHER_MS = HOUR_MS;

interface Needs {
  execute: Execute;
  databaseUrl: string;
  secret: string;
  companyId: string;
  /** Sets the clock of the demo. */
  setTime(at: Date): void;
  people: Call[];
}

/** What a worker would have told of the last days, when it happened: none runs while the demo is filled. What is older than a day was read. */
export async function demoNotifications(needs: Needs): Promise<void> {
  const { execute, companyId, setTime, people } = needs;
  const now = Date.now();
  const call = asSystem(execute, companyId);
  const events = await eventsSince(needs, new Date(now - SINCE_MS));
  const byHour = Map.groupBy(events, ({ at }) => Math.floor(new Date(at).getTime() / TOGETHER_MS));
  for (let hour = Math.floor((now - SINCE_MS) / TOGETHER_MS); hour * TOGETHER_MS < now; hour++) {
    const ofHour = byHour.get(hour) ?? [];
    setTime(new Date(ofHour.at(-1)?.at ?? hour * TOGETHER_MS));
    if (ofHour.length > 0) await call(onEvents, { events: ofHour });
    await call(tellDue, {});
  }
  setTime(new Date(now));
  for (const person of people) {
    await person("notifications.chooseMail", { by_mail: { mention: "now", finished: "daily" } });
    const { items } = await person("notifications.list", { limit: 100 });
    const ids = items.filter(({ at }) => new Date(at).getTime() < now - UNREAD_MS).map(({ id }) => id);
    if (ids.length > 0) await person("notifications.markRead", { ids });
  }
}

async function eventsSince({ databaseUrl, secret, companyId }: Needs, since: Date): Promise<WireEvent[]> {
  const types = feature.subscriptions.flatMap(({ to }) => to.map(({ type }) => type));
  const pools = openPools(databaseUrl, secret, 1, () => undefined);
  const tx = createDatabase(pools.app).begin(companyId, "read");
  const rows = await tx.query<Omit<WireEvent, "at"> & { at: Date }>(
    `select id, at, type, subject_type, subject_id, actor_user, actor_key, via, operation_id, data, changes from events
     where company_id = $1 and at > $2 and type = any($3) order by at, id`,
    [companyId, since, types],
  );
  await tx.commit();
  await pools.end();
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}
