import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";
import { sharedService } from "../service.ts";
import { blocksOf, printed } from "./guide.ts";
import { until } from "../waiting.ts";

// The commands of docs/connect/http.md, as they stand there, one after the other, and what they print.

const service = sharedService({ env: { OUTBOUND_ALLOW: "127.0.0.1" } });

test("each command of the page prints what the page says", async () => {
  const ada = await service().given.admin();
  const { key } = await ada.key("Shop");
  const exports: string[] = [];
  let webhook = "";
  let commands = 0;
  for (const { code, output } of blocksOf("http").filter(({ language }) => language === "sh")) {
    if (output === undefined) {
      exports.push(code.replace("{base_url}", service().url).replace("your key", key).replace("whk_…", webhook));
      continue;
    }
    const { stdout } = await promisify(execFile)("bash", ["-ec", [...exports, code].join("\n")], { timeout: 60_000 });
    assert.match(stdout, printed(output), code);
    webhook ||= /"whk_\w+/.exec(stdout)?.[0].slice(1) ?? "";
    commands++;
  }
  assert.equal(commands, 7);
  assert.deepEqual((await ada.call("webhooks.list", {})).items, [], "no webhook is left");
});

test("a program that names itself is shown by that name beside its key", async () => {
  const ada = await service().given.admin();
  const { key } = await ada.key("Shop");
  await service().rest(key, "GET", "/me", undefined, { "user-agent": "shop-sync/1.2" });
  // It is written down after the answer.
  const shown = async () => (await ada.call("keys.list", {})).items[0]?.client;
  assert.equal(await until(shown, "a name is shown"), "shop-sync/1.2");
});

test("another output than the page's is noticed", () => {
  assert.match('{"a":1,"is_new":true}', printed('{…"is_new":true…}\n'));
  assert.doesNotMatch('{"a":1,"is_new":false}', printed('{…"is_new":true…}\n'));
  assert.doesNotMatch('{"a":1} and more', printed('{"a":1}\n'));
});
