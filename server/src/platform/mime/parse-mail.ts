import PostalMime, { type Attachment, type Email } from "postal-mime";
import { isReport, readBounce } from "./bounce.ts";
import { cleanLine, cleanText } from "./clean-text.ts";
import { cleanFileName, cleanType } from "./file-name.ts";
import { authenticationOf, isFromList, kindOf, mayBeBounce, type ValuesOf } from "./kind.ts";
import { MAX_FILES, MAX_HEADER_BYTES, MAX_ID, MAX_NESTING, MAX_SUBJECT, MAX_TEXT } from "./limits.ts";
import { firstMailbox, readMailboxes } from "./mailboxes.ts";
import { bytesKey, messageKey, readDate, readId, readIds } from "./message-ids.ts";
import { quoteAt } from "./quotes.ts";
import type { MailFile, ReadMail } from "./read-mail-types.ts";
import { cutHtml, safeHtml } from "./safe-html.ts";
import { shortenHeader } from "./shorten-header.ts";
import { textOfSafe } from "./text-of.ts";

/** Headers of the parts inside count too, so this leaves them as much again. */
const MAX_ALL_HEADERS = 4 * MAX_HEADER_BYTES;

/** Escaped, a text may take several times its length. */
const MAX_SAFE_HTML = 5_000_000;

/** Reads a mail. Runs in a thread (see read-mail.ts): a mail made for it holds whoever reads it for as long as it is let. */
export async function parseMail(bytes: Buffer): Promise<ReadMail> {
  const email = await PostalMime.parse(shortenHeader(bytes), {
    // A mail inside the mail is a file. Read as part of the text, five thousand of them inside each other take 15 seconds.
    forceRfc822Attachments: true,
    maxNestingDepth: MAX_NESTING,
    maxHeadersSize: MAX_ALL_HEADERS,
  });
  const values = valuesOf(email);
  const messageId = readId(values("message-id")[0] ?? "");
  const from = firstMailbox(email.from);
  const date = readDate(values("date")[0] ?? "");
  const [replyTo, to, cc] = [readMailboxes(email.replyTo), readMailboxes(email.to), readMailboxes(email.cc)];
  const body = bodyOf(email);
  const parts = email.attachments.map((part) => ({ part, type: cleanType(part.mimeType), bytes: bytesOf(part) }));
  const bounce = mayBeBounce(values) ? readBounce(parts) : null;
  const files = parts.filter(({ type }) => !(bounce && isReport(type)));
  return {
    messageId,
    inReplyTo: readIds(values("in-reply-to")[0] ?? ""),
    references: readIds(values("references")[0] ?? ""),
    date,
    from,
    replyTo: replyTo.mailboxes,
    to: to.mailboxes,
    cc: cc.mailboxes,
    subject: cleanLine(email.subject ?? "", MAX_SUBJECT),
    text: body.text,
    html: body.html,
    quoteAt: quoteAt(body.text),
    files: files.slice(0, MAX_FILES).map(({ part, type, bytes: content }) => fileOf(part, type, content, body.html)),
    kind: kindOf(values, bounce !== null),
    isList: isFromList(values),
    bounce,
    authentication: authenticationOf(values),
    kithMessage: /^\s*(msg_\w{1,60})\s*$/.exec(values("x-kith-message")[0] ?? "")?.[1] ?? null,
    key: messageKey({ messageId, date, from }) ?? bytesKey(bytes),
    leftOut: {
      files: Math.max(files.length - MAX_FILES, 0),
      recipients: replyTo.leftOut + to.leftOut + cc.leftOut,
      isTextCut: body.isCut,
    },
  };
}

const valuesOf =
  (email: Email): ValuesOf =>
  (name) =>
    email.headers.filter((header) => header.key === name).map((header) => header.value);

/** The text part if the writer sent one with words in it, otherwise the words of the HTML. */
function bodyOf(email: Email): { text: string; html: string | null; isCut: boolean } {
  const given = email.html ?? "";
  const html = given.trim() === "" ? null : cleanText(safeHtml(given), MAX_SAFE_HTML);
  const plain = email.text ?? "";
  const text = plain.trim() === "" && html !== null ? textOfSafe(html) : plain;
  return { text: cleanText(text, MAX_TEXT), html, isCut: text.length > MAX_TEXT || cutHtml(given).length < given.length };
}

function bytesOf({ content }: Attachment): Buffer {
  if (typeof content === "string") return Buffer.from(content);
  return content instanceof ArrayBuffer ? Buffer.from(content) : Buffer.from(content.buffer, content.byteOffset, content.byteLength);
}

function fileOf(part: Attachment, type: string, bytes: Buffer, html: string | null): MailFile {
  const contentId = cleanLine(part.contentId ?? "", MAX_ID).replaceAll(/[<>]/g, "") || null;
  return {
    name: cleanFileName(part.filename, type),
    type,
    contentId,
    bytes,
    isInline: contentId !== null && html !== null && html.includes(`"cid:${contentId}"`),
  };
}
