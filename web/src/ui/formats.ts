import { DEFAULT_FORMATS, type Formats, type NumberFormat } from "@kith/filter/values";

/**
 * How the company writes numbers, money and days. Set when the session is read (FormatsProvider), before any page is drawn, and again when
 * an Admin changes them. Kept here and not passed along, because every text on the page depends on it.
 */
let current: Formats = DEFAULT_FORMATS;

export function setFormats(formats: Formats): void {
  current = formats;
}

export const formats = (): Formats => current;

/** What a text would be in other formats. */
export function withFormats<T>(other: Formats, write: () => T): T {
  const before = current;
  current = other;
  try {
    return write();
  } finally {
    current = before;
  }
}

/** A locale that writes numbers like this. The names of months and days have a setting of their own. */
const LOCALES: Record<NumberFormat, string> = { "1,234.5": "en", "1.234,5": "de", "1 234,5": "fr", "1'234.5": "de-CH" };

// Cached: creating a formatter takes milliseconds, and a list shows hundreds of values (bench:web, scrolling).
const formatters = new Map<string, Intl.NumberFormat>();

/** Takes the decimal text as it is kept, so that no digit is lost on the way. */
function format(value: string | number, name: string, options: Intl.NumberFormatOptions): string {
  const key = `${current.number} ${name}`;
  // "1.250" as well as "11.250": some formatters group only from ten thousand on.
  const known = formatters.get(key) ?? new Intl.NumberFormat(LOCALES[current.number], { useGrouping: "always", ...options });
  formatters.set(key, known);
  return known.format(value as number);
}

/** "1,234.5" */
export const numberText = (value: number | string) => format(value, "number", { maximumFractionDigits: 6 });

/** "1,234" of something. */
export const wholeText = (value: number) => format(value, "whole", { maximumFractionDigits: 0 });

const COMPACT: Intl.NumberFormatOptions = { notation: "compact", maximumSignificantDigits: 3 };
// From here on every language has a word for the unit. German has none for a thousand: 11.250 would become 11.300, which is another amount.
const isCompact = (value: number | string) => Math.abs(Number(value)) >= 1_000_000;

/** "12,400", "2.32M" */
export const compactText = (value: number | string) => (isCompact(value) ? format(value, "compact", COMPACT) : numberText(value));

/** "€48,000", "48.000,50 €"; compact from a million on: "€2.32M", "2,32 Mio. €". A dollar that is not the company's says whose it is where that is unclear: "CA$20". */
export function amountText(amount: string | number, currency: string, style: "full" | "compact" = "full"): string {
  const isShort = style === "compact" && isCompact(amount);
  return format(amount, `${currency} ${current.currency === currency} ${isShort ? "compact" : "full"}`, {
    style: "currency",
    currency,
    currencyDisplay: current.currency === currency ? "narrowSymbol" : "symbol",
    trailingZeroDisplay: "stripIfInteger",
    ...(isShort ? COMPACT : {}),
  });
}

const dayFormatters = new Map<string, Intl.DateTimeFormat>();

/** A part of a day such as 2026-11-20, in the company's language. */
function inLanguage(day: string, name: string, options: Intl.DateTimeFormatOptions): string {
  const key = `${current.language} ${name}`;
  const known = dayFormatters.get(key) ?? new Intl.DateTimeFormat(current.language, { timeZone: "UTC", ...options });
  dayFormatters.set(key, known);
  return known.format(Date.parse(`${day}T00:00:00Z`));
}

/** "Thu" */
export const weekdayText = (day: string) => inLanguage(day, "weekday", { weekday: "short" });

/** "Thursday" */
export const longWeekdayText = (day: string) => inLanguage(day, "long weekday", { weekday: "long" });

/** "Nov 2026" */
export const monthText = (day: string) => `${inLanguage(day, "month", { month: "short" })} ${Number(day.slice(0, 4))}`;

/** "20 Nov", "Nov 20", "20. Nov.". */
export function dayText(day: string): string {
  const [date, month] = [String(Number(day.slice(8))), inLanguage(day, "month", { month: "short" })];
  if (current.date === "month_day_year") return `${month} ${date}`;
  return current.language === "en" ? `${date} ${month}` : inLanguage(day, "day", { day: "numeric", month: "short" });
}

/** "20 Nov 2026", "Nov 20, 2026", "2026-11-20", "20. Nov. 2026". */
export function dayWithYear(day: string): string {
  const year = Number(day.slice(0, 4));
  if (current.date === "year_month_day") return day;
  if (current.date === "month_day_year") return `${dayText(day)}, ${year}`;
  return current.language === "en"
    ? `${dayText(day)} ${year}`
    : inLanguage(day, "day and year", { day: "numeric", month: "short", year: "numeric" });
}

/** "20.11.2026", "11/20/2026", "2026-11-20": what stands in a field that a day is typed into. */
export function typedDay(day: string): string {
  const [year = "", month = "", date = ""] = day.split("-");
  if (current.date === "year_month_day") return day;
  if (current.date === "month_day_year") return `${month}/${date}/${year}`;
  return [date, month, year].join(current.language === "en" ? "/" : ".");
}
