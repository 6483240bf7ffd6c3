import { createPlaces } from "../../../platform/places.ts";

/**
 * How much mail a worker holds at once, of all channels, from reading it to having written it: this many batches, each of at most
 * BATCH_BYTES (features/channels/waiting-items.ts). A larger mail is a batch of its own, and there is one of them at a time.
 */
const BATCHES = 8;

interface Batch {
  /** The next mail is larger than a batch, and was not read. */
  isTooLarge: boolean;
}

export function createRoom() {
  const [batches, large] = [createPlaces(BATCHES), createPlaces(1)];
  return {
    /** Reads a batch once there is room for it. Whoever has written it, or does not write it, leaves. */
    async hold<Found extends Batch>(companyId: string, read: (withLarge: boolean) => Promise<Found>): Promise<Found & { leave(): void }> {
      const places = [await batches.enter(companyId)];
      const leave = () => places.forEach((place) => place.leave());
      try {
        let found = await read(false);
        if (found.isTooLarge) {
          places.push(await large.enter(companyId));
          found = await read(true);
        }
        return { ...found, leave };
      } catch (error) {
        leave();
        throw error;
      }
    },
  };
}

export type Room = ReturnType<typeof createRoom>;
