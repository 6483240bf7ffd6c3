import { USUAL_ROOM } from "./claim-store.ts";

const MAX_SENDING = 100;
const MAX_OF_COMPANY = 30;

/** How much a worker sends at once: a server that hangs takes the places of its own channel, and a company never has all of them. */
export function createRoom() {
  const ofChannel = new Map<string, number>();
  const ofCompany = new Map<string, number>();
  let total = 0;
  return {
    /** How many more of a company. */
    left: (companyId: string) => Math.max(0, Math.min(MAX_SENDING - total, MAX_OF_COMPANY - (ofCompany.get(companyId) ?? 0))),
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
