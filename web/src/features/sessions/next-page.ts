/**
 * Where to go after signing in. Only to a page of this application: a link must not be able to send someone elsewhere.
 * `paths` are the router's own, such as "/records/$type".
 */
export function nextPage(next: string | undefined, origin: string, paths: readonly string[]): string | undefined {
  if (next === undefined || !URL.canParse(next, origin)) return undefined;
  const address = new URL(next, origin);
  const isPage = address.origin === origin && paths.some((path) => patternOf(path).test(address.pathname));
  return isPage ? next : undefined;
}

const patternOf = (path: string) => new RegExp(`^${path.replaceAll(/\$\w+/g, "[^/]+")}$`);
