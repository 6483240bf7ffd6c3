import { placesLeft } from "../../../platform/places.ts";
import { USUAL_ROOM } from "./claim-store.ts";

// A company that is alone has 30 of them; where ten take all they can, the next one finds a free place.
const ALL = { places: 100, part: 3 / 7 };

/** How much a worker sends at once: a server that hangs takes the places of its own channel, and companies share all places. */
export function createRoom() {
  const ofChannel = new Map<string, number>();
  const ofCompany = new Map<string, number>();
  let total = 0;
  return {
    /** How many more of a company. */
    left: (companyId: string) => placesLeft(ALL, total, ofCompany.get(companyId) ?? 0),
    /** The room of channels through which something is being sent. */
    ofChannels: (): Record<string, number> =>
      Object.fromEntries([...ofChannel].map(([id, count]) => [id, Math.max(0, USUAL_ROOM - count)])),
    enter(companyId: string, channelId: string): () => void {
      total++;
      count(ofChannel, channelId, 1);
      count(ofCompany, companyId, 1);
      return () => {
        total--;
        count(ofChannel, channelId, -1);
        count(ofCompany, companyId, -1);
      };
    },
  };
}

function count(counts: Map<string, number>, key: string, by: number): void {
  const now = (counts.get(key) ?? 0) + by;
  if (now > 0) counts.set(key, now);
  else counts.delete(key);
}
