import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedService } from "../../../test/service.ts";

const service = sharedService();

interface Refused {
  status: number;
  code: string;
  errors: { pointer: string; message: string; hint?: string; record?: { id: string; title: string } }[];
}

test("an upsert by a web address matches the whole address, not its domain", async () => {
  const ada = await service().given.admin();
  await ada.call("types.addField", { type: "contact", key: "profile", label: "Profile", field_type: "url" });
  const upsert = (name: string, profile: string) =>
    ada.call("records.upsert", { type: "contact", match: "profile", values: { name, profile } });
  const anneke = await upsert("Anneke Brandt", "https://www.linkedin.example/in/anneke/");
  const bela = await upsert("Béla Kovács", "https://linkedin.example/in/bela");
  assert.equal(bela.is_new, true, "another person on the same site");
  const again = await upsert("Anneke Brandt-Vos", "http://linkedin.example/in/anneke");
  assert.deepEqual([again.is_new, again.record.id], [false, anneke.record.id], "however the address is written");
});

test("a field that is set as a domain is matched by its domain, as the website of organizations is", async () => {
  const ada = await service().given.admin();
  const upsert = (name: string, website: string) =>
    ada.call("records.upsert", { type: "organization", match: "website", values: { name, website } });
  const first = await upsert("Fernhill", "https://www.fernhill.example/contact");
  const again = await upsert("Fernhill Ltd", "fernhill.example");
  assert.deepEqual([again.is_new, again.record.id], [false, first.record.id]);

  const { type } = await ada.call("types.updateField", { type: "organization", field: "website", is_domain: false });
  assert.equal(type.fields.find((field) => field.key === "website")?.is_domain, false);
  const other = await upsert("Fernhill Shop", "fernhill.example/shop");
  assert.equal(other.is_new, true, "from now on the whole address counts, in records that were saved before, too");
  assert.equal((await upsert("Fernhill", "fernhill.example")).is_new, false);
  await assert.rejects(ada.call("types.updateField", { type: "contact", field: "email", is_domain: true }), /web address/);
});

test("a unique field is what records are matched by, and a second record with its value is refused", async () => {
  const ada = await service().given.admin();
  await ada.call("types.addField", { type: "organization", key: "erp_id", label: "ERP id", field_type: "text", is_unique: true });
  const upsert = (name: string, id: string) =>
    ada.call("records.upsert", { type: "organization", match: "erp_id", values: { name, erp_id: id } });
  const { record } = await upsert("Aldermoor", "A-1001");
  assert.equal((await upsert("Aldermoor GmbH", "a-1001 ")).record.id, record.id);
  const { record: other } = await upsert("Fernhill", "A-1002");

  const refused = (error: Refused) => {
    assert.equal(error.status, 409);
    assert.deepEqual(error.errors[0]?.record, { id: record.id, title: "Aldermoor GmbH" });
    assert.match(error.errors[0]?.message ?? "", /ERP id/);
    return true;
  };
  await assert.rejects(ada.call("records.create", { type: "organization", values: { name: "Twin", erp_id: "A-1001" } }), refused);
  await assert.rejects(
    ada.call("records.create", { type: "organization", values: { name: "Twin", erp_id: "A-1001" }, allow_duplicate: true }),
    refused,
  );
  await assert.rejects(ada.call("records.update", { id: other.id, values: { erp_id: "A-1001" } }), refused);
});

test("twenty writers give one unique value to one record", async () => {
  const ada = await service().given.admin();
  await ada.call("types.addField", { type: "organization", key: "erp_id", label: "ERP id", field_type: "text", is_unique: true });
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, (_, at) =>
      ada.call("records.create", { type: "organization", values: { name: `Copy ${at}`, erp_id: "A-1" } }),
    ),
  );
  assert.equal(results.filter((one) => one.status === "fulfilled").length, 1);
  assert.ok(results.every((one) => one.status === "fulfilled" || (one.reason as Refused).status === 409));
  const { results: batch } = await ada.call("records.batch", {
    type: "organization",
    items: ["A-1", "A-2", "A-2"].map((id) => ({ values: { name: `Batch ${id}`, erp_id: id } })),
  });
  assert.deepEqual(
    batch.map((one) => one.status),
    ["failed", "created", "failed"],
    JSON.stringify(batch),
  );
});

test("a unique value is free while its record is in the trash, and cannot come back twice", async () => {
  const ada = await service().given.admin();
  await ada.call("types.addField", { type: "organization", key: "erp_id", label: "ERP id", field_type: "text", is_unique: true });
  const create = (name: string) => ada.call("records.create", { type: "organization", values: { name, erp_id: "A-1" } });
  const { record: old } = await create("Old");
  await ada.call("records.delete", { id: old.id });
  const { record: next } = await create("Next");
  await assert.rejects(ada.call("records.restore", { id: old.id }), (error: Refused) => {
    assert.equal(error.status, 409);
    assert.equal(error.errors[0]?.record?.id, next.id);
    return true;
  });
  await ada.call("records.update", { id: next.id, values: { erp_id: null } });
  await ada.call("records.restore", { id: old.id });
  await assert.rejects(create("Third"), { status: 409 });
});

test("a merge hands a unique value over, and its undo hands it back", async () => {
  const ada = await service().given.admin();
  await ada.call("types.addField", { type: "organization", key: "erp_id", label: "ERP id", field_type: "text", is_unique: true });
  const create = (values: Record<string, string>) =>
    ada.call("records.create", { type: "organization", values: { name: "Twin", ...values } });
  const { record: into } = await create({});
  const { record: from } = await create({ erp_id: "A-1" });
  const merged = await ada.call("records.merge", { type: "organization", into: into.id, from: [from.id] });
  assert.equal(merged.record.values["erp_id"], "A-1");
  await ada.call("records.undo", { id: merged.operation_id });
  const owner = await ada.call("records.upsert", { type: "organization", match: "erp_id", values: { erp_id: "A-1", city: "Kiel" } });
  assert.equal(owner.record.id, from.id);
});

test("a field becomes unique only where no two records have the same value, and the clashes are listed", async () => {
  const ada = await service().given.admin();
  await ada.call("types.addField", { type: "contact", key: "badge", label: "Badge", field_type: "text" });
  const create = async (name: string, badge: string) =>
    (await ada.call("records.create", { type: "contact", values: { name, badge } })).record;
  const [one, two] = [await create("One", "B-7"), await create("Two", "b-7")];
  const unique = () => ada.call("types.updateField", { type: "contact", field: "badge", is_unique: true });
  await assert.rejects(unique(), (error: Refused) => {
    assert.equal(error.status, 409);
    assert.deepEqual(
      error.errors.map((clash) => clash.record?.id),
      [one.id, two.id],
    );
    return true;
  });
  await ada.call("records.update", { id: two.id, values: { badge: "B-8" } });
  assert.equal((await unique()).type.fields.find((field) => field.key === "badge")?.is_unique, true);
  await assert.rejects(ada.call("records.update", { id: two.id, values: { badge: "b-7" } }), { status: 409 });
  await assert.rejects(ada.call("types.updateField", { type: "deal", field: "amount", is_unique: true }), /unique/);
});

test("a record whose email, phone or domain is known is not created twice, unless that is wanted", async () => {
  const ada = await service().given.admin();
  const { key } = await ada.key();
  const create = (type: string, values: object, more: object = {}) =>
    service()
      .rest(key, "POST", `/records/${type}`, { values, ...more })
      .then(async (response) => ({
        status: response.status,
        body: (await response.json()) as Refused & { record: { id: string } },
      }));
  const { body: first } = await create("contact", { name: "Anneke Brandt", email: "anneke@aldermoor.example", phone: "+49 30 901820" });
  const again = await create("contact", { name: "A. Brandt", email: ["other@aldermoor.example", "Anneke@Aldermoor.example"] });
  assert.deepEqual([again.status, again.body.code], [409, "duplicate_record"]);
  assert.deepEqual(again.body.errors[0]?.record, { id: first.record.id, title: "Anneke Brandt" });
  assert.equal(again.body.errors[0]?.pointer, "/values/email");
  assert.equal((await create("contact", { name: "Switchboard", phone: "+4930901820" })).status, 409);
  assert.equal((await create("lead", { name: "Anneke", email: "anneke@aldermoor.example" })).status, 201, "another type");
  assert.equal((await create("contact", { name: "Twin", email: "anneke@aldermoor.example" }, { allow_duplicate: true })).status, 201);

  await create("organization", { name: "Fernhill", website: "www.fernhill.example/about" });
  assert.equal((await create("organization", { name: "Fernhill 2", website: "fernhill.example" })).status, 409);
  const stranger = await service().given.admin();
  await stranger.call("records.create", { type: "contact", values: { name: "Anneke", email: "anneke@aldermoor.example" } });
});

test("twenty creations of one email at once make one record", async () => {
  const ada = await service().given.admin();
  const create = () => ada.call("records.create", { type: "contact", values: { name: "Anneke", email: "anneke@aldermoor.example" } });
  const results = await Promise.allSettled(Array.from({ length: 20 }, create));
  assert.equal(results.filter((one) => one.status === "fulfilled").length, 1);
});

test("a batch creates what is new, and says which record has what is known", async () => {
  const ada = await service().given.admin();
  const person = (name: string, email: string) => ({ values: { name, email } });
  const { record } = await ada.call("records.create", { type: "contact", ...person("Anneke", "anneke@aldermoor.example") });
  const items = [person("Anneke", "anneke@aldermoor.example"), person("Bela", "bela@x.example"), person("Bela too", "bela@x.example")];
  const { results } = await ada.call("records.batch", { type: "contact", items });
  assert.deepEqual(
    results.map((one) => one.status),
    ["failed", "created", "failed"],
  );
  assert.equal(results[0]?.errors[0]?.record?.id, record.id);
  const anyway = await ada.call("records.batch", { type: "contact", items: items.slice(0, 1), allow_duplicate: true });
  assert.equal(anyway.results[0]?.status, "created");

  const twice = [person("Cleo", "cleo@x.example"), person("Cleo again", "cleo@x.example")];
  const matched = await ada.call("records.batch", { type: "contact", items: twice, match: "email" });
  assert.deepEqual(
    matched.results.map((one) => one.status),
    ["created", "failed"],
    "two items for one record: neither is created beside the other",
  );
});

test("save_records changes the record that matches, and refuses to create a known one", async () => {
  const ada = await service().given.admin();
  const { key } = await ada.key();
  const save = async (input: object) => {
    const call = {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "save_records", arguments: { type: "contact", ...input } },
    };
    const answer = (await (await service().mcp(key, call)).json()) as {
      result: { structuredContent?: { results: { status: string; id: string | null }[] }; content: { text: string }[] };
    };
    return { ...answer.result.structuredContent?.results[0], text: answer.result.content[0]?.text ?? "" };
  };
  const created = await save({ records: [{ values: { name: "Anneke", email: "anneke@aldermoor.example" } }] });
  const again = await save({ records: [{ values: { name: "Anneke", email: "anneke@aldermoor.example" } }] });
  assert.ok(
    again.text.includes(`"error":"invalid_input"`) && again.text.includes(created.id ?? "?"),
    "the error names the record that is known",
  );
  const matched = await save({ match: "email", records: [{ values: { email: "anneke@aldermoor.example", job_title: "Buyer" } }] });
  assert.deepEqual([matched.status, matched.id], ["updated", created.id]);
  const fresh = await save({ match: "email", records: [{ values: { name: "Bela", email: "bela@x.example" } }] });
  assert.equal(fresh.status, "created");
  const anyway = await save({ records: [{ values: { name: "Twin", email: "anneke@aldermoor.example" } }], allow_duplicate: true });
  assert.equal(anyway.status, "created");
});

test("an email address may have a domain in any script, which is one domain however it is spelled", async () => {
  const ada = await service().given.admin();
  const upsert = async (email: string) => ada.call("records.upsert", { type: "contact", match: "email", values: { name: "Jörg", email } });
  const first = await upsert("Jörg@Müller.example");
  assert.deepEqual(first.record.values["email"], ["jörg@müller.example"]);
  for (const same of ["jörg@xn--mller-kva.example", "JÖRG@MU\u0308LLER.EXAMPLE"])
    assert.deepEqual([(await upsert(same)).record.id, (await upsert(same)).is_new], [first.record.id, false], same);
  const { items } = await ada.call("records.list", { type: "contact", filter: "email:jörg@müller.example" });
  assert.equal(items.length, 1);
  assert.equal((await upsert("info@例え.テスト")).is_new, true);
  for (const wrong of ["jörg@müller", "a b@müller.example", "@müller.example", "x@xn--.example", `x@${"ü".repeat(300)}.example`])
    await assert.rejects(ada.call("records.create", { type: "contact", values: { name: "x", email: wrong } }), /email address/, wrong);
});

test("a new record whose phone or domain another one has is refused, whatever it is matched by, and created where the caller says so", async () => {
  const ada = await service().given.admin();
  const { record } = await ada.call("records.create", {
    type: "contact",
    values: { name: "Olga Krüger", email: "olga@aldermoor.example", phone: "+49 30 1234567" },
  });
  const twin = { name: "O. Krüger", email: "krueger@aldermoor.example", phone: "0049 30 1234567" };
  const upsert = (more: object) => ada.call("records.upsert", { type: "contact", match: "email", values: twin, ...more });
  await assert.rejects(upsert({}), (error: Refused) => {
    assert.deepEqual([error.status, error.code], [409, "duplicate_record"]);
    assert.deepEqual(error.errors[0]?.record, { id: record.id, title: "Olga Krüger" });
    return true;
  });
  const batch = await ada.call("records.batch", { type: "contact", match: "email", items: [{ values: twin }] });
  assert.deepEqual(batch.results[0]?.errors[0]?.code, "duplicate_record");
  for (const isDryRun of [true, false])
    await assert.rejects(
      ada.call("assistant.save", { type: "contact", match: "email", dry_run: isDryRun, records: [{ values: twin }] }),
      /has this phone/,
      "in the trial run too",
    );
  assert.equal((await upsert({ allow_duplicate: true })).is_new, true);
});

test("several fields match in order: a first sync meets what is there, and later ones find it by their own id", async () => {
  const ada = await service().given.admin();
  await ada.call("types.addField", { type: "organization", key: "erp_id", label: "ERP id", field_type: "text", is_unique: true });
  const { record } = await ada.call("records.create", {
    type: "organization",
    values: { name: "Aldermoor Glass", website: "aldermoor.example" },
  });
  const sync = (name: string, id: string, website: string) =>
    ada.call("records.batch", { type: "organization", match: "erp_id, website", items: [{ values: { name, erp_id: id, website } }] });
  const first = await sync("Aldermoor Glass GmbH", "K-7", "https://www.aldermoor.example");
  assert.deepEqual([first.results[0]?.status, first.results[0]?.id], ["updated", record.id]);
  const later = await sync("Aldermoor", "K-7", "https://aldermoor-glass.example");
  assert.deepEqual([later.results[0]?.status, later.results[0]?.id], ["updated", record.id], "its own id comes first");
  const other = await sync("Fernhill", "K-8", "https://fernhill.example");
  assert.equal(other.results[0]?.status, "created");
  const upsert = (values: Record<string, unknown>) => ada.call("records.upsert", { type: "organization", match: "erp_id,website", values });
  assert.equal((await upsert({ name: "Aldermoor", erp_id: "K-9", website: "aldermoor-glass.example" })).record.id, record.id);
  await assert.rejects(upsert({ name: "Neither" }), /Give ERP id or Website/);
  await assert.rejects(
    ada.call("records.upsert", { type: "organization", match: "erp_id, name", values: {} }),
    /cannot be matched by "name"/,
  );
});
