#!/bin/sh
# restore.sh --into DIR [--to "2026-11-19 14:03:00+00"]
# Restores what stream.sh kept into an empty folder, as it was at that moment or, without one, at the last change that was received. The copy is
# checked before it is offered: every page and index (pg_amcheck), the rows of every table counted, the event log compared with its seals.
# Exit code 0: it can be used. 2: the moment cannot be reached, and nothing was done. 1: it failed, and the folder is empty again.
set -eu
BACKUP_DIR=${BACKUP_DIR:-/backups}
DATABASE=${PGDATABASE:-kith}
into='' to=''
while [ $# -gt 0 ]; do
  case $1 in
    --into) into=$2; shift 2 ;;
    --to) to=$2; shift 2 ;;
    *) echo "usage: restore.sh --into DIR [--to TIME]" >&2; exit 2 ;;
  esac
done
refuse() { echo "$*" >&2; exit 2; }
[ -n "$into" ] || refuse "usage: restore.sh --into DIR [--to TIME]"
[ -z "$(ls -A "$into" 2>/dev/null)" ] || refuse "$into is not empty. A restore needs an empty place, so that nothing is overwritten."
TZ=UTC PGPORT=5432; export TZ PGPORT
stamp='+%Y-%m-%d %H:%M:%S.%6N'
began=$(date +%s)
work=$(mktemp -d)
later() { awk -v a="$1" -v b="$2" 'BEGIN { exit !(a "" > b "") }'; }

# The last change that was received: in the newest file of the log that has one.
last_change() {
  ls "$BACKUP_DIR/wal" | grep -E '^[0-9A-F]{24}(\.partial)?$' | sort -r | head -n 50 | while read -r file; do
    cp "$BACKUP_DIR/wal/$file" "$work/${file%.partial}"
    # It ends with an error where the file does.
    found=$(pg_waldump --rmgr Transaction "$work/${file%.partial}" 2>/dev/null | sed -n 's/.*desc: COMMIT[A-Z_]* .*\([0-9]\{4\}-[0-9-]* [0-9:.]*\) UTC.*/\1/p' | tail -n 1)
    rm -f "$work/${file%.partial}"
    if [ -n "$found" ]; then echo "$found"; break; fi
  done
}
last=$(last_change)
[ -n "$last" ] || refuse "There is no change in the log in $BACKUP_DIR/wal. Is the receiver running (stream.sh)?"
if [ -n "$to" ]; then
  to=$(date -d "$to" "$stamp" 2>/dev/null) || refuse "Not a time. Try \"2026-11-19 14:03:00+00\"."
  later "$last" "$to" ||
    refuse "$to UTC cannot be reached yet: the last change that was received is of $last UTC. Wait until more has arrived, name an earlier moment, or leave --to out for all there is."
fi
# One that ended in the same second may have ended later.
limit=$(date -d "${to:-$last}" +%Y%m%dT%H%M%SZ)
base=$(ls "$BACKUP_DIR/base" | grep -v partial | awk -v limit="$limit" '$0 < limit' | tail -n 1)
[ -n "$base" ] || refuse "No base backup is older than ${to:-$last} UTC. The oldest is $(ls "$BACKUP_DIR/base" | grep -v partial | head -n 1)."
[ "$(ls "$BACKUP_DIR/base/$base"/*.tar.gz | wc -l)" = 1 ] || refuse "$base has tablespaces, which this script does not restore."

mkdir -p "$into" "$work/run"
chmod 700 "$into" "$work/run"
into=$(cd "$into" && pwd)
give_up() {
  echo "$1" >&2
  tail -n 20 "$work/log" >&2 2>/dev/null || true
  pg_ctl -D "$into" -m immediate stop >/dev/null 2>&1 || true
  find "$into" -mindepth 1 -delete
  rm -rf "$work"
  exit 1
}
echo "restoring $base, then the log up to ${to:-its end}${to:+ UTC}"
tar -xzf "$BACKUP_DIR/base/$base/base.tar.gz" -C "$into" || give_up "The base backup cannot be read."
cp "$BACKUP_DIR/base/$base/backup_manifest" "$work/backup_manifest"
pg_verifybackup --no-parse-wal --manifest-path "$work/backup_manifest" "$into" >/dev/null || give_up "The base backup is damaged."
touch "$into/recovery.signal"
# On Debian the settings are outside the data; whoever starts it later has them.
[ -e "$into/postgresql.conf" ] || { touch "$into/postgresql.conf"; added_conf=1; }
echo 'local all all trust' >"$work/hba"
# The newest file of the log is not full yet, and is called .partial.
cat >"$work/fetch" <<FETCH
#!/bin/sh
cp "$BACKUP_DIR/wal/\$1" "\$2" 2>/dev/null || cp "$BACKUP_DIR/wal/\$1.partial" "\$2" 2>/dev/null
FETCH
chmod 700 "$work/fetch"
# On the command line they hold against every file of settings. Nobody can connect but this script: the socket is in a folder of its own.
options="-c port=$PGPORT -c listen_addresses='' -c unix_socket_directories='$work/run' -c hba_file='$work/hba' -c hot_standby=off -c archive_mode=off
  -c synchronous_standby_names='' -c shared_preload_libraries='' -c ssl=off -c restore_command='$work/fetch %f %p'
  -c recovery_target_action=promote ${to:+-c recovery_target_time='$to UTC'}"
options=$(echo "$options" | tr '\n' ' ')
pg_ctl -D "$into" -l "$work/log" -o "$options" -w -t 86400 start >/dev/null || give_up "PostgreSQL could not restore the log."
ask() { psql -h "$work/run" -X -qAt -v ON_ERROR_STOP=1 -d "$DATABASE" "$@"; }
# It answers once it has restored everything that was asked for.
until psql -h "$work/run" -X -qAt -d postgres -c 'select 1' >/dev/null 2>&1; do
  pg_ctl -D "$into" status >/dev/null 2>&1 || give_up "PostgreSQL could not restore the log."
  sleep 0.2
done
recovered=$(date +%s)

had_amcheck=$(ask -c "select count(*) from pg_extension where extname = 'amcheck'") || give_up "The restored database cannot be read."
pg_amcheck -h "$work/run" -d "$DATABASE" --install-missing || give_up "The restored database is damaged."
[ "$had_amcheck" = 1 ] || ask -c 'set client_min_messages = error; drop extension amcheck'
echo "rows of each table:"
ask -F ' ' >"$work/counts" <<'SQL' || give_up "The rows cannot be counted."
select format('select %L, count(*) from %I.%I', c.relname, n.nspname, c.relname)
from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r' and n.nspname = 'public' order by c.relname \gexec
SQL
cat "$work/counts"
if [ "$(ask -c "select to_regclass('event_seals') is not null")" = t ]; then
  gaps=$(ask <<'SQL'
select count(*) from (
  select s.events, s.ids_digest, s.number - lag(s.number) over (partition by s.company_id order by s.hour) as step, log.*
  from event_seals s cross join lateral (
    select count(*) as found, sha256(string_agg(uuid_send(e.id), '' order by e.id)) as found_digest from events e
    where e.company_id = s.company_id and e.id >= uuid_at(s.hour) and e.id < uuid_at(s.hour + interval '1 hour')) as log
  -- Months of more than 400 days ago are dropped whole.
  where s.hour > now() - interval '400 days') as seals
where events <> found or ids_digest <> found_digest or step <> 1
SQL
  ) || give_up "The event log cannot be read."
  [ "$gaps" = 0 ] || give_up "The event log differs from its seals in $gaps hours."
  echo "the event log has every event of its $(ask -c 'select count(*) from event_seals') sealed hours"
fi
pg_ctl -D "$into" -m fast -w stop >/dev/null
[ -z "${added_conf:-}" ] || rm -f "$into/postgresql.conf"
rm -rf "$work"
echo "restored and checked in $(($(date +%s) - began)) s ($((recovered - began)) s until PostgreSQL had it): $into"
echo "Start PostgreSQL with it, run main.js migrate, then main.js verify-log, then the nodes."
