import { formTree, linkBeside, type Sent, type ShownForm } from "./form-tree.ts";
import { element, toHtml, type Tree } from "./tree.ts";
import { whatIsWrong } from "./words.ts";

/** The first sentence of the thanks is its heading. */
function thanksTree(thanks: string): Tree {
  const [, first, rest] = /^(.{1,60}?)(?:[.]\s+|$)(.*)$/s.exec(thanks) ?? [null, "Thank you", thanks];
  return element(
    "section",
    { class: "kith-form kith-thanks", role: "status" },
    element("h2", {}, (first ?? "").replace(/[.]$/, "") || "Thank you"),
    rest && element("p", {}, rest),
  );
}

function pitchTree({ headline, name, intro, points }: ShownForm): Tree {
  const list = element("ul", { class: "kith-points" }, ...points.map((point) => element("li", {}, point)));
  return element(
    "div",
    { class: "kith-pitch" },
    element("h1", {}, headline || name),
    intro && element("p", {}, intro),
    points.length > 0 && list,
  );
}

/** Sites in the European Union have to say who they are and what becomes of what somebody writes. */
const footerTree = ({ company, privacy_url: privacy, imprint_url: imprint }: ShownForm) =>
  element("footer", {}, company, privacy && linkBeside(privacy, "Privacy"), imprint && linkBeside(imprint, "Imprint"));

export interface PageSetting {
  /** The form was sent: thanks in its place. */
  isSent?: boolean;
  sent?: Sent | undefined;
  hidden?: Readonly<Record<string, string>>;
}

/** The hosted page of a form. It needs no script; with it, a lead outlives an outage of the service. */
export function formPage(form: ShownForm, { isSent = false, sent, hidden = {} }: PageSetting): string {
  const wrong = sent && element("p", { class: "kith-wrong", role: "alert" }, whatIsWrong(sent.errors.length));
  // Where the page has a title of its own, the form's name stands above its fields.
  const title = form.headline && element("h2", {}, form.name);
  const next = form.redirect_url ?? `${form.url}?sent=1`;
  const body = element(
    "body",
    { class: "kith-page" },
    element("header", {}, form.company),
    element("main", {}, pitchTree(form), isSent ? thanksTree(form.thanks) : formTree(form, { sent, hidden, next, top: [wrong, title] })),
    footerTree(form),
  );
  const head = element(
    "head",
    {},
    element("meta", { charset: "utf-8" }),
    element("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
    element("meta", { name: "color-scheme", content: "light dark" }),
    element("title", {}, `${isSent ? "Sent" : form.name} · ${form.company}`),
    element("link", { rel: "stylesheet", href: "/f/kith.css" }),
    element("script", { src: "/f/kith.js", defer: true }),
  );
  return `<!doctype html>${toHtml(element("html", { lang: "en" }, head, body))}\n`;
}

/** Chromium holds `form-action` against the address that the answer leads to, too. */
export function pagePolicy({ redirect_url }: Pick<ShownForm, "redirect_url">): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    `form-action 'self'${redirect_url ? ` ${new URL(redirect_url).origin}` : ""}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
}
