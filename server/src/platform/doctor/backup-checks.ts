import { bad, note, ok, rowOf, settingOf, type Check } from "./check.ts";

const MAX_ARCHIVE_AGE_S = 3_600;
const MANY_KEPT_BYTES = 5 * 2 ** 30;
const inGigabytes = (bytes: number) => `${(bytes / 2 ** 30).toFixed(1)} GB`;

/** What is there when a disk or a machine is lost. */
export const backupChecks: Check[] = [
  {
    name: "WAL level",
    async look({ client }) {
      const level = await settingOf(client, "wal_level");
      if (level !== "minimal") return ok(level);
      return bad(level, "Set wal_level = replica and restart PostgreSQL: without it there is no standby and no restore to a moment.");
    },
  },
  {
    name: "backup",
    async look({ client }) {
      const archived = await rowOf<{ is_on: boolean; age_s: number | null; is_failing: boolean; file: string | null }>(
        client,
        `select current_setting('archive_mode') <> 'off' as is_on, extract(epoch from clock_timestamp() - last_archived_time)::int as age_s,
           coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as is_failing, last_failed_wal as file
         from pg_stat_archiver`,
      );
      const { streams } = await rowOf<{ streams: number }>(
        client,
        "select count(*)::int as streams from pg_replication_slots where slot_type = 'physical' and active",
      );
      if (archived.is_failing) return bad(`archiving ${archived.file} failed`, "PostgreSQL's log has the error of archive_command.");
      if (archived.is_on && archived.age_s === null)
        return bad("nothing was archived yet", "Look at archive_command, and write something.");
      if (archived.is_on) {
        const says = `the log was archived ${Math.round((archived.age_s ?? 0) / 60)} minutes ago`;
        if ((archived.age_s ?? 0) <= MAX_ARCHIVE_AGE_S) return ok(says);
        return note(says, "Set archive_timeout, so that a quiet hour is archived too.");
      }
      if (streams > 0) return ok(`the log is streamed to ${streams} receiver${streams === 1 ? "" : "s"}`);
      return note(
        "PostgreSQL archives no log and streams it to nobody",
        "A dump brings back its own moment only. For any moment: archive_command (pgBackRest) or pg_receivewal, with base backups.",
      );
    },
  },
  {
    name: "standby",
    async look({ client }) {
      const wanted = await settingOf(client, "synchronous_standby_names");
      const found = await rowOf<{ all: number; synchronous: number; is_hidden: boolean }>(
        client,
        `select count(*)::int as all, count(*) filter (where sync_state in ('sync', 'quorum'))::int as synchronous,
           coalesce(bool_or(state is null), false) as is_hidden from pg_stat_replication`,
      );
      if (found.is_hidden)
        return note(`${found.all} connected, their state is hidden`, "Grant pg_monitor to the owner of the database to see it.");
      if (wanted !== "" && found.synchronous === 0)
        return bad(
          "a synchronous standby is wanted and none is connected",
          "Writes wait until it is back: start it, or take it out of synchronous_standby_names.",
        );
      if (found.all === 0) return note("none", "If this machine is lost, so is everything since the last backup or stream.");
      return ok(`${found.all} connected, ${found.synchronous} of them synchronous`);
    },
  },
  {
    name: "replication slots",
    async look({ client }) {
      const found = await rowOf<{ names: string[]; bytes: string }>(
        client,
        `select coalesce(array_agg(slot_name::text), '{}') as names, coalesce(max(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)), 0)::text as bytes
         from pg_replication_slots where not active and restart_lsn is not null`,
      );
      if (found.names.length === 0) return ok("none is left behind");
      const says = `nobody reads ${found.names.join(", ")}, for which ${inGigabytes(Number(found.bytes))} of log are kept`;
      const todo = "Start its reader, or drop it with pg_drop_replication_slot: the log fills the disk. max_slot_wal_keep_size bounds it.";
      return Number(found.bytes) > MANY_KEPT_BYTES ? bad(says, todo) : note(says, todo);
    },
  },
];
