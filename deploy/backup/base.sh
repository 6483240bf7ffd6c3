#!/bin/sh
# Makes one base backup, then removes what is older than BACKUP_DAYS (14): base backups, and the log that only they need.
set -eu
BACKUP_DIR=${BACKUP_DIR:-/backups}
base=$BACKUP_DIR/base
mkdir -p "$base"
rm -rf "$base"/*.partial
pg_basebackup -D "$base/new.partial" --format tar --gzip --wal-method none --checkpoint fast --manifest-checksums SHA256 --no-password
# Named by its end: before that moment it can restore nothing.
name=$(date -u +%Y%m%dT%H%M%SZ)
mv "$base/new.partial" "$base/$name"
# For Kith's metrics (kith_backup_last_success_timestamp_seconds).
psql -X -q -d "${PGDATABASE:-kith}" -c "insert into schedules (name, ran_at) values ('base backup', now()) on conflict (name) do update set ran_at = now()" ||
  echo "The database was not told of the backup. It is kept all the same." >&2
echo "base backup $name, $(du -sh "$base/$name" | cut -f1)"

oldest_kept=$(date -u -d "${BACKUP_DAYS:-14} days ago" +%Y%m%dT%H%M%SZ)
# The newest of those that are older stays: the first kept day can be restored only from it.
ls "$base" | awk -v limit="$oldest_kept" '$0 < limit' | sort -r | tail -n +2 | while read -r old; do rm -rf "${base:?}/$old"; done
first=$(ls "$base" | head -n 1)
start=$(tar -xzOf "$base/$first/base.tar.gz" backup_label | sed -n 's/^START WAL LOCATION.*(file \([0-9A-F]*\)).*/\1/p')
pg_archivecleanup "$BACKUP_DIR/wal" "$start"
