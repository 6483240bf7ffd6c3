import fc from "fast-check";
import assert from "node:assert/strict";
import { setTimeout } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import type { FieldError } from "../../src/kernel/errors.ts";
import { anyHostile, isPlain, type Hostile, type Target } from "./hostile.ts";

// Runs in its own thread, so that generating filters and reading answers does not slow the measured service.

export interface Attack {
  url: string;
  target: Target;
  cookie: string;
  key: string;
  seed: number;
  inputs: number;
}

const AT_ONCE = 8;
const CHUNK = 200;
const MAX_URL = 8_192;
const ORDINARY: Hostile = { type: "deal", filter: "name:flow amount>=10000" };
const ORDINARY_EVERY = 40;
const BUSY = new Set(["overloaded", "database_unavailable"]);
const SHED_MS = 2_000;
const MAX_TRIES = 20;
const SLOWEST = 50;
const MAX_AGAIN = 20;
const AGAIN_MS = 50;

interface Refusal {
  code: string;
  errors: FieldError[];
}

export interface Fallout {
  /** How many inputs had which outcome. */
  outcomes: Record<string, number>;
  /** Ids of the requests with an ordinary filter: they show how fast the machine is at the moment. */
  ordinary: string[];
  /** The slowest inputs, sent again without other load: the best time of each, in milliseconds. */
  slowest: { shown: string; ms: number }[];
}

if (parentPort) parentPort.postMessage(await attack(workerData as Attack), []);

/** Sends hostile and ordinary filters over every surface, and checks each answer. */
async function attack(plan: Attack): Promise<Fallout> {
  const outcomes: Record<string, number> = {};
  const ordinary: string[] = [];
  let slowest: Timed[] = [];
  const hostile = anyHostile(plan.target);
  for (let at = 0; at < plan.inputs; at += CHUNK) {
    const inputs = fc.sample(hostile, { numRuns: Math.min(CHUNK, plan.inputs - at), seed: plan.seed + at });
    let next = 0;
    const lane = async () => {
      for (let input = inputs[next++]; input; input = inputs[next++]) {
        const surface = next % 4;
        const started = performance.now();
        let answer = await send(plan, input, surface);
        slowest.push({ input, surface, ms: performance.now() - started });
        // On an overloaded machine the service refuses every call: then try again.
        for (let tries = 0; BUSY.has(answer.code) && tries < MAX_TRIES; tries++) {
          await setTimeout(SHED_MS);
          answer = await send(plan, input, surface);
        }
        const outcome = judge(answer, input);
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
        if (next % ORDINARY_EVERY < 4) ordinary.push((await send(plan, ORDINARY, surface)).id);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
    slowest = slowest.toSorted((one, other) => other.ms - one.ms).slice(0, SLOWEST);
  }
  return { outcomes, ordinary, slowest: await askAgain(plan, slowest) };
}

interface Timed {
  input: Hostile;
  surface: number;
  ms: number;
}

/** A busy machine makes any answer slow once; an expensive filter is slow every time. */
async function askAgain(plan: Attack, slowest: Timed[]): Promise<Fallout["slowest"]> {
  const asked: Fallout["slowest"] = [];
  for (const { input, surface } of slowest) {
    let best = Infinity;
    for (let tries = 0; tries < MAX_AGAIN && best > AGAIN_MS; tries++) {
      const started = performance.now();
      const { code } = await send(plan, input, surface);
      if (!BUSY.has(code)) best = Math.min(best, performance.now() - started);
    }
    asked.push({ shown: showInput(input), ms: Math.round(best) });
  }
  return asked;
}

function showInput({ type, filter }: Hostile): string {
  return `${type}: ${typeof filter === "string" ? JSON.stringify(filter.slice(0, 300)) : Buffer.from(filter).toString("hex")}`;
}

interface ToolResult {
  isError?: boolean;
  content: { text: string }[];
}

interface Answer extends Refusal {
  id: string;
  status: number;
}

async function send({ url, cookie, key }: Attack, { type, filter }: Hostile, surface: number): Promise<Answer> {
  const ask = async (path: string, headers: Record<string, string>, body?: unknown) => {
    const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
    const answer = await fetch(url + path, {
      ...init,
      headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
    });
    return { id: answer.headers.get("x-request-id") ?? "", status: answer.status, body: (await answer.json()) as Refusal };
  };
  if (typeof filter !== "string" || surface === 0) {
    const { id, status, body } = await ask(`/api/v1/records/${type}?limit=1&filter=${encode(filter)}`, { "x-api-key": key });
    return { ...body, id, status };
  }
  if (surface === 1) {
    const { id, status, body } = await ask(`/api/v1/records/${type}/aggregate`, { "x-api-key": key }, { filter });
    return { ...body, id, status };
  }
  if (surface === 2) {
    const { id, status, body } = await ask("/app/call/records.list", { cookie }, { type, filter, limit: 1 });
    return { ...body, id, status };
  }
  const accept = "application/json, text/event-stream";
  const params = { name: "query_records", arguments: { type, filter, limit: 1 } };
  const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
  const { id, status, body } = await ask("/api/v1/mcp", { "x-api-key": key, accept }, call);
  const { result, error: refused } = body as unknown as { result?: ToolResult; error?: { data?: { code?: string } } };
  if (status !== 200) return { id, status, code: refused?.data?.code ?? "", errors: [] };
  if (!result?.isError) return { id, status, code: "", errors: [] };
  const { error, errors } = JSON.parse(result.content[0]?.text ?? "") as { error: string; errors: FieldError[] };
  return { id, status: error === "bad_filter" ? 400 : error === "invalid_input" ? 422 : 500, code: error, errors };
}

/** Percent-encoded byte by byte; half a character as the three bytes it would have in UTF-8. */
function encode(filter: string | Uint8Array): string {
  const bytes = typeof filter === "string" ? Array.from(filter).flatMap(bytesOf) : Array.from(filter);
  return bytes.map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
}

function bytesOf(character: string): number[] {
  if (character.isWellFormed()) return Array.from(Buffer.from(character));
  const unit = character.charCodeAt(0);
  return [0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f)];
}

function judge({ status, code, errors }: Answer, input: Hostile): string {
  const { filter } = input;
  const shown = showInput(input);
  if (status === 200) return "ok";
  if (status === 431 || status === 414) {
    assert.ok(encode(filter).length > MAX_URL - 100, shown);
    return "url too long";
  }
  if (code === "invalid_input") {
    // PostgreSQL cannot store these: refused before they are read as a filter.
    assert.ok(status === 422 && (typeof filter !== "string" || !isPlain(filter)), shown);
    return code;
  }
  assert.deepEqual([status, code], [400, "bad_filter"], shown);
  assert.ok(errors.length > 0 && errors.length <= 10, shown);
  for (const error of errors) assertExplained(error, filter, `${shown} → ${JSON.stringify(error)}`);
  return code;
}

/** What is wrong, where, and what to write instead. */
function assertExplained(
  { message, pointer, from = -1, to = -1, ...help }: FieldError,
  filter: string | Uint8Array,
  description: string,
): void {
  assert.ok(message.length > 10 && message.length < 300 && /[.?]$/.test(message), description);
  const length = typeof filter === "string" ? filter.length : Infinity;
  const isInText = pointer === "/filter" && from >= 0 && from <= to && to <= length;
  assert.ok(isInText || pointer.startsWith("/filter/") || (pointer === "/filter" && from === -1), description);
  const isHelpful = help.expected ?? help.hint ?? help.suggestions?.[0] ?? /at (most|least)/.exec(message);
  assert.ok(isHelpful, description);
  if (/have no (field|flag)/.test(message)) assert.ok(help.expected, description);
}
