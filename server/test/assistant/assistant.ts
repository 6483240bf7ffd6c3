import assert from "node:assert/strict";
import { setTimeout as wait } from "node:timers/promises";
import type { Service } from "../service.ts";

/** The part of an answer that a model reads. */
export interface ToolAnswer {
  isError: boolean;
  text: string;
  // oxlint-disable-next-line no-explicit-any -- a script knows what it has asked for
  data: any;
}

export type Ask = (tool: string, input?: object) => Promise<ToolAnswer>;

/** One conversation of an assistant with the service over MCP, with its cost: calls, and characters of answers. */
export function converse(service: Service, key: string) {
  const cost = { calls: 0, characters: 0 };

  async function tell(name: string, input: object): Promise<ToolAnswer> {
    cost.calls++;
    const message = { jsonrpc: "2.0", id: cost.calls, method: "tools/call", params: { name, arguments: input } };
    let response = await service.mcp(key, message);
    // If the service is overloaded, a client waits and tries again.
    for (let tries = 0; response.status === 503 && tries < 60; tries++) {
      await wait(500);
      response = await service.mcp(key, message);
    }
    const answer = (await response.json()) as {
      result?: { isError?: boolean; structuredContent?: unknown; content: { text: string }[] };
      error?: { message: string };
    };
    assert.ok(answer.result, `${name}: ${answer.error?.message}`);
    const text = answer.result.content[0]?.text ?? "";
    cost.characters += text.length;
    return { isError: answer.result.isError === true, text, data: answer.result.structuredContent };
  }

  return {
    cost,
    tell,
    /** A correct call, which must succeed, also for each record that it saves. */
    async ask(tool: string, input: object = {}): Promise<ToolAnswer> {
      const answered = await tell(tool, input);
      assert.ok(!answered.isError, `${tool} ${JSON.stringify(input)}: ${answered.text}`);
      for (const result of (tool === "save_records" ? answered.data.results : []) as { status: string; errors: unknown[] }[])
        assert.notEqual(result.status, "failed", `${tool} ${JSON.stringify(input)}: ${JSON.stringify(result.errors)}`);
      return answered;
    },
  };
}
