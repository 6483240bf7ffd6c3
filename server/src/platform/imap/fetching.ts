import type { ImapFlow } from "imapflow";
import { MAX_MAIL } from "./connect.ts";
import { searchUids } from "./search-uids.ts";

export interface FetchedMail {
  uid: number;
  /** The whole mail; of one that is too large only the start, so that its sender and subject can be shown. */
  bytes: Buffer;
  size: number;
  isTooLarge: boolean;
}

/** A batch ends at either limit. A single mail larger than `maxBytes` is a batch of its own. */
export interface BatchLimits {
  maxMails?: number;
  maxBytes?: number;
}

/** The newest of some mails, as many as one batch holds, and the UIDs of the others that are still there, rising. */
export interface NewestMails {
  mails: FetchedMail[];
  left: number[];
}

interface Sized {
  uid: number;
  size: number;
}

const MAX_MAILS = 50;
const MAX_BYTES = 4 * 1_048_576;
const START_OF_LARGE = 65_536;
/** Sizes are asked for this many mails at once: one question less per batch. */
const SIZES_AT_ONCE = 500;

/** Fetches mails of the open folder, never more than one batch at a time in memory. */
export function createFetching(client: ImapFlow) {
  // The UIDs that the last search found and that were not fetched yet: searching before every batch would read 100,000 of them each time.
  let ahead: number[] = [];
  let sized: Sized[] = [];
  const forget = () => {
    ahead = [];
    sized = [];
  };

  async function fillSizes(): Promise<void> {
    while (sized.length === 0 && ahead.length > 0) sized = await sizesOf(client, ahead.splice(0, SIZES_AT_ONCE));
  }

  async function* above(uid: number, limits: BatchLimits = {}): AsyncIterable<FetchedMail> {
    sized = sized.filter((one) => one.uid > uid);
    ahead = ahead.filter((one) => one > uid);
    await fillSizes();
    if (sized.length === 0) {
      // `n:*` always names the last mail, also where its UID is smaller than n.
      ahead = (await searchUids(client, `${uid + 1}:*`)).filter((one) => one > uid);
      await fillSizes();
    }
    // Mails that were expunged since the search are missing from a batch. An empty one would look like the end.
    for (let mails: FetchedMail[] = []; mails.length === 0 && sized.length > 0; await fillSizes()) {
      mails = await fetchBatch(client, sized.splice(0, batchLength(sized, limits)));
      yield* mails;
    }
  }

  async function newest(uids: readonly number[], limits: BatchLimits = {}): Promise<NewestMails> {
    const some = await sizesOf(client, uids);
    const batch = some.splice(-batchLength(some.toReversed(), limits));
    return { mails: await fetchBatch(client, batch), left: some.map(({ uid }) => uid) };
  }

  return { forget, above, newest };
}

async function sizesOf(client: ImapFlow, uids: readonly number[]): Promise<Sized[]> {
  const found = await client.fetchAll(uids.join(), { uid: true, size: true }, { uid: true });
  return found.map(({ uid, size = 0 }) => ({ uid, size })).sort((a, b) => a.uid - b.uid);
}

/** How many mails, from the first, make one batch. */
function batchLength(mails: readonly Sized[], { maxMails = MAX_MAILS, maxBytes = MAX_BYTES }: BatchLimits): number {
  let bytes = 0;
  const end = mails.findIndex(({ size }, at) => {
    bytes += size > MAX_MAIL ? START_OF_LARGE : size;
    return at >= maxMails || (at > 0 && bytes > maxBytes);
  });
  return end === -1 ? mails.length : end;
}

/** Nothing else is asked while the answer is read: imapflow would wait for itself. So a batch is read as a whole. */
async function fetchBatch(client: ImapFlow, batch: readonly Sized[]): Promise<FetchedMail[]> {
  const large = batch.filter(({ size }) => size > MAX_MAIL);
  const usual = batch.filter(({ size }) => size <= MAX_MAIL);
  const mails: FetchedMail[] = [];
  const add = async (some: readonly Sized[], isTooLarge: boolean) => {
    if (some.length === 0) return;
    const source = isTooLarge ? { start: 0, maxLength: START_OF_LARGE } : true;
    const sizes = new Map(some.map(({ uid, size }) => [uid, size]));
    for (const found of await client.fetchAll([...sizes.keys()].join(), { uid: true, source }, { uid: true })) {
      // Servers may speak of other mails in the same answer.
      if (found.source !== undefined && sizes.has(found.uid))
        mails.push({ uid: found.uid, bytes: found.source, size: sizes.get(found.uid) ?? found.source.length, isTooLarge });
    }
  };
  await add(usual, false);
  await add(large, true);
  return mails.sort((a, b) => a.uid - b.uid);
}
