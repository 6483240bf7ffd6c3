import { STYLE } from "./mail-style.ts";

export interface MailParts {
  /** It ends with what it answers, which is folded. */
  hasQuote: boolean;
  /** How many pictures are on other servers and were not loaded. */
  remoteCount: number;
}

/** Puts the HTML of a mail into the document of its frame, cleaned once more, and says what is in it. */
export async function putMail(doc: Document, html: string, pictures: ReadonlyMap<string, string>): Promise<MailParts> {
  // Only who opens a mail with HTML needs it.
  const { default: createPurify } = await import("dompurify");
  // With the window of the frame: it reads the mail by the frame's rules, and the page's would complain about every style.
  const clean = createPurify(doc.defaultView ?? window).sanitize(html, {
    RETURN_DOM_FRAGMENT: true,
    FORBID_TAGS: ["style", "form", "input", "button", "textarea", "select", "svg", "math", "video", "audio", "dialog"],
    FORBID_ATTR: ["id", "name", "srcset", "background", "ping", "popover", "autofocus", "tabindex"],
    // Where a picture on another server is: it loads only when somebody asks.
    ADD_ATTR: ["data-src", "target"],
    // The second half is everything that names no scheme, such as a width. "cid:" names a picture inside the mail.
    ALLOWED_URI_REGEXP: /^(?:(?:https?|mailto|tel|cid):|[^a-z]|[a-z+.-]+(?:[^a-z+.\-:]|$))/i,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  });
  for (const link of clean.querySelectorAll("a")) {
    // A relative one would lead into our own pages.
    if (!/^(?:https?|mailto|tel):/i.test(link.getAttribute("href") ?? "")) link.removeAttribute("href");
    link.target = "_blank";
    link.rel = "noopener noreferrer nofollow";
    // Words and address often differ: the address is there to be read before the press.
    link.title = link.href;
  }
  for (const element of clean.querySelectorAll<HTMLElement>("[style]")) keepSafeStyle(element);
  const remoteCount = placePictures(clean, pictures);
  const quote = lateQuote(clean);
  quote?.setAttribute("data-quote", "");
  const style = doc.createElement("style");
  style.textContent = STYLE;
  doc.head.replaceChildren(style);
  doc.body.replaceChildren(doc.adoptNode(clean));
  openLinksOutside(doc);
  return { hasQuote: quote !== undefined, remoteCount };
}

/** Gives the pictures of the mail itself their bytes. Those on other servers are counted and not loaded. */
function placePictures(clean: DocumentFragment, pictures: ReadonlyMap<string, string>): number {
  let remoteCount = 0;
  for (const image of clean.querySelectorAll("img")) {
    const source = image.getAttribute("src") ?? image.getAttribute("data-src") ?? "";
    const inside = source.startsWith("cid:") ? pictures.get(source.slice("cid:".length)) : undefined;
    image.removeAttribute("src");
    if (inside) image.src = inside;
    else if (/^https?:/i.test(source)) remoteCount += 1;
  }
  return remoteCount;
}

/** Nothing is laid over something else, and nothing is loaded by a style. */
function keepSafeStyle(element: HTMLElement): void {
  if (/url\s*\(|image-set|expression|\\/i.test(element.getAttribute("style") ?? "")) element.removeAttribute("style");
  for (const property of ["position", "z-index", "transform"]) element.style.removeProperty(property);
}

/** The quote at the end of a mail, unless it is all there is: what somebody wrote themselves is never folded away. */
function lateQuote(clean: DocumentFragment): HTMLElement | undefined {
  const quote = [...clean.querySelectorAll<HTMLElement>("blockquote")].find(
    (one) => !one.parentElement?.closest("blockquote") && isLast(one),
  );
  if (!quote) return undefined;
  const rest = (clean.textContent ?? "").replace(quote.textContent ?? "", "");
  return rest.trim() === "" ? undefined : quote;
}

/** Nothing is written below it. */
function isLast(element: Element): boolean {
  const range = new Range();
  range.setStartAfter(element);
  const root = element.getRootNode();
  range.setEndAfter(root.lastChild ?? element);
  return range.toString().trim() === "";
}

const followed = new WeakSet<Document>();

/**
 * What a link in a sandboxed frame opens is in a sandbox too, and most pages do not work in one. So this page opens it. Keys pressed in
 * the frame are passed on: somebody who clicked into a mail can still go to the next one.
 */
function openLinksOutside(doc: Document): void {
  if (followed.has(doc)) return;
  followed.add(doc);
  doc.addEventListener("click", (event) => {
    const link = (event.target as Element | null)?.closest?.("a[href]");
    if (!link) return;
    event.preventDefault();
    window.open((link as HTMLAnchorElement).href, "_blank", "noopener,noreferrer");
  });
  doc.addEventListener("keydown", ({ key, metaKey, ctrlKey, altKey, shiftKey }) => {
    window.dispatchEvent(new KeyboardEvent("keydown", { key, metaKey, ctrlKey, altKey, shiftKey, cancelable: true }));
  });
}
