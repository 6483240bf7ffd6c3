/** What the log says of where a sign-in, or a try at one, came from. */
export const whereFrom = (request: { userAgent?: string; ip?: string }) => ({
  client: request.userAgent?.slice(0, 200) ?? null,
  ip: request.ip ?? null,
});
