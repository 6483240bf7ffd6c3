/** What stands in a calendar: on a day, or at a time. */
export interface CalendarEntry {
  id: string;
  url: string;
  title: string;
  about: string;
  due: string;
  updated_at: string | Date;
  version: number;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const HALF_HOUR_MS = 30 * 60_000;
const MAX_OCTETS = 75;

/** A calendar as calendar programs read it (RFC 5545). Tasks are written as events, because Google and Outlook show no others. */
export const writeCalendar = ({ name, entries }: { name: string; entries: CalendarEntry[] }): string =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Kith//Kith//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
    "X-PUBLISHED-TTL:PT1H",
    ...entries.flatMap(writeEntry),
    "END:VCALENDAR",
  ]
    .map((line) => `${fold(line)}\r\n`)
    .join("");

const writeEntry = ({ id, url, title, about, due, updated_at: updatedAt, version }: CalendarEntry): string[] => [
  "BEGIN:VEVENT",
  `UID:${id}@${new URL(url).hostname}`,
  `DTSTAMP:${moment(updatedAt)}`,
  `LAST-MODIFIED:${moment(updatedAt)}`,
  `SEQUENCE:${version}`,
  ...whenOf(due),
  `SUMMARY:${escapeText(title)}`,
  `DESCRIPTION:${escapeText([about, url].filter(Boolean).join("\n"))}`,
  `URL:${url}`,
  // A task that is due takes none of the day's time.
  "TRANSP:TRANSPARENT",
  "END:VEVENT",
];

/** A day without an end is that whole day, in whatever zone its reader is. */
const whenOf = (due: string): string[] =>
  DAY.test(due)
    ? [`DTSTART;VALUE=DATE:${due.replaceAll("-", "")}`]
    : [`DTSTART:${moment(due)}`, `DTEND:${moment(new Date(new Date(due).getTime() + HALF_HOUR_MS))}`];

const moment = (at: string | Date) => new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, "");

/** Control characters have no meaning in a calendar, and a line end inside a text would begin a property of the writer's choice. */
const escapeText = (text: string) =>
  text
    .replaceAll(/\r\n?|[\u2028\u2029]/g, "\n")
    // oxlint-disable-next-line no-control-regex -- they are what is removed
    .replaceAll(/[\u0000-\u0009\u000b-\u001f\u007f]/g, " ")
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll("\n", String.raw`\n`);

/** Lines have at most 75 octets; what follows begins with a space. A character is never cut in two. */
function fold(line: string): string {
  let folded = "";
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > MAX_OCTETS) {
      folded += "\r\n ";
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}
