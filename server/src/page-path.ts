const paths = [
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
];

/** Whether a path is one of ours. */
export const isPagePath = (path: string) => paths.some((page) => new RegExp(`^${page.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(path));
