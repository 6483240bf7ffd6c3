import { MAX_FIELD_BYTES, MAX_HEADER_BYTES } from "./limits.ts";

const LF = 10;
const CR = 13;
const SPACE = 32;
const TAB = 9;
const BETWEEN = new Set([LF, CR, SPACE, TAB]);

/**
 * The same mail with a header of bounded size: a field of megabytes (a hundred thousand recipients) is cut, and fields behind the first
 * megabyte are left out. A parser reads every byte of a header several times, so an unbounded one would hold it for minutes.
 */
export function shortenHeader(mail: Buffer): Buffer {
  const end = headerEnd(mail);
  if (end <= MAX_FIELD_BYTES) return mail;
  const kept: Buffer[] = [];
  let size = 0;
  for (let from = 0; from < end && size < MAX_HEADER_BYTES;) {
    const to = fieldEnd(mail, from, end);
    const field = to - from > MAX_FIELD_BYTES ? cutField(mail.subarray(from, from + MAX_FIELD_BYTES)) : mail.subarray(from, to);
    kept.push(field);
    size += field.length;
    from = to;
  }
  return Buffer.concat([...kept, mail.subarray(end)]);
}

/** Where the empty line behind the header begins; the mail's end if there is none. */
function headerEnd(mail: Buffer): number {
  let from = 0;
  while (from < mail.length) {
    const first = mail[from];
    if (first === LF || (first === CR && mail[from + 1] === LF)) return from;
    const lineEnd = mail.indexOf(LF, from);
    if (lineEnd === -1) return mail.length;
    from = lineEnd + 1;
  }
  return mail.length;
}

/** A field goes on as long as lines begin with a space. */
function fieldEnd(mail: Buffer, from: number, end: number): number {
  let at = from;
  while (at < end) {
    const lineEnd = mail.indexOf(LF, at);
    if (lineEnd === -1 || lineEnd >= end) return end;
    at = lineEnd + 1;
    if (mail[at] !== SPACE && mail[at] !== TAB) return at;
  }
  return end;
}

/** Cut at the last comma or space, so that the last address kept is a whole one. */
function cutField(field: Buffer): Buffer {
  const place = Math.max(field.lastIndexOf(","), field.lastIndexOf(SPACE), 0);
  let end = place > MAX_FIELD_BYTES / 2 ? place : field.length;
  // A line end left here would be an empty line, and the header would end.
  while (end > 0 && BETWEEN.has(field[end - 1] ?? 0)) end--;
  return Buffer.concat([field.subarray(0, end), Buffer.from("\r\n")]);
}
