import { placesLeft } from "../../../platform/places.ts";
import { USUAL_ROOM } from "./claim.ts";

// A company gets a place while it has less than this part of what is free: where ten take all they can, the next finds a free one.
const ALL = { places: 300, part: 1 / 2 };
const POOR = { places: 100, part: 1 / 3 };
const POOR_ROOM = 2;

/**
 * How much a worker sends at once. A destination that fails has room for fewer and fewer, and all of those share a third of the places:
 * no number of dead ones takes the places of the others. A company that is alone has a third of all, and a quarter of those for failing ones.
 */
export function createRoom() {
  const limits = new Map<string, number>();
  const ofDestination = new Map<string, number>();
  const ofCompany = new Map<string, number>();
  const poorOfCompany = new Map<string, number>();
  let [total, poor] = [0, 0];

  const limitOf = (destinationId: string) => limits.get(destinationId) ?? USUAL_ROOM;
  const isPoor = (destinationId: string) => limitOf(destinationId) <= POOR_ROOM;

  return {
    /** How many more of a company. */
    left: (companyId: string) => placesLeft(ALL, total, ofCompany.get(companyId) ?? 0),
    /** The room that destinations have for this company, where it is less than usual. */
    unusual(companyId: string): Record<string, number> {
      const known = new Set([...limits.keys(), ...ofDestination.keys()]);
      const poorLeft = placesLeft(POOR, poor, poorOfCompany.get(companyId) ?? 0);
      return Object.fromEntries(
        [...known].map((id) => {
          const room = limitOf(id) - (ofDestination.get(id) ?? 0);
          return [id, Math.max(0, isPoor(id) ? Math.min(room, poorLeft) : room)];
        }),
      );
    },
    enter(companyId: string, destinationId: string): (isFailure: boolean) => void {
      const wasPoor = isPoor(destinationId);
      total++;
      if (wasPoor) {
        poor++;
        count(poorOfCompany, companyId, 1);
      }
      count(ofDestination, destinationId, 1);
      count(ofCompany, companyId, 1);
      return (isFailure) => {
        total--;
        if (wasPoor) {
          poor--;
          count(poorOfCompany, companyId, -1);
        }
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
