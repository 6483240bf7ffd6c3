import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { listContents } from "../../../scripts/list-contents.ts";
import { ROOT } from "./image.ts";

// Each allows what a release does with it: to be shipped beside code with another licence. Fonts: OFL-1.1.
const ALLOWED = new Set([
  "MIT",
  "MIT-0",
  "ISC",
  "0BSD",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "CC0-1.0",
  "Unlicense",
  "OFL-1.1",
]);

/** Of licences joined by OR one must be allowed, by AND every one. */
const isAllowed = (expression: string): boolean =>
  expression
    .replaceAll(/[()]/g, "")
    .split(" OR ")
    .some((choice) => choice.split(" AND ").every((one) => ALLOWED.has(one)));

const list = listContents();

test("every package that is shipped has a licence that allows it", () => {
  const refused = list.components.filter(({ licenses }) => !isAllowed(licenses[0]?.expression ?? ""));
  assert.deepEqual(
    refused.map(({ name, version, licenses }) => `${name} ${version}: ${licenses[0]?.expression}`),
    [],
  );
  for (const licence of ["GPL-3.0-only", "AGPL-3.0", "NOASSERTION", "MIT AND GPL-2.0", "SEE LICENSE IN LICENSE"])
    assert.ok(!isAllowed(licence), licence);
});

test("the list of contents has every package of the server's bundle in its version, with a hash, and none that only development needs", () => {
  const listed = new Map(list.components.map((one) => [`${one.name} ${one.version}`, one]));
  const texts = readFileSync(join(ROOT, "server/dist/bundle/LICENSES.txt"), "utf8").split(/^-{80}\n\n/m);
  const bundled = texts.map((text) => text.split(" ", 2).join(" "));
  assert.ok(bundled.length > 30);
  assert.deepEqual(
    bundled.filter((one) => !listed.has(one)),
    [],
  );
  assert.deepEqual(
    list.components.filter(({ hashes, version, scope }) => version === "" || (hashes.length === 0 && scope === "required")),
    [],
  );
  const names = new Set(list.components.map(({ name }) => name));
  for (const name of ["react", "@mantine/core", "fastify", "@node-rs/argon2", "@opentelemetry/sdk-trace"]) assert.ok(names.has(name), name);
  for (const name of ["typescript", "@playwright/test", "vite", "oxlint"]) assert.ok(!names.has(name), name);
  assert.equal(list.specVersion, "1.6");
  assert.deepEqual(listContents(), list, "the same each time");
});
