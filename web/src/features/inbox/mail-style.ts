/**
 * How a mail looks that brings no style of its own. Dark letters on white in both themes: most mails that have colours have them for
 * white paper. A mail may be wider than the page, and then scrolls.
 */
export const STYLE = `
:root { color-scheme: light; background: #fff; }
body { margin: 0; padding: 1px; display: flow-root; overflow-x: auto; font: 14px/1.5 "Inter Variable", system-ui, sans-serif; color: #1f1d1a; overflow-wrap: anywhere; }
body > :first-child { margin-top: 0; }
body > :last-child { margin-bottom: 0; }
img { max-width: 100%; height: auto; }
table { max-width: 100%; }
pre { white-space: pre-wrap; }
blockquote { margin: 0 0 0 2px; padding-left: 10px; border-left: 2px solid #d5d1ca; color: #56524b; }
a { color: #0a685c; }
blockquote[data-quote] { display: none; }
body[data-quote="shown"] blockquote[data-quote] { display: block; }
`;
