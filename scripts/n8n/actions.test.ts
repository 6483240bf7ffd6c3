import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sharedService } from "../../server/test/service.ts";
import { prepareN8n, type N8n } from "./n8n.ts";
import { action, ALL_ACTIONS, START, valuesOf, workflowOf } from "./workflows.ts";

// Every action of the node, by n8n's own command on a workflow file, against a running service.

const service = sharedService();
let n8n: N8n;
before(async () => {
  n8n = await prepareN8n();
});
after(() => n8n.close());

type Run = { data?: { main?: { json: Record<string, unknown> }[][] }; error?: { message: string; description?: string } };

/** What each node of an execution did. */
function runsIn(printed: string): Record<string, Run[]> {
  const begin = printed.indexOf("\n{");
  assert.ok(begin >= 0 || printed.startsWith("{"), printed);
  const json = printed.slice(begin + 1, printed.lastIndexOf("}") + 1);
  return (JSON.parse(json) as { data: { resultData: { runData: Record<string, Run[]> } } }).data.resultData.runData;
}

test("all actions run one after the other", async () => {
  const ada = await service().given.admin();
  const { key } = await ada.key("n8n");
  await n8n.importFiles({ url: service().url, key }, ALL_ACTIONS);
  const runs = runsIn(await n8n.command("execute", `--id=${ALL_ACTIONS.id}`, "--rawOutput"));
  const rowsOf = (name: string) => (runs[name]?.[0]?.data?.main?.[0] ?? []).map(({ json }) => json);
  const { id } = rowsOf("Create")[0] ?? {};
  assert.match(String(id), /^rec_/, JSON.stringify(runs["Create"]));
  assert.deepEqual(
    rowsOf("Upsert").map((row) => [row["id"], row["title"], row["is_new"]]),
    [[id, "Grace B. Hopper", false]],
  );
  assert.deepEqual(
    rowsOf("Get").map((row) => (row["values"] as { phone: unknown }).phone),
    rowsOf("Update").map((row) => (row["values"] as { phone: unknown }).phone),
  );
  assert.deepEqual(
    rowsOf("Get Many").map((row) => row["id"]),
    [id],
  );
  assert.deepEqual(
    rowsOf("Search").map((row) => row["id"]),
    [id],
  );
  assert.match(String(rowsOf("Add Note")[0]?.["id"]), /^note_/);
  assert.deepEqual(rowsOf("Delete"), [{ id, type: "contact", deleted: true }]);
  const [row] = await service().database.query("select deleted_at from records where title = 'Grace B. Hopper'");
  assert.ok(row?.["deleted_at"], "it is in the trash");
});

test("a key that was deleted gives an error that says what to do", async () => {
  const ada = await service().given.admin();
  const { key, id } = await ada.key("n8n");
  await ada.call("keys.delete", { id });
  const workflow = workflowOf("kithrevoked00001", [START, action("Create", { operation: "create", values: valuesOf({ name: "Nobody" }) })]);
  await n8n.importFiles({ url: service().url, key }, workflow);
  const printed = await n8n.command("execute", `--id=${workflow.id}`, "--rawOutput");
  assert.match(printed, /Kith does not accept this API key/);
  assert.match(printed, /Make a new key in Kith under Profile, API & Connectors/);
});
