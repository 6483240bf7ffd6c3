import { escapeHtml } from "../../../platform/escape-html.ts";
import { nameInMail, textInMail } from "../../../platform/mail.ts";
import { KINDS, type Kind } from "../shapes.ts";
import { aboutKinds } from "./choices.ts";

/** A mail, ready to be sent. */
export interface Letter {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  unsubscribeUrl: string;
}

/** A notification in a mail. */
interface Line {
  kind: Kind;
  text: string;
  name: string;
  url: string;
}

interface Content {
  company: string;
  lines: Line[];
  /** With those that have no room. */
  total: number;
  isDaily: boolean;
  baseUrl: string;
  unsubscribeUrl: string;
  /** What that turns off. */
  offKinds: Kind[];
}

const HEADINGS: Readonly<Record<Kind, string>> = {
  mention: "Mentions",
  assignment: "Assigned to you",
  reply: "Messages of customers",
  due: "Due tasks",
  finished: "Imports and exports",
  key: "API keys",
};

// Subjects hold no name: it would be a way to write anything into them.
const SUBJECTS: Readonly<Record<Kind, string>> = {
  mention: "You were mentioned in a note",
  assignment: "Something was assigned to you",
  reply: "New message in your conversation",
  due: "Tasks of yours are due",
  finished: "Your import or export is over",
  key: "Your API key has read far more than usual",
};

/** Writes a mail. Names of people and records are short in it, and never become links. */
export function writeLetter(content: Content): Pick<Letter, "subject" | "text" | "html"> {
  const { lines, total, isDaily } = content;
  const [kind, other] = new Set(lines.map((line) => line.kind));
  const count = `${total} ${total === 1 ? "notification" : "notifications"}`;
  const subject = isDaily ? `${count} that you have not read` : kind && !other ? SUBJECTS[kind] : `${count} in Kith`;
  return { subject, text: textOf(content), html: htmlOf(content, subject) };
}

const groupsOf = (lines: Line[]) =>
  KINDS.flatMap((kind) => {
    const same = lines.filter((line) => line.kind === kind);
    return same.length > 0 ? [{ heading: HEADINGS[kind], same }] : [];
  });

const sentenceOf = ({ text, name }: Line) => (name ? `${textInMail(text)}: “${nameInMail(name)}”` : textInMail(text));

function footOf({ company, isDaily, baseUrl }: Content) {
  const where = `“${nameInMail(company)}”`;
  return {
    why: isDaily
      ? `This is what you have not read in ${where}. You get it once a day.`
      : `You get this email because of your choices in ${where}.`,
    choose: { words: "Choose which emails you get", url: `${baseUrl}/profile/notifications` },
    all: { words: "All notifications", url: `${baseUrl}/notifications` },
  };
}

const offWords = ({ offKinds }: Content) => `No more emails about ${aboutKinds(offKinds)}`;

function textOf(content: Content): string {
  const { lines, total, unsubscribeUrl } = content;
  const { why, choose, all } = footOf(content);
  const groups = groupsOf(lines).map(({ heading, same }, _, { length }) => {
    const said = same.map((line) => `${sentenceOf(line)}\n${line.url}`).join("\n\n");
    return length > 1 ? `${heading}\n\n${said}` : said;
  });
  const more = total > lines.length ? [`${total - lines.length} more.`] : [];
  const foot = [`${all.words}: ${all.url}`, `${choose.words}: ${choose.url}`, `${offWords(content)}: ${unsubscribeUrl}`];
  return `${[...groups, ...more, [why, ...foot].join("\n")].join("\n\n")}\n`;
}

const TEXT = "font:15px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;color:#1c1d21";
const FAINT = "font-size:13px;color:#62646c";
const LINK = "color:#1c1d21";

/** One column without pictures, classes or scripts: every mail program shows it alike, and nothing is fetched. */
function htmlOf(content: Content, subject: string): string {
  const { lines, total, unsubscribeUrl } = content;
  const { why, choose, all } = footOf(content);
  const link = (words: string, url: string, style = LINK) => `<a href="${escapeHtml(url)}" style="${style}">${escapeHtml(words)}</a>`;
  const groups = groupsOf(lines).map(({ heading, same }, _, { length }) => {
    const said = same.map((line) => `<p style="margin:0 0 12px">${link(sentenceOf(line), line.url)}</p>`).join("\n");
    return length > 1 ? `<h2 style="margin:24px 0 8px;font-size:15px">${escapeHtml(heading)}</h2>\n${said}` : said;
  });
  const more = total > lines.length ? `<p style="margin:0 0 12px">${total - lines.length} more.</p>\n` : "";
  const foot = [link(all.words, all.url, FAINT), link(choose.words, choose.url, FAINT), link(offWords(content), unsubscribeUrl, FAINT)];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px 16px;background:#fff;${TEXT}"><div style="max-width:560px;margin:0 auto">
${groups.join("\n")}
${more}<p style="margin:24px 0 0;padding-top:12px;border-top:1px solid #e3e3e6;${FAINT}">${escapeHtml(why)}<br>
${foot.join("<br>\n")}</p>
</div></body></html>
`;
}
