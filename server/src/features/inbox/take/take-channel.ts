import { toAppError } from "../../../kernel/errors.ts";
import type { Execute } from "../../../kernel/execute.ts";
import { asSystem } from "../../../platform/as-system.ts";
import { byHalves } from "../../../platform/due-work/by-halves.ts";
import type { Logger } from "../../../platform/log.ts";
import type { WaitingChannel } from "../../channels/index.ts";
import type { Arrival } from "./arrival.ts";
import { noteFailedItem, readItems, takeItems } from "./operations.ts";

/** Fewer where their bytes fill a batch. A batch is one transaction: what it costs to begin and commit is shared. */
const BATCH = 100;

interface ReadBatch {
  found: number;
  arrivals: Arrival[];
  /** The next item is larger than a batch. It is read only if that is allowed. */
  isTooLarge: boolean;
}

/** Items of one channel: read from the database and understood, then written as messages. */
export function createChannelTaker({ execute, log }: { execute: Execute; log: Logger }, { companyId, channelId }: WaitingChannel) {
  const call = asSystem(execute, companyId);
  const note = async (itemId: string, error: unknown) => {
    log.warn({ company_id: companyId, channel: channelId, item: itemId, code: toAppError(error).code }, "an item cannot be taken");
    await call(noteFailedItem, { item: itemId, reason: toAppError(error).message });
  };

  /** The next items, each parsed in a thread, outside of any transaction. One that cannot be read is noted, and the others go on. */
  async function read(except: Arrival[], withLarge = true): Promise<ReadBatch> {
    const input = { channel: channelId, most: BATCH, except: except.map((one) => one.itemId), with_large: withLarge };
    const { channel, items, is_too_large: isTooLarge } = await call(readItems, input);
    if (!channel || isTooLarge) return { found: 0, arrivals: [], isTooLarge };
    const { readArrival } = await import("./read-arrival.ts"); // with the first item
    const outcomes = await Promise.all(
      items.map((item) =>
        readArrival(channel, item).catch(async (error: unknown) => {
          await note(item.id, error);
          return undefined;
        }),
      ),
    );
    return { found: items.length, arrivals: outcomes.filter((one) => one !== undefined), isTooLarge };
  }

  /** If a batch cannot be taken, the item that is to blame is noted, and the others are taken. */
  const write = (arrivals: Arrival[]) =>
    byHalves(arrivals, {
      run: (some) => call(takeItems, { channel: channelId, arrivals: some }),
      async refuse({ itemId }, error) {
        log.error({ err: error, company_id: companyId, item: itemId }, "an item cannot be taken");
        await note(itemId, error);
      },
    });

  return { read, write };
}
