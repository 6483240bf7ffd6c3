import assert from "node:assert/strict";
import { test } from "node:test";
import { allOperations } from "../all-operations.ts";
import { generated } from "../generated.ts";
import { sharedService } from "../service.ts";
import { legacy, messagesIn, modern } from "./messages.ts";

const service = sharedService();

interface Result {
  isError?: boolean;
  structuredContent?: { id?: string; items?: { fields: Record<string, unknown>[] }[] };
  _meta?: Record<string, unknown>;
  tools?: { name: string }[];
}

for (const [generation, make] of Object.entries({ legacy, modern }))
  test(`a tool answers to its name of before, and says what it is called now: ${generation}`, async () => {
    const ada = await service().given.admin();
    const { key } = await ada.key();
    const ask = async ({ body, headers }: ReturnType<typeof legacy>) => {
      const [message] = await messagesIn(await service().mcp(key, body, headers));
      return message?.["result"] as Result;
    };
    const call = (name: string, given: object) => ask(make("tools/call", { name, arguments: given }));

    const before = await call("create_view", { type: "deal", name: "Large deals", filter: "amount>1000" });
    assert.ok(!before.isError && before.structuredContent?.id?.startsWith("view_"));
    assert.equal(before._meta?.["kith/deprecated"], "create_view is now save_view");

    const now = await call("save_view", { type: "deal", name: "Small deals", filter: "amount<1000" });
    assert.equal(now._meta?.["kith/deprecated"], undefined);
    const { tools = [] } = await ask(make("tools/list"));
    assert.ok(!tools.some(({ name }) => name === "create_view"), "it costs no conversation anything");
  });

test("no name of before is the name of a tool, and docs/tools.json has them all", () => {
  const tools = allOperations().flatMap(({ tool }) => (tool ? [tool] : []));
  const former = Object.fromEntries(tools.flatMap(({ name, formerly = [] }) => formerly.map((old) => [old, name])));
  assert.deepEqual(former, { create_view: "save_view" });
  assert.ok(tools.every(({ name }) => !(name in former)));
  const { deprecated } = JSON.parse(generated()["tools.json"] ?? "") as { deprecated: unknown };
  assert.deepEqual(deprecated, former);
});

test("a field's kind has one name, in what is asked and in what is answered; the one of before still works and is marked deprecated", async () => {
  const ada = await service().given.admin();
  const { key } = await ada.key();
  const given = { key: "language", label: "Language", field_type: "text" };
  const added = await service().rest(key, "POST", "/types/contact/fields", given);
  const { fields } = (await added.json()) as { fields: Record<string, unknown>[] };
  const field = fields.find((one) => one["key"] === "language");
  assert.deepEqual([field?.["field_type"], field?.["type"]], ["text", "text"]);

  const document = JSON.parse(generated()["openapi.json"] ?? "") as {
    components: { schemas: Record<string, { properties: Record<string, { deprecated?: boolean }> }> };
  };
  const properties = document.components.schemas["Field"]?.properties ?? {};
  assert.deepEqual([properties["type"]?.deprecated, properties["field_type"]?.deprecated], [true, undefined]);

  const described = legacy("tools/call", { name: "describe_types", arguments: { types: ["contact"] } });
  const [message] = await messagesIn(await service().mcp(key, described.body));
  const { items = [] } = (message?.["result"] as Result | undefined)?.structuredContent ?? {};
  const shown = items[0]?.fields.find((one) => one["key"] === "language");
  assert.deepEqual([shown?.["field_type"], shown?.["type"]], [undefined, "text"], "a model pays for one of them");
});
