import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedService } from "../../../test/service.ts";

const service = sharedService();

test("a view keeps the widths of its columns and what its rows are grouped by", async () => {
  const ada = await service().given.admin();
  const made = await ada.call("views.create", {
    type: "deal",
    name: "Mine",
    columns: ["stage", "amount"],
    widths: { amount: 140 },
    group_by: "stage",
  });
  assert.deepEqual([made.widths, made.group_by], [{ amount: 140 }, "stage"]);
  await ada.call("views.update", { id: made.id, widths: { amount: 160, name: 320 }, group_by: "" });
  const [kept] = (await ada.call("views.list", { type: "deal" })).items;
  assert.deepEqual([kept?.widths, kept?.group_by, kept?.columns], [{ amount: 160, name: 320 }, "", ["stage", "amount"]]);
});

test("a view that could not be shown is refused, and says what would do", async () => {
  const ada = await service().given.admin();
  await assert.rejects(
    ada.call("views.create", { type: "deal", name: "By amount", group_by: "amount" }),
    (error: Error & { errors?: { hint?: string }[] }) => {
      assert.match(error.message, /Deals cannot be grouped by "amount"/);
      return true;
    },
  );
  await assert.rejects(ada.call("views.create", { type: "deal", name: "Too wide", widths: { amount: 5_000 } }), { code: "invalid_input" });
});

test("a shared view is seen by everybody and changed by its owner and Admins alone", async () => {
  const ada = await service().given.admin();
  const member = await service().given.member(ada);
  const made = await ada.call("views.create", { type: "deal", name: "Ours", is_shared: true });
  const own = await ada.call("views.create", { type: "deal", name: "Hers" });
  assert.deepEqual(
    (await member.call("views.list", {})).items.map((view) => view.name),
    ["Ours"],
  );
  await assert.rejects(member.call("views.update", { id: made.id, name: "Mine now" }), { code: "not_yours" });
  await assert.rejects(member.call("views.update", { id: own.id, name: "Mine now" }), { code: "not_found" });
});

test("views.save makes a view, and changes or removes the one it names: the caller's own before one of a colleague", async () => {
  const ada = await service().given.admin();
  const member = await service().given.member(ada);
  await ada.call("views.create", { type: "deal", name: "Open", is_shared: true });
  await assert.rejects(member.call("views.save", { type: "deal", view: "open", name: "Ours" }), { code: "not_yours" });
  const made = await member.call("views.save", { type: "deal", name: "Open", filter: "is:open", sort: "-amount" });
  const changed = await member.call("views.save", { type: "deal", view: "open", layout: "board" });
  assert.deepEqual([changed.id, changed.name, changed.url], [made.id, "Open", made.url]);
  const listed = async () =>
    (await member.call("views.list", { type: "deal" })).items.map(({ filter, sort, layout }) => [filter, sort, layout]);
  assert.deepEqual(await listed(), [
    ["", "", "table"],
    ["is:open", "-amount", "board"],
  ]);
  await assert.rejects(
    member.call("views.save", { type: "deal", view: "Opne", is_deleted: true }),
    (error: Error & { errors?: { candidates?: { detail: string }[] }[] }) => {
      assert.deepEqual(
        error.errors?.[0]?.candidates?.map(({ detail }) => detail),
        ["Open", "Open"],
      );
      return true;
    },
  );
  await assert.rejects(member.call("views.save", { type: "deal", is_deleted: true }), { code: "invalid_input" });
  await assert.rejects(member.call("views.save", { type: "deal", filter: "is:open" }), {
    code: "invalid_input",
    detail: /"name" is missing/,
  });
  const removed = await member.call("views.save", { type: "deal", view: made.id, is_deleted: true });
  assert.deepEqual([removed.url, await listed()], [null, [["", "", "table"]]]);
});

test("a queue of the inbox is a view of conversations: named, shared, changed and listed as any other, and nothing a list cannot show", async () => {
  const ada = await service().given.admin();
  const member = await service().given.member(ada);
  await ada.call("views.create", { type: "deal", name: "Deals", is_shared: true });
  const made = await ada.call("views.create", { type: "conversation", name: "Mine, late", filter: "is:open assignee:@me", sort: "newest" });
  assert.deepEqual(
    [made.type, new URL(made.url).pathname, new URL(made.url).searchParams.get("queue")],
    ["conversation", "/inbox", made.id],
  );
  const names = async (of: typeof ada, input: object) => (await of.call("views.list", input)).items.map(({ name }) => name);
  assert.deepEqual(await names(member, { type: "conversation" }), []);
  await ada.call("views.update", { id: made.id, is_shared: true, filter: "is:overdue" });
  assert.deepEqual([await names(member, { type: "conversation" }), await names(member, { type: "deal" })], [["Mine, late"], ["Deals"]]);
  assert.deepEqual((await names(member, {})).toSorted(), ["Deals", "Mine, late"]);
  for (const [wrong, pointer] of [
    [{ filter: "amout>3" }, "/filter"],
    [{ filter: "stage:won" }, "/filter"],
    [{ sort: "-amount" }, "/sort"],
    [{ columns: ["stage"] }, "/columns"],
    [{ group_by: "stage" }, "/group_by"],
    [{ layout: "board" }, "/layout"],
  ] as const) {
    const answer = await ada.post("views.create", { type: "conversation", name: "Wrong", ...wrong });
    const { errors } = (await answer.json()) as { errors?: { pointer: string }[] };
    assert.deepEqual([answer.ok, errors?.[0]?.pointer], [false, pointer], JSON.stringify(wrong));
  }
  await member.call("views.save", { type: "conversation", name: "Theirs", filter: "state:snoozed" });
  assert.deepEqual((await member.call("views.save", { type: "conversation", view: "theirs", is_deleted: true })).url, null);
});
