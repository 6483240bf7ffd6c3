import type { System } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import type { Schemas } from "../../types/index.ts";
import { isRoundDue } from "../due-store.ts";
import { tellDue } from "../tell-due.ts";
import { awaitNextDigest, lockDigest, makeDigests } from "./digest-store.ts";
import { sendTo } from "./send-later.ts";

/** A large company's mails are made in several transactions. */
const AT_ONCE = 500;

interface Needs {
  schemas: Schemas;
  sendsMail: boolean;
}

/** Makes the daily mails of a company. The tasks that are due this morning are told first, so that they are in them. */
export async function startDigests(call: Call<System>, { schemas, sendsMail }: Needs): Promise<boolean> {
  const { tx, actor, clock } = call;
  const since = await lockDigest(tx, actor.companyId, clock.now());
  if (!since) return false;
  if (await isRoundDue(tx, actor.companyId, clock.now())) {
    if (!(await tellDue(call, await schemas.of(call), sendsMail))) return false;
  }
  const now = clock.now();
  const users = sendsMail ? await makeDigests(tx, actor.companyId, now, since, AT_ONCE) : [];
  await sendTo(call, users);
  if (users.length < AT_ONCE) await awaitNextDigest(tx, actor.companyId, now);
  return true;
}
