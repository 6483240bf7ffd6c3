export const passwordHousekeeping = "delete from password_resets where expires_at < now() - interval '1 day'";
