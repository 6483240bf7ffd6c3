import { createPlaces } from "../../platform/places.ts";

/** Files that a worker reads at the same time, each of another company. */
const READ_AT_ONCE = 3;

/**
 * Bounds the memory of a worker: the texts of a workbook are in memory while it is read, up to 200 MB. More at once would not be read
 * sooner, because reading is work for one thread.
 */
export function createReading() {
  const all = createPlaces(READ_AT_ONCE);
  const companies = new Map<string, { places: ReturnType<typeof createPlaces>; files: number }>();

  return async function readInTurn<T>(companyId: string, read: () => Promise<T>): Promise<T> {
    const company = companies.get(companyId) ?? { places: createPlaces(1), files: 0 };
    companies.set(companyId, company);
    company.files++;
    const own = await company.places.enter();
    const shared = await all.enter();
    try {
      return await read();
    } finally {
      shared.leave();
      own.leave();
      if (--company.files === 0) companies.delete(companyId);
    }
  };
}
