/**
 * How values are written and read: numbers, amounts of money, days and moments, in the formats of a company. One reader for cells,
 * imports, REST, MCP and filters, so that a text means the same everywhere or is refused. It knows no database and no browser.
 */
export { countryCode, countryName, isCountryKey } from "./values/countries.ts";
export { CURRENCIES, isCurrency } from "./values/currencies.ts";
export {
  DATE_FORMATS,
  DEFAULT_FORMATS,
  NUMBER_FORMATS,
  type DateFormat,
  type Formats,
  type NumberFormat,
  type Reading,
  type Writer,
} from "./values/formats.ts";
export { inferDateFormat, inferNumberFormat } from "./values/infer.ts";
export { readMoney, type Money } from "./values/read-money.ts";
export { readNumber } from "./values/read-number.ts";
export { readDay, readMoment } from "./values/read-time.ts";
export { LANGUAGES, type Language } from "./dates/words.ts";
export { createZone, UTC, type Zone } from "./dates/zone.ts";
export type { Moment } from "./dates/dates.ts";
