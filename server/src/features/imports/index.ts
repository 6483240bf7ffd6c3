export const importHousekeeping = [
  "delete from import_parts where created_at < now() - interval '7 days'",
  "delete from import_keys where created_at < now() - interval '7 days'",
  "delete from import_errors where created_at < now() - interval '7 days'",
];
