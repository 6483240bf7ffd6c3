import { SECOND_MS } from "../../../kernel/clock.ts";
import { createPlaces } from "../../../platform/places.ts";

/** Sessions that load mails at the same time, and how many of them may be of one company. */
const PLACES = 12;
const PER_COMPANY = 4;
/** One whose server is slow gives its place to another after this time, and goes on beside it. */
const SLOW_MS = 2 * SECOND_MS;

/**
 * Bounds how much is loaded at once. The mailboxes of one company wait in a line of their own: three hundred of them behind a server that
 * hangs leave places to all others.
 */
export function createLoading({ slowMs = SLOW_MS } = {}) {
  const all = createPlaces(PLACES);
  const companies = new Map<string, ReturnType<typeof createPlaces>>();

  function placesOf(companyId: string) {
    const places = companies.get(companyId) ?? createPlaces(PER_COMPANY);
    companies.set(companyId, places);
    return places;
  }

  return async function load<T>(companyId: string, work: () => Promise<T>): Promise<T> {
    const own = await placesOf(companyId).enter();
    const shared = await all.enter();
    const leave = () => {
      shared.leave();
      own.leave();
    };
    const late = setTimeout(leave, slowMs);
    try {
      return await work();
    } finally {
      clearTimeout(late);
      leave();
    }
  };
}
