export interface Href {
  href: string;
  /** The path of a page of this installation. Undefined: the link leads elsewhere. */
  ownPath: string | undefined;
}

/** A scheme that opens a page or a mail program, or a path of our own. Everything else, `javascript:` among it, is not a link. */
const ALLOWED = /^(?:https?:\/\/|mailto:|\/(?![/\\]))/i;

export function hrefOf(given: string, origin: string): Href | undefined {
  if (!ALLOWED.test(given)) return undefined;
  const url = URL.parse(given, origin);
  if (!url || !["http:", "https:", "mailto:"].includes(url.protocol)) return undefined;
  const isOwn = url.origin === origin && !url.pathname.startsWith("/api/");
  return { href: url.href, ownPath: isOwn ? `${url.pathname}${url.search}${url.hash}` : undefined };
}
