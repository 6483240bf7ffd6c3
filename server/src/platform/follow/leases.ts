import { statement, type Statement } from "../../kernel/database.ts";
import type { OwnerConnection } from "../log-reader/owner.ts";
import type { Claimed, Lease, Wanted } from "./client.ts";
import { deadHolders, isDead } from "../due-work/dead-holders.ts";

/** Where a client keeps the places of its followers: a row `c` each, with `company_id`, `seen`, `upto`, `lease_by` and `next_at`. */
interface PlaceTable {
  /** Of its statements. */
  name: string;
  table: string;
  /** The column with the follower's key, and its type. */
  key: string;
  keyType: "uuid" | "text";
  /** Somebody may work on it, though perhaps not now. */
  isOn: string;
  /** It is not looked at before a time. $2 is now. */
  rests: string;
  /** Left out: all are. Its values begin at $3. */
  isKnown?: string;
  /** What is set when it is given back after an error. Its values begin at $4. */
  afterError: string;
  /** Leases those that are asked for and free, of many companies. $1 is the worker, $2 is now, $3 what is asked for. */
  claim: Statement;
}

type Named = Pick<Lease, "companyId" | "key">;

/** What is written about leases in such a table is the same for all clients. Only the statement that claims them is each client's own. */
export function leasesIn({ name, table, key, keyType, isOn, rests, isKnown = "true", afterError, claim }: PlaceTable) {
  const select = `select c.company_id as "companyId", c.${key}::text as key from ${table} c where ${isKnown} and ${isOn} and (${rests}) is not true`;
  const DUE = statement(
    `${name}.due_cursors`,
    `with ${deadHolders(table)}
     ${select} and c.next_at <= $2 and (c.lease_by is null or c.lease_by = $1)
     union ${select} and c.lease_by in (select lease_by from dead) limit 2000`,
  );

  const listed = (first: number) =>
    `(c.company_id, c.${key}) in (select company_id, key::${keyType} from unnest($${first}::uuid[], $${first + 1}::text[]) as listed (company_id, key))`;
  // What somebody has locked just then is left for the next time: waiting for it would hold up the followers of all companies.
  const change = (what: string, which: string, set: string) =>
    statement(
      `${name}.${what}`,
      `update ${table} c set lease_by = null${set} from (
         select c.company_id, c.${key} as key from ${table} c where c.lease_by = $1 and ${which} for update skip locked
       ) as free where c.company_id = free.company_id and c.${key} = free.key`,
    );
  const RELEASE = change("release", listed(2), "");
  const GIVE_BACK = change("give_back", listed(2), `, ${afterError}`);
  // News that came since the worker let go of them were noticed by nobody, so each is looked at once more.
  const RELEASE_OTHERS = change("release_others", `not ${listed(3)}`, `, next_at = case when ${isOn} then least(c.next_at, $2) end`);
  const columns = (leases: Named[]) => [leases.map((one) => one.companyId), leases.map((one) => one.key)];

  return {
    claim: async (owner: OwnerConnection, wanted: Wanted[], now: Date): Promise<Claimed> =>
      sortClaimed(await owner.query<AskedRow>(claim, [owner.leaseName, now, JSON.stringify(wanted)]), owner.leaseName),
    findDue: (owner: OwnerConnection, now: Date, ...known: unknown[]) => owner.query<Wanted>(DUE, [owner.leaseName, now, ...known]),
    release: (owner: OwnerConnection, leases: Named[]) => owner.query(RELEASE, [owner.leaseName, ...columns(leases)]),
    releaseOthers: (owner: OwnerConnection, worked: Named[], now: Date) =>
      owner.query(RELEASE_OTHERS, [owner.leaseName, now, ...columns(worked)]),
    giveBack: (owner: OwnerConnection, lease: Named, values: unknown[]) =>
      owner.query(GIVE_BACK, [owner.leaseName, ...columns([lease]), ...values]),
  };
}

/** A worker always gets its own lock: `ifMine` decides. */
export const isFree = (ifMine: string) =>
  `(c.lease_by is null or case when c.lease_by = $1 then ${ifMine} else ${isDead("c.lease_by")} end)`;

/** Everything that was visible at `until` was read. A snapshot with the same end is later only if nothing was running that ended since. */
export const hasRead = (until: string) =>
  `(c.upto is null and (pg_snapshot_xmax(c.seen) > pg_snapshot_xmax(${until}) or c.seen::text = ${until}::text))`;

/** What became of a follower that was asked for. Null: there is nothing to do. */
interface AskedRow {
  companyId: string;
  key: string;
  since: string | null;
  until: string | null;
  became: "leased" | "missed" | "others" | null;
}

function sortClaimed(rows: AskedRow[], leaseBy: string): Claimed {
  const those = (wanted: AskedRow["became"]) => rows.filter(({ became }) => became === wanted);
  const wantedOf = ({ companyId, key, since, until }: AskedRow): Wanted => ({
    companyId,
    key,
    ...(since === null ? {} : { since }),
    ...(until === null ? {} : { until }),
  });
  return {
    leased: those("leased").map(({ companyId, key }) => ({ companyId, key, leaseBy })),
    missed: those("missed").map(wantedOf),
    others: those("others").map(wantedOf),
  };
}
