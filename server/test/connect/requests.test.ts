import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { sharedService } from "../service.ts";
import { blocksOf, FOLDER, printed } from "./guide.ts";

// The requests of the pages for tools that we have no part in, as they stand there, one after the other, and what is answered.

const service = sharedService();

/** A request as a page shows it: method and address, headers, an empty line, the body. */
function readRequest(text: string): [string, RequestInit] {
  const [head = "", ...body] = text.trim().split("\n\n");
  const [first = "", ...lines] = head.split("\n");
  const [method = "", url = ""] = first.split(" ");
  const headers = lines.map((line): [string, string] => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()]);
  return [url, { method, headers, ...(body.length > 0 ? { body: body.join("\n\n") } : {}) }];
}

for (const [page, title] of Object.entries({ make: "Make", activepieces: "Activepieces" })) {
  test(`each request of the page for ${title} is answered as the page says`, async () => {
    const ada = await service().given.admin();
    const { key } = await ada.key(title);
    const requests = blocksOf(page).filter(({ language }) => language === "http");
    assert.equal(requests.length, 4);
    let webhook = "";
    for (const { code, output = assert.fail("no answer is shown") } of requests) {
      const [url, request] = readRequest(code.replace("{base_url}", service().url).replace("your key", key).replace("whk_…", webhook));
      const answer = await fetch(url, request);
      const text = await answer.text();
      assert.match(`${answer.status}\n${text}`.trimEnd(), printed(output), code);
      webhook ||= /"(whk_\w+)"/.exec(text)?.[1] ?? "";
    }
    assert.deepEqual((await ada.call("webhooks.list", {})).items, [], "no webhook is left");
  });

  test(`what the page for ${title} says about messages is in the sample of each event it names`, async () => {
    const ada = await service().given.admin();
    const { items } = await ada.call("webhooks.eventTypes", {});
    const text = readFileSync(join(FOLDER, `${page}.md`), "utf8");
    const paths = [...text.matchAll(/^\|.*\| `([\w.]+)` \|$/gm)].map(([, path = ""]) => path.split("."));
    assert.equal(paths.length, 4);
    for (const type of ["record.created", "record.updated"]) {
      const sample: unknown = items.find((one) => one.type === type)?.sample;
      for (const path of paths) {
        const found = path.reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], sample);
        assert.notEqual(found, undefined, `${path.join(".")} of ${type}`);
      }
    }
  });
}
