/**
 * The page to open after signing in. Only pages of this application: a link must not lead to another site.
 * `paths` are the router's own, such as "/records/$type".
 */
export function nextPage(next: string | undefined, origin: string, paths: readonly string[]): string | undefined {
  if (next === undefined || !URL.canParse(next, origin)) return undefined;
  const address = new URL(next, origin);
  const isPage = address.origin === origin && paths.some((path) => patternOf(path).test(address.pathname));
  return isPage ? next : undefined;
}

const patternOf = (path: string) => new RegExp(`^${path.replaceAll(/\$\w+/g, "[^/]+")}$`);
