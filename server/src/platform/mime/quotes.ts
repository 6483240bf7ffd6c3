/**
 * Where the quoted part of a mail's text begins, or null. What is quoted is folded on screen and never removed, and with nothing of the
 * writer's own in front of it nothing is folded. One pass over the lines: a mail of a megabyte takes a few milliseconds.
 */
export function quoteAt(text: string): number | null {
  const lines = linesOf(text);
  if (lines.length > MAX_LINES) return null;
  const at = startOfQuote(lines);
  if (at === null || !lines.slice(0, at).some(isWritten)) return null;
  return lines[at]?.from ?? null;
}

interface Line {
  from: number;
  text: string;
  isBlank: boolean;
  isMarked: boolean;
}

/** A line longer than this is nobody's "Ada wrote:", and no pattern is tried on it. */
const MAX_HEADING = 400;
/** A mail of more lines is a list or a log; nobody looks for the quote in it. */
const MAX_LINES = 5_000;
/** So far down nobody has begun to quote; and whoever wants to waste our time writes a heading on every line. */
const MAX_TRIED = 2_000;

function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  for (let from = 0; from <= text.length && lines.length <= MAX_LINES;) {
    const end = text.indexOf("\n", from);
    const to = end === -1 ? text.length : end;
    const line = text.slice(from, Math.min(to, from + MAX_HEADING)).trim();
    lines.push({ from, text: line, isBlank: line === "", isMarked: line.startsWith(">") });
    from = to + 1;
  }
  return lines;
}

const isWritten = ({ isBlank, isMarked }: Line) => !isBlank && !isMarked;

function startOfQuote(lines: Line[]): number | null {
  const marked = markedEnd(lines);
  // What stands below a heading is quoted to the end, whatever mark each line has; a heading below the marked end is inside of it.
  const limit = Math.min(marked ?? lines.length, MAX_TRIED);
  for (let at = 0; at < limit; at++) {
    const line = lines[at];
    if (!line || line.isBlank || line.isMarked) continue;
    if (isSeparator(line.text) || isHeaderBlock(lines, at)) return withRule(lines, at);
    // "Ada wrote:" above lines without a mark is a quote only if no line below has one: otherwise the writer answers between them.
    const length = attributionLength(lines, at);
    if (length > 0 && isUnmarkedBelow(lines, at + length)) return at;
  }
  return marked === null ? null : withAttribution(lines, marked);
}

/** The first line of the marked ones at the end, with blank lines between them. Own words below them are an answer in between. */
function markedEnd(lines: Line[]): number | null {
  let first: number | null = null;
  for (let at = lines.length - 1; at >= 0; at--) {
    const line = lines[at];
    if (!line || line.isBlank) continue;
    if (!line.isMarked) break;
    first = at;
  }
  return first;
}

/** Includes the "Ada wrote:" above, which may be broken into two or three lines. */
function withAttribution(lines: Line[], marked: number): number {
  let above = marked - 1;
  while (above >= 0 && lines[above]?.isBlank) above--;
  for (let length = 1; length <= MAX_ATTRIBUTION_LINES; length++) {
    const at = above - length + 1;
    if (at >= 0 && attributionLength(lines, at) === length) return at;
  }
  return marked;
}

const isUnmarkedBelow = (lines: Line[], at: number) => {
  const below = lines.slice(at, at + 500).filter((line) => !line.isBlank);
  return below.length > 0 && !below.some((line) => line.isMarked);
};

const MAX_ATTRIBUTION_LINES = 3;

/** How many lines from here are one "On 16 Nov 2026 at 10:12, Ada wrote:"; 0 if they are not. */
function attributionLength(lines: Line[], at: number): number {
  let joined = "";
  for (let length = 1; length <= MAX_ATTRIBUTION_LINES; length++) {
    const line = lines[at + length - 1];
    if (!line || line.isBlank || line.isMarked) return 0;
    joined = joined === "" ? line.text : `${joined} ${line.text}`;
    if (joined.length > MAX_HEADING) return 0;
    if (isAttribution(joined)) return length;
  }
  return 0;
}

/** How a heading begins and ends, by language. The end alone would also be the end of a sentence. */
const ATTRIBUTIONS: readonly (readonly [RegExp, RegExp])[] = [
  [/^on\b/i, /\bwrote ?:$/i],
  [/^am\b/i, /\bschrieb\b.{0,200}:$/i],
  [/^le\b/i, /\ba écrit ?:$/i],
  [/^el\b/i, /\bescribió ?:$/i],
  [/^il\b/i, /\bha scritto ?:$/i],
  [/^op\b/i, /\bschreef\b.{0,200}:$/i],
  [/^den\b/i, /\bskrev\b.{0,200}:$/i],
  [/^(?:em|no dia|a)\b/i, /\bescreveu ?:$/i],
  [/^(?:w dniu|dnia|pon|wt|śr|czw|pt|sob|niedz)/i, /\bnapisał(?:\(a\)|a)? ?:$/i],
  [/^(?:ma|ti|ke|to|pe|la|su)\b/i, /\bkirjoitti\b.{0,200}:$/i],
  [/^\d/, /(?:\bwrote|\bschrieb|<[^<>\s]{3,200}>|написал[аи]?|написа(?:в|ла)) ?[:：]$/i],
  [/^(?:пн|вт|ср|чт|пт|сб|вс)/i, /(?:<[^<>\s]{3,200}>|писал[аи]?) ?:$/i],
  [/^\d{4}年/, /(?:<[^<>\s]{3,200}>|写道|寫道) ?[:：]$/],
  [/^在/, /(?:写道|寫道) ?[:：]$/],
];
/** A heading names a day or a time; a sentence that ends in "wrote:" rarely does. */
const DATED = /\d{1,2}[:.h]\d{2}|\b\d{4}\b|\d{4}年|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}/;

const isAttribution = (text: string) =>
  (text.endsWith(":") || text.endsWith("：")) &&
  DATED.test(text) &&
  ATTRIBUTIONS.some(([start, end]) => start.test(text) && end.test(text));

const SEPARATOR_WORDS =
  /^(?:original message|ursprüngliche nachricht|message d'origine|message original|mensaje original|messaggio originale|oorspronkelijk bericht|ursprungligt meddelande|oprindelig meddelelse|opprinnelig melding|mensagem original|wiadomość oryginalna|forwarded message|weitergeleitete nachricht|message transféré|doorgestuurd bericht|原始邮件|原始郵件|исходное сообщение)$/i;

const MAX_SEPARATOR = 120;

/** "-----Original Message-----", or the line of a help desk that asks to answer above it. */
function isSeparator(text: string): boolean {
  if (/^##- .{1,200} -##$/.test(text)) return true;
  if (text.length > MAX_SEPARATOR || !text.startsWith("-") || !text.endsWith("-")) return false;
  let [from, to] = [0, text.length];
  while (from < to && isDash(text, from)) from++;
  while (to > from && isDash(text, to - 1)) to--;
  return SEPARATOR_WORDS.test(text.slice(from, to));
}

const isDash = (text: string, at: number) => text[at] === "-" || text[at] === " ";

/** The names of From, Sent or Date, To and Subject in the languages of Outlook and others, without their colon. */
const HEADER_NAMES = {
  from: /^\*?(?:from|von|de|da|van|från|fra|od|lähettäjä|от|发件人|寄件者|差出人) ?\*? ?[:：]/i,
  date: /^\*?(?:sent|date|gesendet|datum|envoyé|enviado|enviada em|inviato|data|verzonden|skickat|sendt|wysłano|lähetetty|дата|отправлено|发送时间|寄件日期|日期|送信日時|fecha)(?: el| le)? ?\*? ?[:：]/i,
  to: /^\*?(?:to|an|à|para|a|aan|till|til|do|vastaanottaja|кому|收件人|收件者|宛先) ?\*? ?[:：]/i,
  subject: /^\*?(?:subject|betreff|objet|asunto|assunto|oggetto|onderwerp|ämne|emne|temat|aihe|тема|主题|主旨|件名) ?\*? ?[:：]/i,
};
const HEADER_LINES = 8;

/** A copied header: From first, then at least two of date, recipients and subject within a few lines. */
function isHeaderBlock(lines: Line[], at: number): boolean {
  if (!HEADER_NAMES.from.test(lines[at]?.text ?? "")) return false;
  const below = lines.slice(at + 1, at + 1 + HEADER_LINES).map((line) => line.text);
  return [HEADER_NAMES.date, HEADER_NAMES.to, HEADER_NAMES.subject].filter((name) => below.some((text) => name.test(text))).length >= 2;
}

/** Outlook draws a line of underscores above a copied header, others write a separator there. */
function withRule(lines: Line[], at: number): number {
  for (let above = at - 1; above >= 0 && above >= at - 3; above--) {
    const line = lines[above];
    if (line?.isBlank) continue;
    return line && (/^[_-]{10,200}$/.test(line.text) || isSeparator(line.text)) ? above : at;
  }
  return at;
}
