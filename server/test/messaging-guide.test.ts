import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { setTimeout } from "node:timers/promises";
import { letLeave, messageRow } from "./messages.ts";
import { sharedService, type Person } from "./service.ts";
import { until } from "./waiting.ts";

// The channel of docs/messaging.md, as it stands there: it is run as a program of its own, and must work the first time.

const GUIDE = readFileSync(join(import.meta.dirname, "../../docs/messaging.md"), "utf8");
const MAX_LINES = 30;
const service = sharedService();

const programOf = () => /```js\n([\s\S]*?)```/.exec(GUIDE)?.[1] ?? assert.fail("the guide has no program");

/** The program with the key of a channel, and what it has printed. */
function start(t: TestContext, key: string, channel: string) {
  const folder = mkdtempSync(join(tmpdir(), "kith-channel-"));
  const file = join(folder, "channel.mjs");
  writeFileSync(file, programOf());
  const program = spawn(process.execPath, [file], {
    env: { PATH: process.env["PATH"], KITH_URL: service().url, KITH_API_KEY: key, KITH_CHANNEL: channel },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const printed = { lines: [] as string[], errors: "" };
  let unread = "";
  program.stdout.on("data", (chunk: Buffer) => {
    const lines = (unread + chunk.toString()).split("\n");
    unread = lines.pop() ?? "";
    printed.lines.push(...lines);
  });
  program.stderr.on("data", (chunk: Buffer) => (printed.errors += chunk.toString()));
  const stop = async () => {
    if (program.exitCode !== null || program.signalCode !== null) return;
    const ended = once(program, "exit");
    program.kill();
    await ended;
  };
  t.after(async () => {
    await stop();
    rmSync(folder, { recursive: true });
  });
  return { printed, stop, receive: (message: object) => program.stdin.write(`${JSON.stringify(message)}\n`) };
}

async function given(): Promise<{ ada: Person; key: string; channel: string }> {
  const ada = await service().given.admin();
  const { id: channel } = await ada.call("channels.create", { kind: "api", name: "Chat", access: "everyone", members: [] });
  return { ada, channel, key: (await ada.key("Chat")).key };
}

test("the program of the guide is thirty lines of code at most", () => {
  const lines = programOf()
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.startsWith("//"));
  assert.ok(lines.length <= MAX_LINES, `${lines.length} lines`);
});

test("a channel written from the guide works the first time: in, once each; out, once each, with its state", async (t) => {
  const { ada, key, channel } = await given();
  const worker = await service().app.startWorker();
  t.after(() => worker.stop());
  const { printed, receive, stop } = start(t, key, channel);

  const first = { id: "chat/1 ü", from: "anneke@out.example", text: "Größe 東京?", thread: "visit 7" };
  receive(first);
  receive(first);
  receive({ ...first, id: "chat/2", text: "And the price?" });
  receive({ id: "chat/3", from: "piotr@out.example", text: "Are you open today?", thread: "visit 8" });
  const conversations = await until(async () => {
    const { items } = await ada.call("inbox.list", {});
    return items.reduce((sum, one) => sum + one.message_count, 0) === 3 && items.length === 2 && items;
  }, "two conversations with three messages");
  const asked = conversations.find((one) => one.message_count === 2)?.id ?? assert.fail("one conversation for one thread");
  const { items: messages } = await ada.call("inbox.messages", { id: asked });
  assert.deepEqual(
    messages.map(({ text, from }) => [text, from?.address]).toSorted((one, other) => (String(one) < String(other) ? -1 : 1)),
    [
      ["And the price?", "anneke@out.example"],
      ["Größe 東京?", "anneke@out.example"],
    ],
  );

  const seen = messages[0]?.id ?? "";
  const { id: answer } = await ada.call("inbox.writeMessage", { conversation: asked, text: "38, and 20 €.", seen });
  await setTimeout(1_500);
  assert.deepEqual(printed.lines, [], "it can be taken back for ten seconds");
  await letLeave(service(), answer);
  await until(() => printed.lines.length > 0, "the answer");
  await until(async () => (await messageRow(service(), answer))["state"] === "sent", "its state");
  await setTimeout(2_500);
  assert.deepEqual(
    printed.lines.map((line) => JSON.parse(line) as unknown),
    [{ to: ["anneke@out.example"], text: "38, and 20 €." }],
  );
  assert.equal(printed.errors, "");

  // What is said while the program is away waits for it.
  await stop();
  const { id: later } = await ada.call("inbox.writeMessage", { conversation: asked, text: "Shall I send one?", seen: answer });
  await letLeave(service(), later);
  await setTimeout(500);
  assert.equal((await messageRow(service(), later))["state"], "queued");
  const again = start(t, key, channel);
  await until(() => again.printed.lines.length > 0, "what waited");
  assert.match(again.printed.lines.join(), /Shall I send one\?/);
});

test("with a key that is not valid the program ends and says why", async (t) => {
  const { channel } = await given();
  const { printed } = start(t, "kith_not_a_key", channel);
  await until(() => printed.errors.includes("401"), "the reason");
});
