import { countryCode, isCountryKey } from "@kith/filter/values";
import { weekdayText } from "../../ui/formats.ts";
import { dayOf, timeOfDay } from "../../ui/time-text.ts";
import type { CrmRecord } from "../fields/index.ts";

/** What a field with a time zone is called. The types that a company begins with have none. */
const ZONE_KEY = /(?:^|_)time_?zone$/;

/** The time zones that somebody may be in, by what their record says. Empty: nothing is known. */
export function zonesOf({ values }: Pick<CrmRecord, "values">): string[] {
  const texts = (isIt: (key: string) => boolean) =>
    Object.entries(values).flatMap(([key, value]) => (isIt(key) && typeof value === "string" && value !== "" ? [value] : []));
  const zone = texts((key) => ZONE_KEY.test(key)).find(isZone);
  if (zone !== undefined) return [zone];
  const [country] = texts(isCountryKey);
  return country === undefined ? [] : zonesIn(country);
}

/** "11:24", and with the day where it is another one than here. Undefined where the zones differ: nobody knows then in which they are. */
export function localTime(zones: string[], now: Date, here: string): string | undefined {
  const [text, ...others] = new Set(zones.map((zone) => timeText(now, zone, here)));
  return others.length === 0 ? text : undefined;
}

function timeText(now: Date, zone: string, here: string): string {
  const day = dayOf(now, zone);
  return day === dayOf(now, here) ? timeOfDay(now, zone) : `${weekdayText(day)} ${timeOfDay(now, zone)}`;
}

/** Written as the code or the name of a country. A browser that does not know its zones says nothing. */
function zonesIn(country: string): string[] {
  const code = /^[a-z]{2}$/i.test(country) ? country : countryCode(country.trim().toLowerCase());
  if (code === undefined) return [];
  const locale: RegionLocale = new Intl.Locale("und", { region: code });
  return locale.getTimeZones?.() ?? [];
}

/** TypeScript does not know it yet. */
interface RegionLocale extends Intl.Locale {
  getTimeZones?(): string[] | undefined;
}

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
