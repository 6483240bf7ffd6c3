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

/** Whether a path is one of ours. */
export const isPagePath = (path: string) => pages.some((page) => patternOf(page).test(path));

const patternOf = (page: PagePath) => new RegExp(`^${page.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
