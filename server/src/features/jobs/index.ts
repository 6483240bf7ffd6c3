/** A job that was given up is shown for 30 days. */
export const jobHousekeeping = "delete from jobs where state = 'failed' and failed_at < now() - interval '30 days'";
