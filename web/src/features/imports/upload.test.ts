import "../../../test/components.ts";
import assert from "node:assert/strict";
import { after, before, test, type TestContext } from "node:test";
import { QueryObserver } from "@tanstack/react-query";
import { givenAnswers, runHook } from "../../../test/hooks.ts";
import { givenService, problem } from "../../../test/service.ts";

const { useSent, useUpload } = await import("./upload.ts");

/** What a browser reads files with; Node has none. */
class Reader extends EventTarget {
  result = "";
  async readAsDataURL(blob: Blob) {
    this.result = `data:text/csv;base64,${Buffer.from(await blob.arrayBuffer()).toString("base64")}`;
    this.dispatchEvent(new Event("load"));
  }
}
before(() => Object.defineProperty(globalThis, "FileReader", { value: Reader, configurable: true }));
after(() => Reflect.deleteProperty(globalThis, "FileReader"));

const PART = 700_000;
const file = (size: number) => new File(["x".repeat(size)], "contacts.csv");

/** Uploads a file and answers what was called, what was begun, and what the page shows of it afterwards. */
async function upload(t: TestContext, given: File, answer: Parameters<typeof givenService>[1], id?: string) {
  const calls = givenService(t, answer);
  const client = givenAnswers();
  const begun: string[] = [];
  const { mutateAsync } = runHook(() => useUpload((one) => begun.push(one)), [], client);
  const failure = await mutateAsync({ file: given, type: "contact", ...(id ? { id } : {}) }).then(
    () => undefined,
    (error: Error) => error.message,
  );
  return { calls, begun, failure, sent: runHook(() => useSent("imp_1"), [], client) };
}

const accepted = ({ name }: { name: string }) => ({ body: name === "imports.create" ? { id: "imp_1" } : { id: "imp_1", received: 1 } });

test("a file is sent in parts, in order, and none twice", async (t) => {
  const { calls, begun, sent } = await upload(t, file(PART + 5), accepted);
  assert.deepEqual(
    calls.map(({ name, input }) => [name, input["position"]]),
    [
      ["imports.create", undefined],
      ["imports.addPart", 0],
      ["imports.addPart", 1],
    ],
  );
  assert.deepEqual(calls[0]?.input, { type: "contact", name: "contacts.csv", size: PART + 5 });
  assert.equal(Buffer.from(String(calls[2]?.input["base64"]), "base64").toString(), "xxxxx");
  assert.deepEqual(begun, ["imp_1"]);
  assert.equal(sent, undefined, "once it is sent there is nothing to show");
});

test("an answer from before the last part does not stay on the page", async (t) => {
  givenService(t, accepted);
  const client = givenAnswers();
  const states = ["uploading", "reading"];
  const late = Promise.withResolvers<void>();
  // The page asks at once for the import that was begun. Its answer is made before the parts arrive, and comes after them.
  const page = new QueryObserver(client, {
    queryKey: ["imports.get", { id: "imp_1" }],
    queryFn: async () => {
      const state = states.shift();
      await late.promise;
      return { state };
    },
  });
  const { mutateAsync } = runHook(() => useUpload(() => t.after(page.subscribe(() => {}))), [], client);
  const uploaded = mutateAsync({ file: file(3), type: "contact" });
  setTimeout(late.resolve, 20);
  await uploaded;
  assert.deepEqual(page.getCurrentResult().data, { state: "reading" });
});

test("an upload that stopped goes on with the import it began", async (t) => {
  const { calls } = await upload(t, file(3), accepted, "imp_1");
  assert.deepEqual(
    calls.map(({ name }) => name),
    ["imports.addPart"],
  );
});

test("an empty file is refused before anything is sent", async (t) => {
  const { calls, failure } = await upload(t, file(0), accepted);
  assert.match(failure ?? "", /empty/);
  assert.deepEqual(calls, []);
});

test("a refusal is kept with the import, and the same file would be refused again", async (t) => {
  const { calls, sent, failure } = await upload(t, file(3), (call) =>
    call.name === "imports.create" ? accepted(call) : problem(422, "invalid", "This is no CSV file."),
  );
  assert.equal(failure, undefined, "the page that sent it may be left: the import shows it");
  assert.deepEqual(sent, { sent: 0, size: 3, failure: "This is no CSV file.", isRefused: true });
  assert.equal(calls.length, 2, "a refusal is not tried again");
});
