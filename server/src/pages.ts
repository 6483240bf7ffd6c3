/** The web application's pages. The server answers just these paths; the web router has just these routes. */
export const pages = [
  "/",
  "/sign-in",
  "/sign-up",
  "/forgot-password",
  "/reset-password",
  "/join",
  "/profile",
  "/profile/security",
  "/profile/api",
  "/company",
  "/company/members",
  "/company/keys",
  "/company/activity",
  "/docs/api-keys",
] as const;

export type PagePath = (typeof pages)[number];
