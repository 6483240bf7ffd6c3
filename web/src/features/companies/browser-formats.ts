import { type DateFormat, DEFAULT_FORMATS, type Formats, LANGUAGES, type NumberFormat } from "@kith/filter/values";
import { COUNTRIES, currencyOf } from "./countries.ts";

/** How a new company writes values until somebody says otherwise: as the browser of its first Admin does. */
export function browserFormats(language: string): Formats {
  const locale = new Intl.Locale(language).maximize();
  const country = COUNTRIES.find((code) => code === locale.region) ?? "";
  return {
    currency: currencyOf(country) || DEFAULT_FORMATS.currency,
    number: numberFormat(language),
    date: dateFormat(language),
    weekStart: weekStart(locale),
    language: LANGUAGES.find((one) => one === locale.language) ?? "en",
    country,
  };
}

function numberFormat(language: string): NumberFormat {
  const parts = new Intl.NumberFormat(language).formatToParts(1_234_567.8);
  const mark = (type: Intl.NumberFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? "";
  if (mark("decimal") === ",") return mark("group") === "." ? "1.234,5" : "1 234,5";
  return /['’]/.test(mark("group")) ? "1'234.5" : "1,234.5";
}

function dateFormat(language: string): DateFormat {
  const parts = new Intl.DateTimeFormat(language, { year: "numeric", month: "numeric", day: "numeric" }).formatToParts();
  const first = parts.find(({ type }) => type === "day" || type === "month" || type === "year")?.type;
  return first === "month" ? "month_day_year" : first === "year" ? "year_month_day" : "day_month_year";
}

/** Newer than TypeScript's library; a browser without it starts on Monday. */
function weekStart(locale: Intl.Locale & { getWeekInfo?: () => { firstDay: number } }): Formats["weekStart"] {
  const day = locale.getWeekInfo?.().firstDay;
  return day === 6 || day === 7 ? day : 1;
}
