import assert from "node:assert/strict";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { HOUR_MS } from "../../src/kernel/clock.ts";
import { makeInput, firstChoices, propertiesOf, reachable } from "../inputs.ts";
import { sharedService, type Person } from "../service.ts";
import { snapshot } from "../snapshot.ts";
import { assertCleanTraces } from "../assertions.ts";
import { measured, scaled } from "../measured.ts";

const MEBIBYTE = 1_048_576;
// Made before the service starts: compressing blocks the event loop, and the service would refuse calls as overloaded.
const BOMB = gzipSync(Buffer.alloc(64 * MEBIBYTE, "["));
const service = sharedService();
test.afterEach(() => assertCleanTraces(service()));

type Send = (body: RequestInit["body"], headers?: Record<string, string>) => Promise<Response>;

/** One call of each surface that takes a body. */
async function surfaces(): Promise<Record<"rest" | "web" | "mcp", Send>> {
  const ada = await service().given.admin();
  const { key } = await ada.key();
  const to = (path: string, own: Record<string, string>): Send => {
    return (body, headers = {}) =>
      fetch(service().url + path, {
        method: "POST",
        headers: { "content-type": "application/json", ...own, ...headers },
        body: body ?? null,
        duplex: "half",
      });
  };
  return {
    rest: to("/api/v1/invitations", { "x-api-key": key }),
    web: to("/app/call/members.rename", { cookie: ada.cookie }),
    mcp: to("/api/v1/mcp", { "x-api-key": key, accept: "application/json, text/event-stream" }),
  };
}

/** The refusal of a surface in its own language: problem+json, or a JSON-RPC error. */
async function assertRefused(surface: string, response: Response, status: number, code: string): Promise<void> {
  assert.equal(response.status, status, surface);
  const body = (await response.json()) as { code?: string; jsonrpc?: string; id?: null; error?: { code: number; data: { code: string } } };
  if (surface !== "mcp") {
    assert.match(response.headers.get("content-type") ?? "", /^application\/problem\+json/);
    return assert.equal(body.code, code);
  }
  assert.equal(body.jsonrpc, "2.0");
  assert.equal(body.id, null);
  assert.equal(body.error?.data.code, code);
  return assert.equal(body.error?.code, status === 400 ? -32700 : -32000);
}

const sized = (bytes: number) => `{"a":"${"a".repeat(bytes - 8)}"}`;

async function* pieces(text: string) {
  for (let at = 0; at < text.length; at += 65_536) yield Buffer.from(text.slice(at, at + 65_536));
}

test("a body of 1 MiB is read, one byte more is 413 on every surface, announced or not", async () => {
  for (const [name, send] of Object.entries(await surfaces())) {
    assert.ok([400, 422].includes((await send(sized(MEBIBYTE))).status), name);
    await assertRefused(name, await send(sized(MEBIBYTE + 1)), 413, "body_too_large");
    await assertRefused(name, await send(ReadableStream.from(pieces(sized(MEBIBYTE + 1)))), 413, "body_too_large");
  }
});

test("a compressed body is 415 and never unpacked", async () => {
  for (const [name, send] of Object.entries(await surfaces())) {
    await assertRefused(name, await send(BOMB, { "content-encoding": "gzip" }), 415, "media_type");
    await assertRefused(name, await send(BOMB, { "content-encoding": "br" }), 415, "media_type");
    await assertRefused(name, await send("{}", { "content-encoding": "gzip, identity" }), 415, "media_type");
  }
});

const BAD_JSON = {
  "100,000 arrays deep": "[".repeat(100_000) + "]".repeat(100_000),
  "100,000 objects deep": '{"a":'.repeat(100_000) + "1" + "}".repeat(100_000),
  "a name twice": '{"email":"a@test.example","email":"b@test.example"}',
  "a name twice, spelled apart": '{"name":1,"\\u006eame":2}',
  "a name twice, further in": '[{"a":[{"b":1,"b":2}]}]',
  __proto__: '{"__proto__":{"role":"admin"}}',
  "__proto__, escaped": '{"\\u005f_proto__":{"role":"admin"}}',
  constructor: '{"name":{"constructor":{"prototype":{"role":"admin"}}}}',
  "100,000 names": `{${Array.from({ length: 100_000 }, (_, at) => `"${at}":1`).join(",")}}`,
  "not JSON": "{'name':1}",
  "half of it": '{"name":',
};

test("nesting, repeated names and names that reach into prototypes are 400, and change nothing", async () => {
  const senders = Object.entries(await surfaces());
  const without = ["sessions", "api_keys", "events"]; // where it is noted that a session and a key were used
  const before = await snapshot(service(), { without });
  for (const [name, send] of senders) {
    for (const body of Object.values(BAD_JSON)) await assertRefused(name, await send(body), 400, "bad_json");
  }
  assert.deepEqual(await snapshot(service(), { without }), before);
  assert.equal(({} as { role?: string }).role, undefined);
});

test("a refusal is never larger than what it refuses", async () => {
  const { rest, web } = await surfaces();
  const body = JSON.stringify(Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`unknown ${at}`, at])));
  for (const send of [rest, web]) {
    const answer = await send(body);
    assert.equal(answer.status, 422);
    assert.ok((await answer.text()).length < body.length / 5);
  }
});

measured("the heap stays flat under such bodies", async () => {
  const senders = Object.values(await surfaces());
  const bodies = [...Object.values(BAD_JSON), sized(MEBIBYTE), sized(MEBIBYTE + 1)];
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const heapAfter = async (rounds: number) => {
    for (let round = 0; round < rounds; round++)
      for (const send of senders) for (const body of bodies) await (await send(body)).arrayBuffer();
    collect();
    return process.memoryUsage().heapUsed;
  };
  const warm = await heapAfter(3);
  const later = await heapAfter(10);
  assert.ok(later - warm < 8 * MEBIBYTE, `the heap grew by ${later - warm} bytes`);
});

const UNSTORABLE = ["a\0b", "a\ud800b"];
const CONTROL = /\p{Cc}/u;
const ODD = ["a\u202eb", "a\u200b\u2060\ufeffb", "👩‍🚀", "a\r\nb", "\u0001\u001b[31m", "ΟΔΥΣΣΕΥΣ İ ẞ", "'; drop table users; --"];
/** In two texts, since control characters alone may be refused: each text more makes the test a minute longer. */
const ODD_TOGETHER = [ODD.filter((one) => !CONTROL.test(one)).join(" "), ODD.filter((one) => CONTROL.test(one)).join(" ")];
const TRIED = scaled([...UNSTORABLE, ...ODD_TOGETHER], ["a\0b", ODD.join(" ")]);

async function newCaller(): Promise<{ ada: Person; key: string }> {
  const ada = await service().given.admin();
  return { ada, key: (await ada.key()).key };
}

test("NUL and half a character are 422 in every text of every operation; nothing odd is ever a 500", async () => {
  let asked = 0;
  let caller = await newCaller();
  for (const [at, operation] of reachable.entries()) {
    // One address may set up 300 companies an hour, and one of these operations sets up companies too.
    if (at % 100 === 99) {
      service().clock.advance(HOUR_MS);
      caller = await newCaller();
    }
    for (const property of propertiesOf(operation)) {
      for (const text of TRIED) {
        const { ada, key } = caller;
        const input = {
          ...makeInput(
            operation,
            firstChoices(() => ada.userId),
          ),
          [property]: text,
        };
        const answers = [await ada.post(operation.name, input)];
        if (operation.tool) answers.push(await callTool(key, operation.tool.name, input));
        if (operation.rest) answers.push(await callRest(key, operation.rest.method, operation.rest.path, input));
        for (const answer of answers) {
          asked++;
          assert.ok(answer.status < 500, `${operation.name} ${property} ${JSON.stringify(text)}: ${answer.status}`);
          assert.doesNotMatch(await answer.text(), /"internal"/);
        }
        if (UNSTORABLE.includes(text)) assert.equal(answers[0]?.status, 422, `${operation.name} ${property}`);
        // What was done may have ended the session or filled the company: the next call has another caller.
        if (operation.effect !== "read" && answers.some(({ ok }) => ok)) caller = await newCaller();
      }
    }
  }
  assert.ok(asked > 300, `only ${asked} calls were made`);
});

const callTool = (key: string, name: string, input: object) =>
  service().mcp(key, { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: input } });

function callRest(key: string, method: string, path: string, input: Record<string, unknown>): Promise<Response> {
  const inPath = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name]).toWellFormed()));
  const others = Object.entries(input).filter(([name]) => !path.includes(`{${name}}`));
  if (method !== "GET" && method !== "DELETE") return service().rest(key, method, inPath, Object.fromEntries(others));
  const query = new URLSearchParams(others as [string, string][]);
  return service().rest(key, method, `${inPath}?${query.toString()}`);
}

test("what can be stored comes back as it was sent", async () => {
  // A name is one line: what would start another is refused, as the test above allows.
  for (const text of ODD.filter((one) => !CONTROL.test(one)).map((one) => `(${one})`)) {
    const ada = await service().given.admin(text);
    assert.equal((await ada.call("members.me", {})).user.name, text);
    assert.equal((await ada.call("members.rename", { name: `${text}!` })).name, `${text}!`);
    assert.equal((await ada.call("companies.update", { name: text })).name, text);
    assert.equal((await ada.call("companies.get", {})).name, text);
    const { key, name } = await ada.call("keys.create", { name: text });
    assert.equal(name, text);
    const context = (await (await callTool(key, "get_context", {})).json()) as { result: { structuredContent: { key: { name: string } } } };
    assert.equal(context.result.structuredContent.key.name, text);
    assert.equal(await changedTo(ada), text);
  }
});

async function changedTo(ada: Person): Promise<unknown> {
  const { items } = await ada.call("events.list", { type: "company.updated" });
  return items[0]?.changes?.["name"]?.[1];
}

test("a password may hold any character, and every one of them counts", async () => {
  const ada = await service().given.admin();
  const password = "пароль 👩‍🚀 \u200b and more";
  const { link } = await ada.call("passwords.link", { id: ada.userId });
  await service().given.admin();
  const reset = await ada.post("passwords.reset", { token: new URL(link).hash.slice("#token=".length), password });
  assert.equal(reset.status, 200);

  await service().signIn(ada.email, password);
  await assert.rejects(() => service().signIn(ada.email, password.replace("\u200b", "")), /sign_in_refused/);
});
