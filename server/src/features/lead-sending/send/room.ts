import { USUAL_ROOM } from "./claim.ts";

const MAX_SENDING = 300;
const MAX_POOR = 100;
const MAX_OF_COMPANY = 100;
const POOR_ROOM = 2;

/**
 * How much a worker sends at once. A destination that fails has room for fewer and fewer, and all of those share a third of the places:
 * no number of dead ones takes the places of the others. A company has a third at most.
 */
export function createRoom() {
  const limits = new Map<string, number>();
  const ofDestination = new Map<string, number>();
  const ofCompany = new Map<string, number>();
  let [total, poor] = [0, 0];

  const limitOf = (destinationId: string) => limits.get(destinationId) ?? USUAL_ROOM;
  const isPoor = (destinationId: string) => limitOf(destinationId) <= POOR_ROOM;

  return {
    /** How many more of a company. */
    left: (companyId: string) => Math.max(0, Math.min(MAX_SENDING - total, MAX_OF_COMPANY - (ofCompany.get(companyId) ?? 0))),
    /** The room of destinations that have less than usual. */
    unusual(): Record<string, number> {
      const known = new Set([...limits.keys(), ...ofDestination.keys()]);
      return Object.fromEntries(
        [...known].map((id) => {
          const room = limitOf(id) - (ofDestination.get(id) ?? 0);
          return [id, Math.max(0, isPoor(id) ? Math.min(room, MAX_POOR - poor) : room)];
        }),
      );
    },
    enter(companyId: string, destinationId: string): (isFailure: boolean) => void {
      const wasPoor = isPoor(destinationId);
      total++;
      if (wasPoor) poor++;
      count(ofDestination, destinationId, 1);
      count(ofCompany, companyId, 1);
      return (isFailure) => {
        total--;
        if (wasPoor) poor--;
        count(ofDestination, destinationId, -1);
        count(ofCompany, companyId, -1);
        const limit = isFailure ? Math.max(1, Math.floor(limitOf(destinationId) / 2)) : limitOf(destinationId) + 1;
        if (limit >= USUAL_ROOM) limits.delete(destinationId);
        else limits.set(destinationId, limit);
      };
    },
    get sending() {
      return total;
    },
  };
}

function count(counts: Map<string, number>, key: string, by: number): void {
  const now = (counts.get(key) ?? 0) + by;
  if (now > 0) counts.set(key, now);
  else counts.delete(key);
}
