import { toAppError } from "../../../kernel/errors.ts";
import type { Execute } from "../../../kernel/execute.ts";
import { asSystem } from "../../../platform/as-system.ts";
import { byHalves } from "../../../platform/due-work/by-halves.ts";
import type { Logger } from "../../../platform/log.ts";
import type { WaitingChannel } from "../../channels/index.ts";
import type { Arrival } from "./arrival.ts";
import { noteFailedItem, readItems, takeItems } from "./operations.ts";

const BATCH = 50;

/** Items of one channel: read from the database and understood, then written as messages. */
export function createChannelTaker({ execute, log }: { execute: Execute; log: Logger }, { companyId, channelId }: WaitingChannel) {
  const call = asSystem(execute, companyId);
  const note = async (itemId: string, error: unknown) => {
    log.warn({ company_id: companyId, channel: channelId, item: itemId, code: toAppError(error).code }, "an item cannot be taken");
    await call(noteFailedItem, { item: itemId, reason: toAppError(error).message });
  };

  /** The next items, each parsed in a thread, outside of any transaction. One that cannot be read is noted, and the others go on. */
  async function read(except: Arrival[]): Promise<{ found: number; arrivals: Arrival[] }> {
    const input = { channel: channelId, most: BATCH, except: except.map((one) => one.itemId) };
    const { channel, items } = await call(readItems, input);
    if (!channel) return { found: 0, arrivals: [] };
    const { readArrival } = await import("./read-arrival.ts"); // with the first item
    const outcomes = await Promise.all(
      items.map((item) =>
        readArrival(channel, item).catch(async (error: unknown) => {
          await note(item.id, error);
          return undefined;
        }),
      ),
    );
    return { found: items.length, arrivals: outcomes.filter((one) => one !== undefined) };
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
