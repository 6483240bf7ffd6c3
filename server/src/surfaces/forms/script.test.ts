import assert from "node:assert/strict";
import { test } from "node:test";
import { inService } from "../../../test/service.ts";

const MAX_BYTES = 5_000;

test(
  "the script of website forms has at most 5,000 bytes, may be loaded by every site, and is not sent twice",
  inService(async ({ url }) => {
    const answer = await fetch(`${url}/f/kith.js`);
    const text = await answer.text();
    assert.equal(answer.status, 200);
    assert.ok(Buffer.byteLength(text) <= MAX_BYTES, `${Buffer.byteLength(text)} bytes`);
    assert.match(answer.headers.get("content-type") ?? "", /^text\/javascript/);
    assert.equal(answer.headers.get("cross-origin-resource-policy"), "cross-origin");
    assert.equal(answer.headers.get("set-cookie"), null);
    const again = await fetch(`${url}/f/kith.js`, { headers: { "if-none-match": answer.headers.get("etag") ?? "" } });
    assert.equal(again.status, 304);
    // Nothing that a strict policy of the site would refuse.
    assert.doesNotMatch(text, /innerHTML|outerHTML|insertAdjacent|\beval\(|new Function|document\.write|\.style\b|cookie/);
  }),
);
