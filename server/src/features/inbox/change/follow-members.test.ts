import assert from "node:assert/strict";
import { after, test } from "node:test";
import { giveChannel, giveConversation } from "../../../../test/inbox.ts";
import { fromNow } from "../../../../test/moments.ts";
import { sharedService } from "../../../../test/service.ts";
import { until } from "../../../../test/waiting.ts";
import { HOUR_MS } from "../../../kernel/clock.ts";
import { memberId } from "../../members/operations.ts";
import { conversationId } from "../ids.ts";

const service = sharedService();
let worker: { stop(): Promise<void> } | undefined;

after(() => worker?.stop());

/** A conversation that is given to a member who can be disabled. */
async function begin() {
  worker ??= await service().app.startWorker();
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const channel = await giveChannel(service(), ada);
  const give = async () => {
    const { cnv: id } = await giveConversation(service(), ada, { channel });
    await ada.call("inbox.update", { id, assignee: max.userId });
    return id;
  };
  const disable = (isDisabled: boolean) => ada.call("members.update", { id: max.userId, disabled: isDisabled });
  const look = async (id: string) => {
    const { state, assignee } = await ada.call("inbox.get", { id });
    return [state, assignee?.id ?? null];
  };
  const listed = async (filter: string) => (await ada.call("inbox.list", { filter })).items.map(({ id }) => id);
  return { ada, max, channel, give, disable, look, listed };
}

test("what a member has to answer is nobody's once the member is disabled, and can be given back", async () => {
  const { ada, max, give, disable, look, listed } = await begin();
  const [open, snoozed, closed] = [await give(), await give(), await give()];
  await ada.call("inbox.update", { id: snoozed, snoozed_until: fromNow(HOUR_MS).toISOString() });
  await ada.call("inbox.update", { id: closed, state: "closed" });
  await disable(true);
  await until(async () => (await look(snoozed))[1] === null && (await look(open))[1] === null, "both are nobody's");
  assert.deepEqual(
    [await look(open), await look(snoozed), await look(closed)],
    [
      ["open", null],
      ["snoozed", null],
      ["closed", max.userId],
    ],
  );
  assert.deepEqual(await listed("is:open no:assignee"), [open]);

  const { items } = await ada.call("events.list", { type: "conversation.assigned" });
  const taken = items.find(({ subject, via }) => subject.id === open && via === "system");
  assert.deepEqual(taken?.changes, { assignee: [max.userId, null] });
  await disable(false);
  await ada.call("inbox.undo", { operation_id: taken?.operation_id ?? "" });
  assert.deepEqual(
    [await look(open), await look(snoozed)],
    [
      ["open", max.userId],
      ["snoozed", max.userId],
    ],
  );
});

test("all conversations of a disabled member become nobody's, also hundreds, and those of others stay", async () => {
  const { ada, max, give, disable } = await begin();
  const [his, hers] = [await give(), await give()];
  await ada.call("inbox.update", { id: hers, assignee: ada.userId });
  await service().database.query(
    `insert into conversations (company_id, id, channel_id, assignee_id, last_at, created_at)
     select company_id, gen_random_uuid(), channel_id, assignee_id, last_at, created_at from conversations, generate_series(1, 250) where id = $1`,
    [conversationId.decode(his)],
  );
  await disable(true);
  await until(async () => {
    const rows = await service().database.query("select id from conversations where assignee_id = $1 limit 1", [
      memberId.decode(max.userId),
    ]);
    return rows.length === 0;
  }, "all are nobody's");
  assert.equal((await ada.call("inbox.get", { id: hers })).assignee?.id, ada.userId);
});

test("a closed conversation of a disabled member is nobody's when it is open again", async () => {
  const { ada, give, disable, look } = await begin();
  const id = await give();
  await ada.call("inbox.update", { id, state: "closed" });
  await disable(true);
  await ada.call("inbox.update", { id, state: "open" });
  assert.deepEqual(await look(id), ["open", null]);
});
