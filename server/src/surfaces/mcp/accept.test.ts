import assert from "node:assert/strict";
import { test } from "node:test";
import { readAccept } from "./accept.ts";

const NOT_ACCEPTABLE: (string | undefined)[] = [
  undefined,
  "",
  "*/*",
  "application/*, text/*",
  "application/json",
  "text/event-stream",
  "application/json, */*",
  "application/json;q=0, text/event-stream",
  "application/json, text/event-stream; q=0.000",
  "application/json, text/event-stream;q=",
  "application/json, text/event-stream;q=x",
  "application/json-seq, text/event-stream",
  "application/json text/event-stream",
];

for (const header of NOT_ACCEPTABLE) {
  test(`Accept: ${header ?? "(none)"} does not name both types`, () => assert.equal(readAccept(header), undefined));
}

const ACCEPTABLE: [header: string, prefersStream: boolean][] = [
  ["application/json, text/event-stream", false],
  ["text/event-stream, application/json", true],
  ["application/json;q=0.5, text/event-stream", true],
  ["text/event-stream;q=0.9, application/json;q=1.0", false],
  ["text/event-stream;q=0.5, application/json;q=0.5", true],
  ["APPLICATION/JSON ; charset=utf-8 ; Q=0.1,Text/Event-Stream;q=0.2", true],
  ["text/html, application/json, */*;q=0.1, text/event-stream", false],
  ["application/json;q=0, application/json, text/event-stream", false],
];

for (const [header, prefersStream] of ACCEPTABLE) {
  test(`Accept: ${header} prefers ${prefersStream ? "a stream" : "JSON"}`, () => assert.deepEqual(readAccept(header), { prefersStream }));
}
