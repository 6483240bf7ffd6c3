import { Gauge, type Registry } from "prom-client";

// A base backup says so itself (deploy/backup/base.sh), where schedules of workers do. The log is copied by archive_command, or by a receiver that streams.
const AGES = `
  select extract(epoch from (select ran_at from schedules where name = 'base backup'))::float8 as backup,
    extract(epoch from case when exists (select from pg_replication_slots where slot_type = 'physical' and active) then now()
      else (select last_archived_time from pg_stat_archiver) end)::float8 as log`;

type Query = (text: string) => Promise<unknown>;

/** By the clock, not as ages: of several workers the newest value is right, and it grows old when no worker runs. */
export function createBackupMetrics(registry: Registry) {
  const registers = [registry];
  const backup = new Gauge({
    name: "kith_backup_last_success_timestamp_seconds",
    help: "When the last base backup was finished; 0: none is known",
    registers,
  });
  const log = new Gauge({
    name: "kith_backup_log_copied_timestamp_seconds",
    help: "Until when PostgreSQL's log was archived or streamed elsewhere; 0: never",
    registers,
  });
  return async (query: Query) => {
    const { rows } = (await query(AGES)) as { rows: { backup: number | null; log: number | null }[] };
    backup.set(rows[0]?.backup ?? 0);
    log.set(rows[0]?.log ?? 0);
  };
}
