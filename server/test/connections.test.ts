import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const ROOT = join(import.meta.dirname, "../..");

/** What can open a connection. Types are erased, and `isIP` and `BlockList` only look at text. */
const OPENS = [
  /^import (?!type\b).*from "(?:node:)?(?:http|https|http2|tls|dgram|dns|dns\/promises|undici|axios|got|ws)"/m,
  /^import (?!type\b)(?!\{ (?:BlockList|isIP|isIPv4|isIPv6)(?:, (?:BlockList|isIP|isIPv4|isIPv6))* \}).*from "(?:node:)?net"/m,
  /(?<![\w.])(?:await )?fetch\(/,
  /\bnew (?:WebSocket|EventSource)\(/,
  /\bimport\("(?:node:)?(?:http|https|http2|net|tls|dgram|dns|undici)/,
];
/** PostgreSQL and mail have clients of their own; everything else goes through the guarded way out. */
const MAY_OPEN = /^server\/src\/platform\/outbound\//;

const opensConnection = (text: string) => OPENS.some((pattern) => pattern.test(text));

test("only platform/outbound opens connections to other systems", () => {
  const files = globSync("server/src/**/*.ts", { cwd: ROOT }).filter((file) => !file.endsWith(".test.ts"));
  const opening = files.filter((file) => opensConnection(readFileSync(join(ROOT, file), "utf8").replaceAll(/^\s*async fetch\(/gm, "")));
  assert.ok(files.length > 200);
  assert.ok(opening.some((file) => MAY_OPEN.test(file)));
  assert.deepEqual(
    opening.filter((file) => !MAY_OPEN.test(file)),
    [],
  );
});

test("each way to open a connection is found where it is planted", () => {
  for (const planted of [
    'import { request } from "node:https";',
    'import http from "http";',
    'import { connect, isIP } from "node:net";',
    'import { Resolver } from "node:dns/promises";',
    'import { request } from "undici";',
    'const answer = await fetch("https://example.com");',
    'new WebSocket("wss://example.com");',
    'const { request } = await import("node:https");',
  ])
    assert.ok(opensConnection(planted), planted);
  for (const harmless of ['import { BlockList, isIP } from "node:net";', 'import type { Socket } from "node:net";', "tools.fetch(request)"])
    assert.ok(!opensConnection(harmless), harmless);
});
