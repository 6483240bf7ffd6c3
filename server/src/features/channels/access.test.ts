import assert from "node:assert/strict";
import { test } from "node:test";
import { giveFailedItem } from "../../../test/channels/give-channel.ts";
import { sharedService, type Person } from "../../../test/service.ts";
import { channelsSeenBy, type SeenChannel } from "./index.ts";

const service = sharedService();

const companyOf = async ({ email }: Person) => {
  const [row] = await service().database.query("select company_id, id from users where email = $1", [email]);
  return { companyId: String(row?.["company_id"]), userId: String(row?.["id"]) };
};

/** The names of the channels whose conversations someone sees. */
async function seenBy(person: Person): Promise<string[]> {
  const { companyId, userId } = await companyOf(person);
  const tx = {
    query: async <Row>(sql: string | { text: string }, values?: unknown[]) =>
      (await service().database.query(typeof sql === "string" ? sql : sql.text, values)) as Row[],
  };
  const seen: SeenChannel[] = await channelsSeenBy(tx, companyId, { userId });
  return seen.map(({ name }) => name);
}

const names = async (person: Person) => (await person.call("channels.list", {})).items.map(({ name }) => name).sort();

/** A private mailbox, written by hand: to add one is to sign in to it. */
async function givePrivate(owner: Person, name: string): Promise<string> {
  const { companyId, userId } = await companyOf(owner);
  await service().database.query(
    `insert into channels (company_id, id, kind, name, address, access, owner_id, since, created_by, created_at, updated_at)
     values ($1, gen_random_uuid(), 'email', $2, $2 || '@test.example', 'private', $3, now(), $3, now(), now())`,
    [companyId, name, userId],
  );
  return (await owner.call("channels.list", {})).items.find((one) => one.name === name)?.id ?? "";
}

test("who sees a channel: everyone, the chosen, or its owner alone; an Admin sees the health of all and the content of no private one", async () => {
  const ada = await service().given.admin();
  const [max, eve] = [await service().given.member(ada), await service().given.member(ada)];
  await ada.call("channels.create", { kind: "api", name: "All" });
  const chosen = await ada.call("channels.create", { kind: "api", name: "Chosen", access: "chosen", members: [max.userId] });
  const own = await givePrivate(max, "own");

  assert.deepEqual([await seenBy(ada), await seenBy(max), await seenBy(eve)], [["All"], ["All", "Chosen", "own"], ["All"]]);
  assert.deepEqual([await names(ada), await names(max), await names(eve)], [["All", "Chosen", "own"], ["All", "Chosen", "own"], ["All"]]);
  for (const id of [chosen.id, own]) {
    for (const name of [
      "channels.get",
      "channels.session",
      "channels.setState",
      "channels.delete",
      "channels.update",
      "channels.listItems",
    ])
      assert.equal((await eve.post(name, { id, ...(name === "channels.setState" ? { state: "paused" } : {}) })).status, 404, name);
    const { can_read, can_change } = await ada.call("channels.get", { id });
    assert.deepEqual([can_read, can_change], [false, id === chosen.id]);
    assert.equal((await ada.post("channels.listItems", { id })).status, 404, "what arrived is content");
  }
  const item = await giveFailedItem(service(), max, chosen.id);
  assert.equal((await ada.post("channels.readItem", { id: chosen.id, item })).status, 404);
  assert.equal((await max.post("channels.readItem", { id: chosen.id, item })).status, 200);
});

test("an Admin can stop a private channel and change nothing else in it; a member changes no shared one", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const own = await givePrivate(max, "mine");
  const refusal = async (person: Person, name: string, input: object) =>
    ((await (await person.post(name, input)).json()) as { code?: string }).code;
  assert.equal(await refusal(ada, "channels.update", { id: own, name: "Read along" }), "owner_only");
  assert.equal(await refusal(max, "channels.update", { id: own, access: "everyone" }), "invalid_input");
  assert.equal((await ada.call("channels.setState", { id: own, state: "paused" })).state, "paused");
  assert.equal((await max.call("channels.setState", { id: own, state: "on" })).state, "ok");
  assert.equal((await max.call("channels.update", { id: own, name: "Mine" })).name, "Mine");

  const { id } = await ada.call("channels.create", { kind: "api", name: "All" });
  assert.equal(await refusal(max, "channels.create", { kind: "api", name: "Mine too" }), "admin_only");
  assert.equal(await refusal(max, "channels.update", { id, name: "Other" }), "admin_only");
  assert.equal(await refusal(max, "channels.setState", { id, state: "paused" }), "admin_only");
  assert.equal(await refusal(max, "channels.delete", { id }), "admin_only");
});

test("the mailbox of a member who is disabled is no longer fetched", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const own = await givePrivate(max, "left");
  await ada.call("members.update", { id: max.userId, disabled: true });
  assert.equal((await ada.call("channels.get", { id: own })).state, "paused");
});

test("who hears of a channel as it happens: Admins, and whoever did it", async () => {
  const ada = await service().given.admin();
  await ada.call("channels.create", { kind: "api", name: "All" });
  const { items } = await ada.call("events.list", { type: "channel.created" });
  assert.deepEqual(
    items.map(({ subject }) => subject.name),
    ["All"],
  );
});
