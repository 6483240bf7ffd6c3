import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "@playwright/test";
import { safeHtml } from "../server/src/platform/mime/safe-html.ts";
import { MAIL_FRAME_CSP } from "../server/src/surfaces/pages/mail-frame.ts";
import { mailPayloads } from "../server/test/mail-payloads.ts";
import { test } from "./fixtures.ts";

// HTML of strangers in a real browser. MAIL_PAYLOADS=all tries every one (several minutes); otherwise a part of each kind.

const payloads = mailPayloads(process.env["MAIL_PAYLOADS"] === "all" ? "all" : "sample");
/** What is left of them. Many become the same text: it is shown once. */
const safe = [...new Set(payloads.map(safeHtml))];
const left = `${payloads.length} payloads, of which ${safe.length} different texts are left`;

/** As the page shows mail: no scripts, nothing loaded. The height stays readable from outside. */
const SANDBOX = "allow-same-origin allow-popups";
const POLICY = MAIL_FRAME_CSP;
/** A frame that stops nothing: what runs in it was let through. */
const OPEN = "allow-same-origin allow-scripts allow-forms allow-popups allow-modals";

const AT_ONCE = 50;
const SETTLE_MS = 150;
/** A busy machine takes long for fifty frames. */
const STUCK_MS = 180_000;

interface Frame {
  sandbox: string;
  policy: string | null;
}
interface Outcome {
  ran: number;
  loaded: Set<string>;
  positioned: string[];
  readable: number;
}

let browser: Browser;
const server = createServer((_, response) => response.setHeader("content-type", "text/html").end("<!doctype html><title>mail</title>"));
let url: string;

test.beforeAll(async ({ browser: ofWorker }) => {
  browser = ofWorker;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
test.afterAll(async () => {
  server.close();
});

/** Shows each text in a frame of its own, and counts what happened. */
async function show(texts: string[], frame: Frame): Promise<Outcome> {
  const outcome: Outcome = { ran: 0, loaded: new Set(), positioned: [], readable: 0 };
  const page = await openPage(outcome);
  for (let at = 0; at < texts.length; at += AT_ONCE) {
    const found = await showBatch(page, texts.slice(at, at + AT_ONCE), frame);
    outcome.ran += found.ran;
    outcome.readable += found.readable;
    outcome.positioned.push(...found.positioned.map((n) => texts[at + n] ?? ""));
  }
  await page.context().close();
  return outcome;
}

async function openPage(outcome: Outcome): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  page.on("dialog", (dialog) => void dialog.dismiss().catch(() => {}));
  page.on("popup", (popup) => void popup.close().catch(() => {}));
  await page.route("**/*", (route) => {
    const asked = route.request().url();
    if (asked === url) return route.continue();
    // A relative address of a payload leads to our own server: that is a request, too.
    outcome.loaded.add(asked);
    return route.abort();
  });
  await page.goto(url);
  return page;
}

interface Found {
  ran: number;
  readable: number;
  positioned: number[];
}

async function showBatch(page: Page, texts: string[], frame: Frame): Promise<Found> {
  const stuck = new Promise<Found>((_, reject) =>
    setTimeout(() => reject(new Error("the page was stopped by a payload")), STUCK_MS).unref(),
  );
  return Promise.race([page.evaluate(framed, { texts, ...frame, settleMs: SETTLE_MS }), stuck]);
}

/** Runs in the page. */
async function framed({ texts, sandbox, policy, settleMs }: Frame & { texts: string[]; settleMs: number }): Promise<Found> {
  const ran = new Set<number>();
  const frames = texts.map((text, n) => {
    const element = document.createElement("iframe");
    element.setAttribute("sandbox", sandbox);
    element.style.cssText = "width:300px;height:60px";
    const meta = policy === null ? "" : `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
    element.srcdoc = `<!doctype html>${meta}<body>${text.replaceAll("top.hit(1)", `top.hit(${n})`)}`;
    return element;
  });
  Object.assign(globalThis, { hit: (n: number) => ran.add(n) });
  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  // A payload may keep its frame from ever being complete.
  const loaded = frames.map((element) => Promise.race([new Promise((resolve) => element.addEventListener("load", resolve)), wait(3_000)]));
  document.body.replaceChildren(...frames);
  await Promise.all(loaded);
  await wait(settleMs);
  let readable = 0;
  const positioned: number[] = [];
  for (const [n, element] of frames.entries()) {
    const inside = element.contentDocument;
    // Null where a payload led the frame to another site.
    if (!inside?.documentElement) continue;
    if (inside.documentElement.scrollHeight >= 0) readable++;
    const isMoved = [...inside.querySelectorAll("body *")].some((one) => getComputedStyle(one).position !== "static");
    if (isMoved) positioned.push(n);
  }
  document.body.replaceChildren();
  return { ran: ran.size, readable, positioned };
}

const remote = ({ loaded }: Outcome) => [...loaded].filter((one) => !one.startsWith("data:") && !one.startsWith("about:"));
/** The frame alone lets pictures come from our own server: those of the mail do. */
const elsewhere = (outcome: Outcome) => remote(outcome).filter((one) => !one.startsWith(url));

test("the control: unsanitised and with scripts allowed, payloads run, load and cover", async () => {
  // Fewer are enough to see that the test can tell.
  const some = mailPayloads("sample");
  const { ran, loaded, positioned } = await show(some, { sandbox: OPEN, policy: null });
  console.log(`${some.length} payloads: ${ran} ran, ${loaded.size} addresses asked, ${positioned.length} positioned`);
  assert.ok(ran > 50, `${ran} ran`);
  assert.ok(loaded.size > 5 && positioned.length > 20);
});

test("the sanitiser alone: in a frame that allows scripts nothing runs, loads or moves", async () => {
  const outcome = await show(safe, { sandbox: OPEN, policy: null });
  console.log(`${left}: ${outcome.ran} ran, ${remote(outcome).length} loaded, ${outcome.positioned.length} positioned`);
  assert.deepEqual([outcome.ran, remote(outcome), outcome.positioned], [0, [], []]);
});

test("the frame alone: unsanitised payloads neither run nor load", async () => {
  const outcome = await show(payloads, { sandbox: SANDBOX, policy: POLICY });
  console.log(`${payloads.length} payloads: ${outcome.ran} ran, ${elsewhere(outcome).length} loaded from elsewhere`);
  assert.deepEqual([outcome.ran, elsewhere(outcome)], [0, []]);
});

test("both: nothing runs, loads or moves, and the height of every mail is readable", async () => {
  const outcome = await show(safe, { sandbox: SANDBOX, policy: POLICY });
  console.log(`${left}: ${outcome.ran} ran, ${remote(outcome).length} loaded, ${outcome.positioned.length} positioned`);
  assert.deepEqual([outcome.ran, remote(outcome), outcome.positioned], [0, [], []]);
  assert.equal(outcome.readable, safe.length);
});
