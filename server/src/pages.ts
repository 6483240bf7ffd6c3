/** The web application's pages. The server answers just these paths; the web router has just these routes. `{…}` is any one segment. */
export const pages = [
  "/",
  "/sign-in",
  "/sign-up",
  "/forgot-password",
  "/reset-password",
  "/join",
  "/dashboard",
  "/profile",
  "/profile/security",
  "/profile/api",
  "/company",
  "/company/members",
  "/company/keys",
  "/company/activity",
  "/company/data-model",
  "/records",
  "/records/import",
  "/records/{type}",
  "/records/{type}/{id}",
  "/docs/api-keys",
  "/docs/filter-syntax",
] as const;

export type PagePath = (typeof pages)[number];
