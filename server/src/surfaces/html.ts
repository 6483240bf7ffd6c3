import { escapeHtml } from "../platform/escape-html.ts";

/** A small page without scripts and external files. */
export const plainPage = (title: string, body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="UTF-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title></head><body><h1>${escapeHtml(title)}</h1>${body}</body></html>\n`;

export const PLAIN_PAGE_CSP = "default-src 'none'; frame-ancestors 'none'";
