import type { System } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { after, DAY_MS } from "../../../kernel/clock.ts";
import { newId } from "../../../platform/random.ts";
import { mailOptIn } from "./jobs.ts";
import * as store from "./store.ts";

export const LINK_LIFE_MS = 7 * DAY_MS;

/** Asks by mail whether the address was given by its owner, for the submissions whose form wants it. */
export async function askToConfirm(call: Call<System>, asked: { submission: string; email: string }[]): Promise<void> {
  if (asked.length === 0) return;
  const { tx, actor, clock } = call;
  const rows = asked.map(({ submission, email }) => ({ id: newId(), submission_id: submission, email }));
  const added = await store.insert(tx, actor.companyId, rows, clock.now(), after(clock, LINK_LIFE_MS));
  for (const id of added) await call.enqueue(mailOptIn, { company: actor.companyId, opt_in: id });
}
