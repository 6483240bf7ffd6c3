import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedService, type Service } from "../service.ts";
import { connectV1, connectV2, type McpClient } from "./clients.ts";

const service = sharedService();
const MODERN = "2026-07-28";

const CLIENTS: Record<string, (service: Service, key: string) => Promise<McpClient>> = {
  "v1 client": connectV1,
  "v2 client, legacy": (at, key) => connectV2(at, key, "legacy"),
  "v2 client, 2026-07-28": (at, key) => connectV2(at, key, { pin: MODERN }),
  "v2 client, negotiating": (at, key) => connectV2(at, key, "auto"),
};

for (const [label, connect] of Object.entries(CLIENTS)) {
  const as = async (key: string, run: (client: McpClient) => Promise<void>) => {
    const client = await connect(service(), key);
    try {
      await run(client);
    } finally {
      await client.close();
    }
  };
  const keysOfTwo = async () => {
    const ada = await service().given.admin();
    const max = await service().given.member(ada);
    return { ada, admin: (await ada.key()).key, member: (await max.key()).key };
  };

  test(`${label}: connects with a key and receives the instructions`, async () => {
    const { member } = await keysOfTwo();
    await as(member, async (client) => assert.match(client.getInstructions() ?? "", /get_context/));
  });

  test(`${label}: lists the tools of the key's owner`, async () => {
    const { admin, member } = await keysOfTwo();
    const names = async (client: McpClient) => (await client.listTools()).tools.map((tool) => tool.name);

    await as(admin, async (client) => assert.ok((await names(client)).includes("list_events")));
    await as(member, async (client) => {
      const seen = await names(client);
      assert.ok(seen.includes("get_context") && !seen.includes("list_events"));
    });
  });

  test(`${label}: calls tools as the key's owner`, async () => {
    const { ada, admin } = await keysOfTwo();
    await as(admin, async (client) => {
      // After listTools the client checks results against each tool's output schema by itself.
      await client.listTools();
      const context = await call(client, "get_context", {});
      assert.equal((context.structuredContent as { user: { id: string } }).user.id, ada.userId);
      assert.deepEqual(JSON.parse(context.text), context.structuredContent);
      const found = await call(client, "list_members", { search: "Max" });
      assert.equal((found.structuredContent as { items: object[] }).items.length, 1);
      const events = await call(client, "list_events", { limit: 2 });
      assert.ok((events.structuredContent as { next_cursor: string | null }).next_cursor);
    });
  });

  test(`${label}: wrong arguments come back as an error that says what to send`, async () => {
    const { admin } = await keysOfTwo();
    await as(admin, async (client) => {
      const refused = await call(client, "invite_member", { email: "not an address", rôle: "admin" });
      assert.equal(refused.isError, true);
      const { error, errors } = JSON.parse(refused.text) as { error: string; errors: { pointer: string; message: string }[] };
      assert.equal(error, "invalid_input");
      assert.deepEqual(errors.map((one) => one.pointer).sort(), ["/email", "/rôle"]);
      assert.match(errors.find((one) => one.pointer === "/email")?.message ?? "", /such as mara@fernhill\.example/);
    });
  });

  test(`${label}: a tool hidden from a Member answers an error with the reason`, async () => {
    const { member } = await keysOfTwo();
    await as(member, async (client) => {
      await client.listTools();
      const refused = await call(client, "list_events", {});
      assert.equal(refused.isError, true);
      assert.match(refused.text, /Only an Admin/);
    });
  });

  test(`${label}: an unknown tool is -32602`, async () => {
    const { admin } = await keysOfTwo();
    await as(admin, async (client) => {
      await assert.rejects(() => client.callTool({ name: "delete_everything" }), { code: -32602, message: /There is no tool/ });
    });
  });

  test(`${label}: a key that does not work is refused on connecting`, async () => {
    await assert.rejects(() => connect(service(), "a".repeat(64)), /x-api-key|Unauthorized|401/i);
  });
}

test("v2 client: negotiates the newest revision, and the old one where it is asked for", async () => {
  const { key } = await (await service().given.admin()).key();
  for (const [mode, era, version] of [
    ["auto", "modern", MODERN],
    [{ pin: MODERN }, "modern", MODERN],
    ["legacy", "legacy", "2025-11-25"],
  ] as const) {
    const client = await connectV2(service(), key, mode);
    assert.deepEqual([client.getProtocolEra(), client.getNegotiatedProtocolVersion()], [era, version]);
    await client.close();
  }
});

async function call(client: McpClient, name: string, input: Record<string, unknown>) {
  const result = (await client.callTool({ name, arguments: input })) as {
    isError?: boolean;
    structuredContent?: unknown;
    content: { text: string }[];
  };
  return { ...result, text: result.content[0]?.text ?? "" };
}
