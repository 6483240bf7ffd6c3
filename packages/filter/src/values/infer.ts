import { readNumericDay } from "../dates/numeric-day.ts";
import { splitTime } from "../dates/time-of-day.ts";
import { DATE_FORMATS, NUMBER_FORMATS, type DateFormat, type NumberFormat } from "./formats.ts";
import { plainText } from "./plain-text.ts";
import { isMoneyInFormat } from "./read-money.ts";

/**
 * The number formats that read the most texts of a column. Texts that no format reads do not count. Several formats: the column says
 * nothing against any of them, as a column of whole numbers does not.
 */
export function inferNumberFormat(texts: readonly string[]): NumberFormat[] {
  return best(NUMBER_FORMATS, texts, isMoneyInFormat);
}

/** The date formats that read the most texts of a column. Dates with a name of a month, or the year first, fit all. */
export function inferDateFormat(texts: readonly string[]): DateFormat[] {
  return best(DATE_FORMATS, texts, (given, format) => {
    const text = plainText(given, 60) ?? "";
    const day = readNumericDay(text, format) ?? readNumericDay(splitTime(text)?.day ?? "", format);
    return day !== undefined && day.own.length > 0;
  });
}

function best<F>(formats: readonly F[], texts: readonly string[], fits: (text: string, format: F) => boolean): F[] {
  const counts = formats.map((format) => texts.filter((text) => fits(text, format)).length);
  const most = Math.max(...counts);
  return formats.filter((_, index) => counts[index] === most);
}
