import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedService } from "../../../test/service.ts";
import { fillVariables, variablesIn } from "./operations.ts";
import { stopwatch, within } from "../../../test/measured.ts";

const service = sharedService({ env: { QUOTAS: "shared_canned_replies=2, own_canned_replies=1" } });

const GREETING =
  "Hello {{contact.first_name|there}},\n\n{{contact.organization}} is on {{ me.first_name }}'s list at {{company.name}}. {{code}}";

test("a reply is filled in for a contact; what has no value stays visible and is named", async () => {
  const ada = await service().given.admin("Ada Admin", { company_name: "Fernhill" });
  const { id } = await ada.call("cannedReplies.create", { name: "Greeting", text: GREETING, is_shared: true });
  const { record: organization } = await ada.call("records.create", { type: "organization", values: { name: "Acme {{me.email}}" } });
  const { record: contact } = await ada.call("records.create", {
    type: "contact",
    values: { name: "Anneke van der Berg", organization: organization.id },
  });
  assert.deepEqual(await ada.call("cannedReplies.fill", { id, contact: contact.id }), {
    // A value that looks like a variable is a value.
    text: "Hello Anneke,\n\nAcme {{me.email}} is on Ada's list at Fernhill. {{code}}",
    missing: [],
  });
  assert.deepEqual(await ada.call("cannedReplies.fill", { id }), {
    text: "Hello there,\n\n{{contact.organization}} is on Ada's list at Fernhill. {{code}}",
    missing: ["contact.organization"],
  });
  const { record: unnamed } = await ada.call("records.create", { type: "contact", values: { name: "a.berg@acme.example" } });
  assert.match(
    (await ada.call("cannedReplies.fill", { id, contact: unnamed.id })).text,
    /^Hello there,/,
    "nobody is greeted by their address",
  );
  await assert.rejects(ada.call("cannedReplies.fill", { id, contact: organization.id }), /Contact not found/);
  const other = await service().given.admin();
  const { record: foreign } = await other.call("records.create", { type: "contact", values: { name: "Theirs" } });
  await assert.rejects(ada.call("cannedReplies.fill", { id, contact: foreign.id }), /Contact not found/, "of another company");
  await ada.call("records.delete", { id: contact.id });
  await assert.rejects(ada.call("cannedReplies.fill", { id, contact: contact.id }), /Contact not found/);
});

test("own replies are seen and used by their owner only; shared ones are changed by who wrote them and by Admins", async () => {
  const ada = await service().given.admin();
  const [max, mia] = [await service().given.member(ada), await service().given.member(ada)];
  const own = await max.call("cannedReplies.create", { name: "Mine", text: "Mine" });
  const shared = await max.call("cannedReplies.create", { name: "Ours", text: "Ours", is_shared: true });
  assert.deepEqual(
    (await mia.call("cannedReplies.list", {})).items.map(({ name, can_change: canChange }) => [name, canChange]),
    [["Ours", false]],
  );
  for (const person of [mia, ada])
    for (const name of ["cannedReplies.update", "cannedReplies.delete", "cannedReplies.fill"])
      assert.equal((await person.post(name, { id: own.id })).status, 404, name);
  assert.equal((await mia.post("cannedReplies.update", { id: shared.id, text: "Hers" })).status, 403);
  assert.equal((await ada.call("cannedReplies.update", { id: shared.id, text: "Everyone's" })).text, "Everyone's");
  assert.equal((await max.call("cannedReplies.update", { id: shared.id, name: "All" })).text, "Everyone's", "what is left out stays");
  await max.call("cannedReplies.delete", { id: shared.id });
  assert.deepEqual((await mia.call("cannedReplies.list", {})).items, []);
});

test("there are only so many, shared and own", async () => {
  const ada = await service().given.admin();
  const add = (isShared: boolean) => ada.post("cannedReplies.create", { name: "One", text: "One", is_shared: isShared });
  const statuses = [];
  for (const isShared of [true, true, true, false, false]) statuses.push((await add(isShared)).status);
  assert.deepEqual(statuses, [200, 200, 409, 200, 409]);
});

test("variables are told from other braces, in a megabyte of them too", () => {
  assert.deepEqual(
    variablesIn("{{contact.name}} {{ me.first_name | I }} {{x}} {{contact.Name}} {contact.name} {{contact.name|}}").map(
      ({ name, instead }) => [name, instead],
    ),
    [
      ["name", undefined],
      ["first_name", "I"],
      ["name", ""],
    ],
  );
  assert.deepEqual(
    fillVariables("{{contact.name|}}!", () => " "),
    { text: "{{contact.name|}}!", missing: ["contact.name"] },
  );
  const took = stopwatch();
  for (const part of ["{{", "{{contact.", "{{contact.a ", "{{contact.a|", "{{me.x|y}}"])
    fillVariables(part.repeat(100_000), () => undefined);
  assert.ok(took() < within(2_000));
});
