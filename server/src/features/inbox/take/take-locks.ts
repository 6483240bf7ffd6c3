import { openOwnerConnection, type OwnerConnection } from "../../../platform/log-reader/owner.ts";
import { lockKey } from "../../../platform/postgres/lock-spaces.ts";

const LOCK = lockKey("channel that is taken from", "$1");

/**
 * Which worker takes what arrived in a channel. The lock belongs to a connection, so it ends with its worker, whatever happens to it. It
 * saves work and no more: two workers with the same channel would read the same mails, and only one would write them.
 */
export function createTakeLocks(databaseUrl: string) {
  let opening: Promise<OwnerConnection> | undefined;

  async function connection(): Promise<OwnerConnection> {
    const current = (opening ??= openOwnerConnection(databaseUrl));
    const owner = await current.catch((error: unknown) => {
      if (opening === current) opening = undefined;
      throw error;
    });
    if (!owner.isLost) return owner;
    if (opening === current) {
      opening = undefined;
      await owner.end();
    }
    return connection();
  }

  return {
    async take(channelId: string): Promise<boolean> {
      const owner = await connection();
      const [row] = await owner.query<{ is_mine: boolean }>(`select pg_try_advisory_lock(${LOCK}) as is_mine`, [channelId]);
      return row?.is_mine ?? false;
    },

    async leave(channelId: string): Promise<void> {
      const owner = await opening?.catch(() => undefined);
      if (owner && !owner.isLost) await owner.query(`select pg_advisory_unlock(${LOCK})`, [channelId]).catch(() => undefined);
    },

    async end(): Promise<void> {
      const owner = await opening?.catch(() => undefined);
      await owner?.end();
    },
  };
}
