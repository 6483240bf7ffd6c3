import assert from "node:assert/strict";
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";

// Nothing in the server opens a connection by itself: platform/outbound checks where it leads. PostgreSQL, mail and traces are excepted.

const ROOT = join(import.meta.dirname, "../../..");

const OUTBOUND = /^server\/src\/platform\/outbound\//;
/** Packages that open connections, and where they may be used. */
const CONNECTING: Record<string, RegExp> = {
  undici: OUTBOUND,
  pg: /^server\/src\/(platform|main)/,
  // The composer of mime/build-mail.ts writes bytes and opens nothing.
  nodemailer: /^server\/src\/platform\/(mail\.ts$|mime\/build-mail\.ts$|smtp\/)/,
  // Its addresses come from platform/outbound/mail-routes.ts, as those of smtp do.
  imapflow: /^server\/src\/platform\/imap\//,
  // To the one address that the operator configured.
  "@opentelemetry/exporter-trace-otlp-http": /^server\/src\/platform\/send-traces\.ts$/,
};
/** Packages that open none. A new one is looked at before it comes here. */
const QUIET = [
  "@kith/filter",
  "@modelcontextprotocol/server",
  "@node-rs/argon2",
  "@opentelemetry/api",
  "@opentelemetry/context-async-hooks",
  "@opentelemetry/resources",
  "@opentelemetry/sdk-trace",
  "fastify",
  "croner",
  "libphonenumber-js",
  "pino",
  "postal-mime",
  "prom-client",
  "sanitize-html",
  "zod",
];
const MODULES = "net|tls|https?|http2|dns|dns/promises|dgram|child_process|cluster|worker_threads|inspector|inspector/promises|vm";

// The formatter writes double quotes. Without `node:` a name is looked at only where something is loaded.
const LOADED = '(?:\\bfrom|\\bimport|\\bimport\\(|\\brequire\\(|\\bresolve\\(|\\)\\()\\s*"';
const NODE_MODULE = new RegExp(`"node:(?:${MODULES})"|${LOADED}(?:${MODULES})"`);
const PACKAGE = new RegExp(`${LOADED}(?!node:|\\.)((?:@[\\w-]+/)?[\\w.-]+)`);
/** Functions of the platform itself that reach out, or load what does. */
const BUILT_IN =
  /(?<![\w.]|async )(?:globalThis\.)?fetch\s*\(|\bnew\s+(?:WebSocket|EventSource|XMLHttpRequest)\b|\bgetBuiltinModule\b|\bprocess\.binding\b/;
/** What looks like a connection and is none: types, and reading an address. */
const HARMLESS = /^import type |^import \{ isIP \} from "node:net";$/;

/** Mail is read in a thread of its own, which runs what is in this folder. */
const THREADS = /^server\/src\/platform\/mime\/(read-mail|parse-worker)\.ts: import \{ \w+ \} from "node:worker_threads";$/;

/** The script of website forms, as text: it runs on the visitor's machine. */
const FOR_BROWSERS = "server/src/surfaces/forms/assets.generated.ts";

function reachingOut(root: string): string[] {
  return globSync("server/src/**/*.ts", { cwd: root })
    .filter((file) => !file.endsWith(".test.ts") && file !== FOR_BROWSERS)
    .flatMap((file) =>
      readFileSync(join(root, file), "utf8")
        .split("\n")
        .filter((line) => !HARMLESS.test(line) && !/^\s*(?:\/\/|\*|\/\*\*)/.test(line))
        .filter((line) => isForbidden(file, line))
        .map((line) => `${file}: ${line.trim()}`),
    );
}

function isForbidden(file: string, line: string): boolean {
  if (THREADS.test(`${file}: ${line}`)) return false;
  if ((NODE_MODULE.test(line) || BUILT_IN.test(line)) && !OUTBOUND.test(file)) return true;
  const [, used] = PACKAGE.exec(line) ?? [];
  if (used === undefined || QUIET.includes(used)) return false;
  return !CONNECTING[used]?.test(file);
}

test("nothing but platform/outbound opens a connection, PostgreSQL and mail excepted", () => {
  assert.deepEqual(reachingOut(ROOT), []);
});

const PLANTED: [file: string, line: string][] = [
  ["server/src/features/webhooks/planted.ts", 'import { connect } from "node:net";'],
  ["server/src/features/webhooks/planted.ts", 'import { connect, isIP } from "node:net";'],
  ["server/src/features/webhooks/planted.ts", 'import { connect } from "tls";'],
  ["server/src/features/leads/planted.ts", 'import { request } from "node:https";'],
  ["server/src/surfaces/planted.ts", 'import http from "node:http";'],
  ["server/src/platform/planted.ts", 'const http2 = await import("node:http2");'],
  ["server/src/platform/planted.ts", 'import { lookup } from "node:dns/promises";'],
  ["server/src/platform/planted.ts", 'import { createSocket } from "dgram";'],
  ["server/src/platform/planted.ts", 'import { execFile } from "node:child_process";'],
  ["server/src/platform/planted.ts", 'const net = createRequire(import.meta.url)("net");'],
  ["server/src/features/keys/planted.ts", 'const answer = await fetch("https://example.com");'],
  ["server/src/features/keys/planted.ts", "return globalThis.fetch(url);"],
  ["server/src/features/keys/planted.ts", "const socket = new WebSocket(url);"],
  ["server/src/features/keys/planted.ts", 'process.getBuiltinModule("node:net").connect(1);'],
  ["server/src/features/keys/planted.ts", 'import { request } from "undici";'],
  ["server/src/features/keys/planted.ts", 'import { Client } from "pg";'],
  ["server/src/features/keys/planted.ts", 'const { createTransport } = await import("nodemailer");'],
  ["server/src/platform/planted.ts", 'import axios from "axios";'],
  ["server/src/features/channels/planted.ts", 'const { ImapFlow } = await import("imapflow");'],
  ["server/src/features/inbox/planted.ts", 'import SMTPConnection from "nodemailer/lib/smtp-connection";'],
  ["server/src/platform/planted.ts", 'import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";'],
];

test("each way to open a connection is found where it is planted", (t) => {
  for (const [file, line] of PLANTED) {
    const root = mkdtempSync(join(tmpdir(), "kith-wall-"));
    t.after(() => rmSync(root, { recursive: true }));
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), `${line}\n`);
    assert.deepEqual(reachingOut(root), [`${file}: ${line}`]);
  }
});

test("every package of the server is known to this wall", () => {
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, "server/package.json"), "utf8")) as { dependencies: Record<string, string> };
  assert.deepEqual(Object.keys(dependencies).toSorted(), [...QUIET, ...Object.keys(CONNECTING)].toSorted());
});
