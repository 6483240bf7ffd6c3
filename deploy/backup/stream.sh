#!/bin/sh
# Keeps a copy of everything that PostgreSQL writes, as it is written, and makes a base backup each night. With PostgreSQL's own tools only.
# PGHOST, PGPORT, PGUSER (a superuser, or a role with REPLICATION) and PGPASSWORD say where; BACKUP_DIR where to.
# SYNCHRONOUS=1: what was received is on disk before PostgreSQL is told. With synchronous_standby_names = 'kith_backup' no confirmed write is lost.
set -eu
BACKUP_DIR=${BACKUP_DIR:-/backups}
SLOT=kith_backup
HERE=$(cd "$(dirname "$0")" && pwd)

# After a restore, or when a standby took over, the log begins a new line (timeline). What was kept of the old one stays, beside a new beginning.
until timeline=$(psql -X -qAt -d postgres -c "select upper(lpad(to_hex(timeline_id), 8, '0')) from pg_control_checkpoint()"); do sleep 2; done
known=$(ls "$BACKUP_DIR/wal" 2>/dev/null | grep -E '^[0-9A-F]{24}' | tail -n 1 | cut -c 1-8)
if [ -n "$known" ] && [ "$known" != "$timeline" ]; then
  before=$BACKUP_DIR/before-$(date -u +%Y%m%dT%H%M%SZ)
  mkdir "$before"
  mv "$BACKUP_DIR/wal" "$BACKUP_DIR/base" "$before"
  echo "PostgreSQL is on timeline $timeline, after $known: what was kept before is in $before"
fi
mkdir -p "$BACKUP_DIR/wal" "$BACKUP_DIR/base"

# Until the receiver has read it PostgreSQL keeps its log for the slot, up to max_slot_wal_keep_size.
until pg_receivewal -D "$BACKUP_DIR/wal" --create-slot --slot "$SLOT" --if-not-exists; do sleep 2; done
pg_receivewal -D "$BACKUP_DIR/wal" --slot "$SLOT" -d "application_name=$SLOT" ${SYNCHRONOUS:+--synchronous} &
receiver=$!
trap 'kill $receiver 2>/dev/null; wait $receiver 2>/dev/null; exit 0' TERM INT

while kill -0 $receiver 2>/dev/null; do
  newest=$(ls "$BACKUP_DIR/base" | grep -v partial | tail -n 1)
  today=$(date -u +%Y%m%d)
  # The first at once, then one a day at BACKUP_HOUR (UTC).
  if [ -z "$newest" ] || { [ "${newest%%T*}" != "$today" ] && [ "$(date -u +%H)" -ge "${BACKUP_HOUR:-2}" ]; }; then
    BACKUP_DIR=$BACKUP_DIR sh "$HERE/base.sh" || echo "The base backup failed. It is tried again in a minute." >&2
  fi
  sleep 60 & wait $! || true
done
echo "The receiver of the log has ended." >&2
exit 1
