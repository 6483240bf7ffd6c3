import assert from "node:assert/strict";
import { test } from "node:test";
import { MINUTE_MS, SECOND_MS } from "../../kernel/clock.ts";
import { asSystem } from "../../platform/as-system.ts";
import { troubleOf } from "../../platform/mail-account/trouble.ts";
import { mailChannel } from "../../../test/messages.ts";
import { sharedService } from "../../../test/service.ts";
import { channelId } from "./shapes.ts";
import { noteHealth } from "./worker-operations.ts";

const service = sharedService();
const NOWHERE = { host: "127.0.0.1", port: 9, security: "tls" } as const;

test("a refused password is tried again within 45 s for half an hour, and then every 5 minutes", async () => {
  const { clock, database, app } = service();
  const ada = await service().given.admin();
  const id = await mailChannel(service(), ada, { outgoing: NOWHERE });
  const [row] = await database.query("select company_id from channels where id = $1", [channelId.decode(id)]);
  const tell = asSystem(app.execute, String(row?.["company_id"]));
  /** How long the next try is away from before the call and from after it: the clock goes on meanwhile. */
  const wait = async () => {
    const before = clock.now().getTime();
    const { next_try_at: next } = await tell(noteHealth, { id, trouble: troubleOf("password"), lines: [] });
    const at = new Date(next ?? 0).getTime();
    return { longest: at - before, shortest: at - clock.now().getTime() };
  };
  const soon: Awaited<ReturnType<typeof wait>>[] = [];
  for (let tries = 0; tries < 20; tries++) {
    soon.push(await wait());
    clock.advance(MINUTE_MS);
  }
  assert.ok(
    soon.every(({ longest, shortest }) => longest >= 30 * SECOND_MS && shortest <= 45 * SECOND_MS),
    JSON.stringify(soon),
  );
  assert.ok(
    new Set(soon.map(({ longest }) => Math.round(longest / 1_000))).size > 1,
    "mailboxes of one server do not come back at the same moment",
  );
  clock.advance(15 * MINUTE_MS);
  const later = await wait();
  assert.ok(later.longest >= 5 * MINUTE_MS && later.shortest <= 5 * MINUTE_MS, JSON.stringify(later));
  await tell(noteHealth, { id, trouble: null, lines: [] });
  assert.ok((await wait()).shortest <= 45 * SECOND_MS, "the next trouble is a new one");
});
