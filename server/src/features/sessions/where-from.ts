/** Where a sign-in attempt came from, for the log. */
export const whereFrom = (request: { userAgent?: string; ip?: string }) => ({
  client: request.userAgent?.slice(0, 200) ?? null,
  ip: request.ip ?? null,
});
