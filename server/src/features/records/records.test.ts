import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "pg";
import { sharedService } from "../../../test/service.ts";

const service = sharedService();

test("records.create keeps values of every kind and shows them again", async () => {
  const ada = await service().given.admin();
  const { record: organization } = await ada.call("records.create", {
    type: "organization",
    values: { name: "Aldermoor", website: "aldermoor.example", country: "DE" },
  });
  const { record, is_new } = await ada.call("records.create", {
    type: "Deals",
    values: {
      name: "Flow metering",
      stage: "Proposal",
      amount: "48,000.50",
      close_date: "2026-11-20",
      organization: "aldermoor",
      owner: "@me",
      source: "website",
    },
  });

  assert.equal(is_new, true);
  assert.equal(record.title, "Flow metering");
  assert.deepEqual(record.values["organization"], { id: organization.id, title: "Aldermoor" });
  assert.equal(record.values["stage"], "proposal");
  assert.equal(record.values["amount"], "48000.5");
  assert.equal(record.values["close_date"], "2026-11-20");
  assert.deepEqual(await ada.call("records.get", { id: record.id }), record);
});

test("an unknown field is refused with the closest names", async () => {
  const ada = await service().given.admin();
  await assert.rejects(
    ada.call("records.create", { type: "deal", values: { name: "x", amout: 5, stage: "nowhere" } }),
    (error: { errors: { pointer: string; hint?: string }[] }) => {
      assert.deepEqual(
        error.errors.map((one) => one.pointer),
        ["/values/amout", "/values/stage"],
      );
      assert.match(error.errors[0]?.hint ?? "", /amount/);
      return true;
    },
  );
});

test("records.update changes what is given, and undo sets it back", async () => {
  const ada = await service().given.admin();
  const { record } = await ada.call("records.create", {
    type: "contact",
    values: { name: "Anneke Vos", email: ["Anneke@Aldermoor.example"] },
  });
  const changed = await ada.call("records.update", {
    id: record.id,
    values: { job_title: "Buyer", email: ["anneke@aldermoor.example", "vos@aldermoor.example"] },
    if_version: 1,
  });

  assert.equal(changed.record.version, 2);
  await assert.rejects(ada.call("records.update", { id: record.id, values: { job_title: "x" }, if_version: 1 }), {
    code: "version_conflict",
  });
  await ada.call("records.undo", { id: changed.operation_id });
  const back = await ada.call("records.get", { id: record.id });
  assert.deepEqual({ ...back.values, updated_at: null }, { ...record.values, updated_at: null });
});

test("undo of a part sets back the records it names, and no other", async () => {
  const ada = await service().given.admin();
  const items = [1, 2, 3].map((at) => ({ values: { name: `Part ${at}`, stage: "proposal" } }));
  const made = await ada.call("records.batch", { type: "deal", items });
  const ids = made.results.map(({ id }) => id ?? "");
  const won = await ada.call("records.batch", { type: "deal", items: ids.map((id) => ({ id, values: { stage: "won" } })) });
  const stages = async () => Promise.all(ids.map(async (id) => (await ada.call("records.get", { id })).values["stage"]));

  assert.equal((await ada.call("records.undo", { id: won.operation_id, records: ids.slice(0, 1) })).records, 1);
  assert.deepEqual(await stages(), ["proposal", "won", "won"]);
  const { record: other } = await ada.call("records.create", { type: "deal", values: { name: "Not part of it" } });
  await assert.rejects(ada.call("records.undo", { id: won.operation_id, records: [other.id] }), { code: "invalid_input" });
  assert.equal((await ada.call("records.undo", { id: won.operation_id, records: ids.slice(1) })).records, 2);
  assert.deepEqual(await stages(), ["proposal", "proposal", "proposal"]);
});

test("twenty upserts of one email make one record", async () => {
  const ada = await service().given.admin();
  const results = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      ada.call("records.upsert", { type: "contact", match: "email", values: { name: `Name ${at}`, email: "one@upsert.example" } }),
    ),
  );
  assert.equal(new Set(results.map((one) => one.record.id)).size, 1);
  assert.equal(results.filter((one) => one.is_new).length, 1);
});

test("fifty writers on one record lose no update", async () => {
  const ada = await service().given.admin();
  const { record } = await ada.call("records.create", { type: "contact", values: { name: "Busy" } });
  await Promise.all(
    Array.from({ length: 50 }, (_, at) => ada.call("records.update", { id: record.id, values: { job_title: `title ${at}` } })),
  );
  assert.equal((await ada.call("records.get", { id: record.id })).version, 51);
});

test("a list is paged by position, blanks last, whichever way it is sorted", async () => {
  const ada = await service().given.admin();
  const items = Array.from({ length: 30 }, (_, at) => ({ values: { name: `Deal ${at}`, ...(at % 3 === 0 ? {} : { amount: at }) } }));
  const { results } = await ada.call("records.batch", { type: "deal", items });
  assert.ok(results.every((one) => one.status === "created"));
  for (const sort of ["amount", "-amount", "name", "-updated_at"]) {
    const seen: unknown[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await ada.call("records.list", { type: "deal", sort, limit: 7, ...(cursor ? { cursor } : {}) });
      seen.push(...page.items.map((one) => one.id));
      cursor = page.next_cursor;
      assert.deepEqual(page.count, { value: 30, is_exact: true });
    } while (cursor);
    assert.equal(new Set(seen).size, 30, sort);
    assert.equal(seen.length, 30, sort);
  }
});

test("a record in the trash is not in lists, can be restored, and its timeline shows both", async () => {
  const ada = await service().given.admin();
  const { record } = await ada.call("records.create", { type: "lead", values: { name: "Noor", email: "noor@lead.example" } });
  await ada.call("records.addNote", { id: record.id, text: "Asked for a demo" });
  await ada.call("records.delete", { id: record.id });
  assert.equal((await ada.call("records.list", { type: "lead" })).items.length, 0);
  await ada.call("records.restore", { id: record.id });
  const { items } = await ada.call("records.timeline", { id: record.id });
  assert.deepEqual(
    items.map((one) => one.kind),
    ["record.restored", "record.deleted", "note.added", "record.created"],
  );
  assert.equal(items[2]?.note?.text, "Asked for a demo");
});

test("another company's record is not found", async () => {
  const ada = await service().given.admin();
  const outsider = await service().given.admin();
  const { record, operation_id } = await ada.call("records.create", { type: "deal", values: { name: "Ours" } });
  for (const [name, input] of [
    ["records.get", { id: record.id }],
    ["records.update", { id: record.id, values: {} }],
    ["records.delete", { id: record.id }],
    ["records.timeline", { id: record.id }],
    ["records.undo", { id: operation_id }],
  ] as const) {
    assert.equal((await outsider.post(name, input)).status, 404);
  }
  await assert.rejects(outsider.call("records.create", { type: "task", values: { name: "t", deal: record.id } }), {
    code: "invalid_input",
  });
});

test("search finds by any word, by the start of one, and with a typing mistake", async () => {
  const ada = await service().given.admin();
  await ada.call("records.batch", {
    type: "organization",
    items: ["Castellan Ceramics", "Aldermoor Water", "Fernhill Instruments"].map((name) => ({ values: { name } })),
  });
  await ada.call("records.create", { type: "contact", values: { name: "Anneke Vos", email: "anneke@aldermoor.example" } });
  const titles = async (query: string) => (await ada.call("records.search", { query })).items.map((one) => one.title);

  assert.deepEqual(await titles("ceram"), ["Castellan Ceramics"]);
  assert.deepEqual(await titles("anneke@alder"), ["Anneke Vos"]);
  assert.deepEqual(await titles("castelan ceramcs"), ["Castellan Ceramics"]);
  assert.deepEqual(new Set(await titles("aldermoor")), new Set(["Aldermoor Water", "Anneke Vos"]));
});

test("a search result has a detail: an email address, or else its organization", async () => {
  const ada = await service().given.admin();
  const one = (await ada.call("records.create", { type: "organization", values: { name: "Umber & Vale" } })).record;
  const two = (await ada.call("records.create", { type: "organization", values: { name: "Orchard Lane" } })).record;
  await ada.call("records.create", {
    type: "contact",
    values: { name: "Energy Anneke", email: "anneke@umber.example", organization: one.id },
  });
  for (const organization of [one.id, two.id, null])
    await ada.call("records.create", { type: "deal", values: { name: "Energy audit", organization } });

  const { items } = await ada.call("records.search", { query: "energy" });
  assert.deepEqual(new Set(items.map(({ detail }) => detail)), new Set(["anneke@umber.example", "Umber & Vale", "Orchard Lane", ""]));
});

test("a merge joins values and relations, and its undo takes them apart again", async () => {
  const ada = await service().given.admin();
  const one = (await ada.call("records.create", { type: "contact", values: { name: "Anneke Vos", email: "anneke@one.example" } })).record;
  const two = (
    await ada.call("records.create", { type: "contact", values: { name: "A. Vos", email: "vos@two.example", job_title: "Buyer" } })
  ).record;
  const deal = (await ada.call("records.create", { type: "deal", values: { name: "Flow", contacts: [two.id] } })).record;
  const before = await Promise.all([one, two, deal].map(({ id }) => ada.call("records.get", { id })));

  const merged = await ada.call("records.merge", { type: "contact", into: one.id, from: [two.id] });
  assert.deepEqual(merged.record.values["email"], ["anneke@one.example", "vos@two.example"]);
  assert.equal(merged.record.values["job_title"], "Buyer");
  assert.deepEqual((await ada.call("records.get", { id: deal.id })).values["contacts"], [{ id: one.id, title: "Anneke Vos" }]);
  assert.ok((await ada.call("records.get", { id: two.id })).deleted_at);

  await ada.call("records.undo", { id: merged.operation_id });
  for (const record of before) {
    const again = await ada.call("records.get", { id: record.id });
    assert.deepEqual({ ...again.values, updated_at: 0 }, { ...record.values, updated_at: 0 });
    assert.equal(again.deleted_at, null);
  }
});

test("the change feed gives every change once and in order", async () => {
  const ada = await service().given.admin();
  const follow = async (start: string | undefined) => {
    const seen: { id: string; kind: string }[] = [];
    let position = start;
    for (let isMore = true; isMore;) {
      const page = await ada.call("records.changes", { limit: 7, ...(position ? { after: position } : {}) });
      seen.push(...page.items);
      position = page.position;
      isMore = page.has_more;
    }
    return { seen, position };
  };
  const { record } = await ada.call("records.create", { type: "deal", values: { name: "Fed" } });
  const first = await follow(undefined);
  assert.deepEqual(
    first.seen.map((one) => one.kind),
    ["record.created"],
  );
  await Promise.all(
    Array.from({ length: 20 }, (_, at) => ada.call("records.update", { id: record.id, values: { next_step: `step ${at}` } })),
  );
  const rest = await follow(first.position);
  assert.equal(new Set(rest.seen.map((one) => one.id)).size, 20);
  assert.deepEqual((await ada.call("records.changes", { after: rest.position })).items, []);
});

test("aggregates count and sum, whole and by group", async () => {
  const ada = await service().given.admin();
  await ada.call("records.create", { type: "organization", values: { name: "Acme" } });
  const deal = (stage: string, amount: number, close_date: string, organization?: string) => ({
    values: { name: "d", stage, amount, close_date, ...(organization ? { organization } : {}) },
  });
  await ada.call("records.batch", {
    type: "deal",
    items: [deal("won", 10.1, "2026-01-05", "Acme"), deal("won", 20.2, "2026-01-20"), deal("lost", 5, "2026-02-01", "Acme")],
  });
  const ask = async (more: object) =>
    (
      await ada.call("records.aggregate", { type: "deal", measures: [{ measure: "count" }, { measure: "sum", field: "amount" }], ...more })
    ).groups.map(({ label, values }) => [label, ...values]);

  assert.deepEqual(await ask({}), [["All", 3, "35.3"]]);
  assert.deepEqual(await ask({ group_by: "stage" }), [
    ["Won", 2, "30.3"],
    ["Lost", 1, "5"],
  ]);
  assert.deepEqual(await ask({ group_by: "close_date", interval: "month" }), [
    ["2026-01-01", 2, "30.3"],
    ["2026-02-01", 1, "5"],
  ]);
  assert.deepEqual(await ask({ group_by: "organization" }), [
    ["Acme", 2, "15.1"],
    ["None", 1, "20.2"],
  ]);
  assert.deepEqual(await ask({ group_by: "owner" }), [["Ada Admin", 3, "35.3"]]);
});

test("the change feed waits for no open transaction, and misses none that commits late, wherever its pages end", async (t) => {
  const ada = await service().given.admin();
  const writer = new Client({ connectionString: service().database.superuserUrl });
  await writer.connect();
  t.after(() => writer.end());
  const made: string[] = [];
  const make = async (name: string) => made.push((await ada.call("records.create", { type: "deal", values: { name } })).record.id);
  await make("Deal 0");
  // A copy of its event, in a transaction with a small number that ends after everything else.
  await writer.query("begin");
  await writer.query(
    `insert into events (company_id, id, at, type, subject_type, subject_id, via, operation, operation_id, request_id, data)
     select company_id, uuid_at(now()), now(), 'record.updated', subject_type, subject_id, via, operation, operation_id, request_id, data
     from events where subject_type = 'rec' and company_id = (select company_id from users where email = $1)`,
    [ada.email],
  );
  for (let at = 1; at < 6; at++) await make(`Deal ${at}`);

  for (const limit of [1, 2, 3, 6, 100]) {
    const page = await ada.call("records.changes", { limit });
    assert.deepEqual(
      page.items.map((one) => one.record.id),
      made.slice(0, limit),
    );
  }
  const begun = await ada.call("records.changes", { limit: 2 });
  const whole = await ada.call("records.changes", {});
  await writer.query("commit");
  await make("Deal 6");
  const late = ["record.updated", "record.created"];
  assert.deepEqual(
    (await ada.call("records.changes", { after: whole.position })).items.map((one) => one.kind),
    late,
  );
  // 4 are left of the window that was begun: a page may end before, at and behind its end.
  for (const limit of [3, 4, 5, 6, 100]) {
    const seen: string[] = [];
    for (let after = begun.position, isMore = true; isMore;) {
      const page = await ada.call("records.changes", { limit, after });
      seen.push(...page.items.map((one) => one.id));
      after = page.position;
      isMore = page.has_more;
    }
    assert.equal(new Set(seen).size, 6, `by ${limit}`);
    assert.equal(seen.length, 6, `by ${limit}`);
  }
});

test("the change feed sorts its numbers as numbers, not as text: a reader loses nothing when they get one more digit", async () => {
  const ada = await service().given.admin();
  const made: string[] = [];
  for (let at = 0; at < 4; at++) made.push((await ada.call("records.create", { type: "deal", values: { name: `Deal ${at}` } })).record.id);
  await service().database.query(
    `with numbered as (select e.id, row_number() over (order by e.place) as nth from events e
       where e.subject_type = 'rec' and e.company_id = (select company_id from users where email = $1))
     update events set written_in = (case when nth <= 2 then '9' else '10' end)::xid8, place = case nth when 1 then 9 when 2 then 10 when 3 then 99 else 100 end
     from numbered where numbered.id = events.id`,
    [ada.email],
  );
  const seen: string[] = [];
  for (let after = "", more = true; more;) {
    const page = await ada.call("records.changes", { limit: 1, ...(after ? { after } : {}) });
    seen.push(...page.items.map((one) => one.record.id));
    after = page.position;
    more = page.has_more;
  }
  assert.deepEqual(seen, made);
});
