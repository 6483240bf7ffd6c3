import type { Member } from "../kernel/actor.ts";
import type { Tx } from "../kernel/database.ts";
import { conflict } from "../kernel/errors.ts";

interface Quota {
  /** How many there may be, unless the operator sets another number. */
  max: number;
  /** What is counted, as the subject of the error: "Your company has 200 …". */
  of: "Your company has" | "You have";
  what: string;
  /** What to do when there are no more. */
  advice: string;
  /** Counts what there is: $1 is the company, $2 the caller. */
  count: string;
}

/** How many of a thing a company or a person may keep: every such number is here, and an operator can change each (`QUOTAS`). */
export const QUOTAS = {
  shared_views: {
    max: 200,
    of: "Your company has",
    what: "shared views",
    advice: "Delete one that nobody uses.",
    count: "select count(*)::int as count from saved_views where company_id = $1 and is_shared and $2::uuid is not null",
  },
  own_views: {
    max: 100,
    of: "You have",
    what: "views of your own",
    advice: "Delete one that you no longer use.",
    count: "select count(*)::int as count from saved_views where company_id = $1 and owner_id = $2 and not is_shared",
  },
  shared_dashboards: {
    max: 50,
    of: "Your company has",
    what: "shared dashboards",
    advice: "Delete one that nobody uses.",
    count: "select count(*)::int as count from dashboards where company_id = $1 and is_shared and $2::uuid is not null",
  },
  own_dashboards: {
    max: 50,
    of: "You have",
    what: "dashboards of your own",
    advice: "Delete one first.",
    count: "select count(*)::int as count from dashboards where company_id = $1 and owner_id = $2 and not is_shared",
  },
  types: {
    max: 100,
    of: "Your company has",
    what: "types, with those that are retired",
    advice: "Bring a retired one back instead.",
    count: "select count(*)::int as count from record_types where company_id = $1 and $2::uuid is not null",
  },
  fields: {
    max: 2_500,
    of: "Your company has",
    what: "fields over all types, with those that are retired",
    advice: "Bring a retired one back instead.",
    count: "select count(*)::int as count from fields where company_id = $1 and $2::uuid is not null",
  },
  options: {
    max: 5_000,
    of: "Your company has",
    what: "options over all fields, with those that are retired",
    advice: "Bring a retired one back instead.",
    count: `select coalesce(sum(jsonb_array_length(options)), 0)::int as count from fields
            where company_id = $1 and options is not null and $2::uuid is not null`,
  },
  keys: {
    max: 50,
    of: "You have",
    what: "keys",
    advice: "Delete one you no longer use.",
    count: "select count(*)::int as count from api_keys where company_id = $1 and user_id = $2 and deleted_at is null",
  },
  webhooks: {
    max: 100,
    of: "Your company has",
    what: "webhooks",
    advice: "Delete one that nobody uses.",
    count: "select count(*)::int as count from webhooks where company_id = $1 and $2::uuid is not null",
  },
  channels: {
    max: 50,
    of: "Your company has",
    what: "channels",
    advice: "Delete one that nobody uses.",
    count: "select count(*)::int as count from channels where company_id = $1 and deleted_at is null and $2::uuid is not null",
  },
  lead_sources: {
    max: 50,
    of: "Your company has",
    what: "forms",
    advice: "Delete one that nobody uses.",
    count: "select count(*)::int as count from lead_sources where company_id = $1 and deleted_at is null and $2::uuid is not null",
  },
  destinations: {
    max: 50,
    of: "Your company has",
    what: "destinations",
    advice: "Delete one that no rule uses.",
    count: "select count(*)::int as count from destinations where company_id = $1 and deleted_at is null and $2::uuid is not null",
  },
  lead_codes: {
    max: 50,
    of: "Your company has",
    what: "codes for leads",
    advice: "Delete one that nobody uses.",
    count: "select count(*)::int as count from lead_codes where company_id = $1 and $2::uuid is not null",
  },
  imports: {
    max: 21, // 1 running and 20 waiting
    of: "Your company has",
    what: "imports that are not done yet",
    advice: "Wait for one to end.",
    count: `select count(*)::int as count from imports
            where company_id = $1 and state in ('uploading', 'reading', 'checking', 'running', 'undoing') and created_at > now() - interval '1 day'
              and $2::uuid is not null`,
  },
  exports: {
    max: 21,
    of: "Your company has",
    what: "exports that are not done yet",
    advice: "Wait for one to end.",
    count: "select count(*)::int as count from exports where company_id = $1 and state = 'running' and $2::uuid is not null",
  },
  shared_canned_replies: {
    max: 300,
    of: "Your company has",
    what: "shared canned replies",
    advice: "Delete one that nobody uses.",
    count: "select count(*)::int as count from canned_replies where company_id = $1 and is_shared and $2::uuid is not null",
  },
  own_canned_replies: {
    max: 100,
    of: "You have",
    what: "canned replies of your own",
    advice: "Delete one that you no longer use.",
    count: "select count(*)::int as count from canned_replies where company_id = $1 and owner_id = $2 and not is_shared",
  },
  // Only uploads are refused: a message that comes in is never lost for want of room.
  file_mebibytes: {
    max: 51_200,
    of: "Your company has",
    what: "MiB of files",
    advice: "Delete conversations with large files, or ask the operator for more room.",
    count: "select (coalesce(sum(size), 0) / 1048576)::int as count from files where company_id = $1 and $2::uuid is not null",
  },
} as const satisfies Record<string, Quota>;

type QuotaName = keyof typeof QUOTAS;

export interface Quotas {
  /**
   * Refuses one more when there are as many as there may be. Callers of one company line up here until their transactions end, so two at
   * once cannot both take the last place.
   */
  take(call: { tx: Tx; actor: Pick<Member, "companyId" | "userId"> }, name: QuotaName): Promise<void>;
}

export function createQuotas(limits: Readonly<Partial<Record<string, number>>>): Quotas {
  return {
    async take({ tx, actor }, name) {
      const { max: standard, of, what, advice, count } = QUOTAS[name];
      const max = limits[name] ?? standard;
      await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 1))", [`quota ${actor.companyId} ${name}`]);
      const [row] = await tx.query<{ count: number }>(count, [actor.companyId, actor.userId]);
      if ((row?.count ?? 0) >= max)
        throw conflict("quota_reached", `${of} ${max.toLocaleString("en-US")} ${what}, which is the limit. ${advice}`);
    },
  };
}
