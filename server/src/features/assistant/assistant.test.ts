import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedService } from "../../../test/service.ts";

const service = sharedService();

/** A tool call as a model makes it: the structured answer, or the error it is told. */
async function tool(key: string, name: string, input: unknown) {
  const response = await service().mcp(key, { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: input } });
  const { result } = (await response.json()) as {
    result: { isError?: boolean; structuredContent: Record<string, unknown>; content: { text: string }[] };
  };
  if (result.isError)
    return { error: JSON.parse(result.content[0]?.text ?? "{}") as { message: string; errors: { message: string; hint?: string }[] } };
  return result.structuredContent;
}

test("an assistant sets a deal to won and says why, by name, in one call", async () => {
  const ada = await service().given.admin("Ada");
  const { key } = await ada.key("Claude");
  await tool(key, "save_records", { type: "organization", records: [{ values: { name: "Acme" } }] });
  const made = await tool(key, "save_records", {
    type: "deal",
    records: [{ values: { name: "Acme renewal", organization: "Acme", amount: 12000, stage: "Proposal" } }],
  });
  assert.equal((made as { results: { status: string }[] }).results[0]?.status, "created");

  await tool(key, "save_records", {
    type: "deal",
    records: [{ record: "acme renewal", values: { stage: "Won" }, note: "Signed after the board meeting." }],
  });

  const { entries } = (await tool(key, "get_timeline", { type: "deal", record: "Acme renewal" })) as {
    entries: { kind: string; key: string; note: string | null; changes: unknown; operation_id: string }[];
  };
  assert.deepEqual(
    entries.map((entry) => entry.kind),
    ["note.added", "record.updated", "record.created"],
  );
  assert.equal(entries[0]?.note, "Signed after the board meeting.");
  assert.deepEqual(entries[1]?.changes, { stage: ["proposal", "won"] });
  assert.equal(entries[1]?.key, "Claude");

  await tool(key, "undo", { id: entries[1]?.operation_id });
  const { records } = (await tool(key, "query_records", { type: "deals", records: ["Acme renewal"], fields: ["stage"] })) as {
    records: { values: unknown }[];
  };
  assert.deepEqual(records[0]?.values, { stage: "proposal" });
});

test("search and fetch have the shapes that research modes ask for", async () => {
  const ada = await service().given.admin();
  const { key } = await ada.key();
  await tool(key, "save_records", {
    type: "contact",
    records: [{ values: { name: "Anneke Vos", email: "anneke@aldermoor.example" }, note: "Met at the fair" }],
  });
  const { results } = (await tool(key, "search", { query: "anneke" })) as { results: { id: string; title: string; url: string }[] };
  assert.deepEqual(Object.keys(results[0] ?? {}).slice(0, 3), ["id", "title", "url"]);
  const fetched = (await tool(key, "fetch", { id: results[0]?.id })) as { text: string };
  assert.deepEqual(Object.keys(fetched), ["id", "title", "text", "url", "metadata"]);
  assert.match(fetched.text, /Met at the fair/);
});

test("a wrong call comes back with what to send instead", async () => {
  const ada = await service().given.admin();
  const { key } = await ada.key();
  const typo = (await tool(key, "query_records", { type: "dael" })) as { error: { message: string } };
  assert.match(typo.error.message, /Did you mean deal/);
  const failed = (await tool(key, "save_records", { type: "deal", records: [{ values: { name: "x", stage: "Proposed" } }] })) as {
    error: { errors: { hint: string }[] };
  };
  assert.match(failed.error.errors[0]?.hint ?? "", /proposal/);
  const nobody = (await tool(key, "save_records", { type: "contact", records: [{ record: "Nobody", note: "x" }] })) as {
    error: { errors: { message: string }[] };
  };
  assert.match(nobody.error.errors[0]?.message ?? "", /no contact "Nobody"/);
});

test("a dry run changes nothing; deletions name their ids and can be undone", async () => {
  const ada = await service().given.admin();
  const { key } = await ada.key();
  await tool(key, "save_records", { type: "lead", records: [{ values: { name: "Kept" } }], dry_run: true });
  assert.equal((await ada.call("records.list", { type: "lead" })).items.length, 0);
  const made = (await tool(key, "save_records", { type: "lead", records: [{ values: { name: "Kept" } }] })) as {
    results: { id: string }[];
  };
  const ids = [made.results[0]?.id];
  await tool(key, "delete_records", { ids, dry_run: true });
  assert.equal((await ada.call("records.list", { type: "lead" })).items.length, 1);
  const { operation_id } = (await tool(key, "delete_records", { ids })) as { operation_id: string };
  assert.equal((await ada.call("records.list", { type: "lead" })).items.length, 0);
  await tool(key, "undo", { id: operation_id });
  assert.equal((await ada.call("records.list", { type: "lead" })).items.length, 1);
});

test("link_records adds and removes on one relation", async () => {
  const ada = await service().given.admin();
  const { key } = await ada.key();
  await tool(key, "save_records", { type: "contact", records: [{ values: { name: "A" } }, { values: { name: "B" } }] });
  await tool(key, "save_records", { type: "deal", records: [{ values: { name: "D", contacts: ["A"] } }] });
  const { record } = (await tool(key, "link_records", { type: "deal", record: "D", field: "Contacts", add: ["B"], remove: ["A"] })) as {
    record: { values: { contacts: { title: string }[] } };
  };
  assert.deepEqual(
    record.values.contacts.map((one) => one.title),
    ["B"],
  );
});
