import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { sharedService } from "../service.ts";
import { emailIn, linesOf, runKith, startKith, withKey } from "./run-kith.ts";

// The command line as its own process, against a running service.

const service = sharedService();
const ESC = "\u001b";

/** A company with some contacts. */
async function withContacts(names: string[]) {
  const all = await withKey(service());
  const ids: string[] = [];
  for (const [at, name] of names.entries()) {
    const { record } = await all.ada.call("records.create", { type: "contact", values: { name, email: `person-${at}@fernhill.example` } });
    ids.push(record.id);
  }
  return { ...all, ids };
}

test("whoami says who calls, in each form of output", async () => {
  const { kith, ada } = await withKey(service());
  const lines = await kith(["whoami"]);
  assert.equal(lines.code, 0, lines.stderr);
  assert.equal(emailIn(lines.stdout), ada.email);
  const json = await kith(["whoami", "--output", "json"]);
  assert.equal((JSON.parse(json.stdout) as { user: { email: string } }).user.email, ada.email);
  const table = await kith(["whoami", "--output", "table"]);
  assert.match(table.stdout, new RegExp(`^user\\.email +${ada.email}$`, "m"));
});

test("records list: lines, json, csv and table show the same records", async () => {
  const { kith, ids } = await withContacts(["Mara Lindt", "Jonas Beck"]);
  const list = (output: string) =>
    kith(["records", "list", "contact", "--sort", "name", "--fields", "name,email", "--output", output]).then(({ stdout, stderr }) => {
      assert.equal(stderr, "");
      return stdout;
    });
  assert.deepEqual(
    linesOf(await list("lines")).map(({ id, title }) => [id, title]),
    [
      [ids[1], "Jonas Beck"],
      [ids[0], "Mara Lindt"],
    ],
  );
  assert.deepEqual(JSON.parse(await list("json")), linesOf(await list("lines")));
  const rows = `${ids[1]},Jonas Beck,person-1@fernhill.example\r\n${ids[0]},Mara Lindt,person-0@fernhill.example\r\n`;
  assert.equal(await list("csv"), `id,name,email\r\n${rows}`);
  const [head, first] = (await list("table")).split("\n");
  assert.match(head ?? "", /^ID +NAME +EMAIL$/);
  assert.match(first ?? "", new RegExp(`^${ids[1]} +Jonas Beck +person-1@fernhill\\.example$`));
});

test("a list is a page and says that there is more; with --all it is everything", async () => {
  const { kith } = await withContacts(["A", "B", "C"]);
  const page = await kith(["records", "list", "contact", "--limit", "2"]);
  assert.equal(linesOf(page.stdout).length, 2);
  const [, cursor = ""] = /--all, or --cursor (\S+)\n$/.exec(page.stderr) ?? [];
  assert.equal(linesOf((await kith(["records", "list", "contact", "--limit", "2", "--cursor", cursor])).stdout).length, 1);
  const all = await kith(["records", "list", "contact", "--limit", "2", "--all"]);
  assert.equal(linesOf(all.stdout).length, 3);
  assert.equal(all.stderr, "");
});

test("records get reads one, and one that is not there is exit code 5", async () => {
  const { kith, ids } = await withContacts(["Mara Lindt"]);
  const found = await kith(["records", "get", "contact", ids[0] ?? ""]);
  assert.equal(linesOf(found.stdout)[0]?.["title"], "Mara Lindt");
  const other = await withContacts(["Somebody else"]);
  const missing = await kith(["records", "get", "contact", other.ids[0] ?? ""]);
  assert.deepEqual([missing.code, missing.stdout], [5, ""]);
});

test("types lists types, and as a table the fields of those that are named", async () => {
  const { kith } = await withKey(service());
  const types = new Set(linesOf((await kith(["types"])).stdout).map(({ key }) => key));
  assert.ok(types.has("deal") && types.has("contact"));
  const { stdout } = await kith(["types", "deal", "--output", "table"]);
  assert.match(stdout, /^deal +amount +Amount +money/m);
  assert.doesNotMatch(stdout, /^contact /m);
});

test("a wrong field, type, option or command comes back with the nearest", async () => {
  const { kith } = await withKey(service());
  const wrong = async (words: string[]) => {
    const { code, stderr } = await kith(words);
    return `${code} ${stderr}`;
  };
  assert.match(await wrong(["records", "list", "deal", "--filter", "amuont>=10"]), /^6 [^]*Nearest: amount/);
  assert.match(await wrong(["records", "list", "deel"]), /^[56] [^]*deal/);
  assert.match(await wrong(["records", "list", "deal", "--fields", "amuont"]), /^6 [^]*amount/);
  assert.match(await wrong(["records", "list", "deal", "--filtr", "x"]), /^2 [^]*Nearest: --filter/);
  assert.match(await wrong(["recrods", "list"]), /^2 [^]*records list/);
});

test("exit codes say the class of an error", async () => {
  const { kith, env } = await withKey(service());
  const code = async (words: string[], more: Record<string, string> = {}) => (await kith(words, { env: more })).code;
  assert.equal(await code(["records", "list"]), 2);
  assert.equal(await code(["records", "list", "deal", "--limit", "many"]), 2);
  assert.equal(await code(["records", "list", "deal", "--output", "xml"]), 2);
  assert.equal((await runKith(["whoami"], { env: { KITH_URL: env.KITH_URL } })).code, 3);
  assert.equal(await code(["whoami"], { KITH_API_KEY: "kith" }), 3);
  assert.equal(await code(["records", "list", "deal", "--limit", "1000"]), 6);
  assert.equal(await code(["whoami", "--retry-for", "0"], { KITH_URL: "http://127.0.0.1:9" }), 8);
  assert.equal(await code(["--help"]), 0);
  assert.equal(await code(["records"]), 0);
});

test("what people wrote cannot speak to the terminal, and cannot be a formula", async () => {
  const { kith } = await withContacts([`=1+1 ${ESC}]0;owned\u0007 \u009b31m \u202e`]);
  for (const output of ["table", "json", "lines"]) {
    const { stdout } = await kith(["records", "list", "contact", "--fields", "name", "--output", output]);
    // oxlint-disable-next-line no-control-regex -- that is what must not be there
    assert.doesNotMatch(stdout, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/, output);
    assert.match(stdout, /\\u001b/, output);
  }
  const csv = await kith(["records", "list", "contact", "--fields", "name", "--output", "csv"]);
  assert.match(csv.stdout, /^rec_\w+,"'=1\+1 /m);
  const missing = await kith(["records", "list", `x${ESC}[2J`]);
  assert.ok(!missing.stderr.includes(ESC) && missing.code !== 0);
});

test("a reader that has seen enough ends it quietly", async () => {
  const { env } = await withContacts(["A", "B", "C"]);
  const child = startKith(["records", "list", "contact", "--all", "--limit", "1"], { env });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (part: string) => (stderr += part));
  child.stdout.destroy();
  const [code] = (await once(child, "close")) as [number | null];
  assert.deepEqual([code, stderr], [0, ""]);
});
