import type { Call } from "../../kernel/call.ts";
import { digest, newId, newToken } from "../../platform/random.ts";
import * as store from "./store.ts";

const SESSIONS_PER_USER = 20;
const CLIENT_LENGTH = 200;

/** Opens a session in the company the call has entered. The token is sent in a cookie and stored as a hash. */
export async function openSession({ tx, clock, request }: Call, companyId: string, userId: string, linkBy: string | null = null) {
  const token = newToken();
  await store.lockUser(tx, companyId, userId);
  await store.insert(tx, {
    companyId,
    id: newId(),
    userId,
    tokenHash: digest(token),
    client: request.userAgent?.slice(0, CLIENT_LENGTH) ?? null,
    ip: request.ip ?? null,
    linkBy,
    now: clock.now(),
  });
  await store.removeBeyond(tx, companyId, userId, SESSIONS_PER_USER);
  return { session_token: token, user_id: userId };
}
