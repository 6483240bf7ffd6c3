// Only in the complete run: it starts a program for each call. `mcp/conformance` and `mcp/clients` make the same calls.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedService } from "../service.ts";
import { mcpUrl } from "./clients.ts";
import { runTool } from "./run-tool.ts";

const service = sharedService();

function inspect(key: string, era: string, ...words: string[]) {
  const target = ["--cli", mcpUrl(service()).href, "--transport", "http", "--header", `x-api-key: ${key}`, "--protocol-era", era];
  return runTool("mcp-inspector", [...target, "--stored-auth-only", "--format", "json", ...words]);
}

for (const era of ["legacy", "modern"]) {
  test(`Inspector, ${era}: lists the tools and finds no error in their schemas`, async () => {
    const { key } = await (await service().given.admin()).key();
    const { out, err, code } = await inspect(key, era, "--method", "tools/list", "--strict");

    assert.equal(code, 0, err);
    const { result } = JSON.parse(out) as { result: { tools: { name: string }[] } };
    assert.ok(result.tools.some((tool) => tool.name === "list_events"));
  });

  test(`Inspector, ${era}: calls a tool`, async () => {
    const ada = await service().given.admin();
    const { key } = await ada.key();
    const { out, err, code } = await inspect(key, era, "--method", "tools/call", "--tool-name", "list_members", "--tool-arg", "search=Ada");

    assert.equal(code, 0, err);
    const { result } = JSON.parse(out) as { result: { structuredContent: { items: { id: string }[] } } };
    assert.deepEqual(
      result.structuredContent.items.map((member) => member.id),
      [ada.userId],
    );
  });

  test(`Inspector, ${era}: shows a refused call as an error of the tool`, async () => {
    const { key } = await (await service().given.admin()).key();
    const { out, err } = await inspect(key, era, "--method", "tools/call", "--tool-name", "invite_member", "--tool-arg", "email=nobody");

    assert.match(out + err, /isError/);
    assert.match(out + err, /such as mara@fernhill\.example/);
  });

  test(`Inspector, ${era}: a key that does not work is an error`, async () => {
    const { out, err, code } = await inspect("a".repeat(64), era, "--method", "tools/list");

    assert.notEqual(code, 0);
    assert.equal(out, "");
    assert.match(err, /x-api-key|HTTP 401/);
  });
}
