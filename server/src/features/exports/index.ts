export const exportHousekeeping = "delete from export_parts where created_at < now() - interval '7 days'";
