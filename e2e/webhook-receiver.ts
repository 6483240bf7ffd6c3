import { createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "@playwright/test";
import { type Look, openSession, settled, visit } from "./browser.ts";
import { test } from "./fixtures.ts";
import type { Installation } from "./installation.ts";
import { ask } from "./records.ts";
import { until as untilTrue } from "../server/test/waiting.ts";

// Two test files run at once, on machines that are busy with more.
const LONG_MS = 60_000;

interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A receiver of webhooks: it keeps what it gets, and answers what the test wants. */
export async function startReceiver() {
  const received: Received[] = [];
  const answer = { status: 200, body: "thanks" };
  /** Paths that are answered otherwise. */
  const answers = new Map<string, typeof answer>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      received.push({ path: request.url ?? "", headers: request.headers, body: Buffer.concat(chunks).toString() });
      const { status, body } = answers.get(request.url ?? "") ?? answer;
      response.writeHead(status, { "content-type": "text/html" }).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answer,
    answers,
    at: (path: string) => received.filter((one) => one.path.startsWith(path)),
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

interface Started {
  installation: Installation;
  browser: Browser;
  receiver: Awaited<ReturnType<typeof startReceiver>>;
  cookies: Awaited<ReturnType<ReturnType<Page["context"]>["cookies"]>>;
}

interface Created {
  webhook: { id: string };
  secret: string;
}

/** A demo company and a receiver for the tests of a file. Its Admin signs in once. */
export function sharedReceiver() {
  let shared: Started | undefined;
  test.beforeAll(async ({ browser, startSharedInstallation }) => {
    const [installation, receiver] = await Promise.all([startSharedInstallation({ withDemo: true }), startReceiver()]);
    const { page } = await visit(browser, installation.baseUrl);
    await openSession(page, installation.admin);
    shared = { installation, browser, receiver, cookies: await page.context().cookies() };
    await page.context().close();
  });
  test.afterAll(async () => {
    shared?.receiver.stop();
    await shared?.installation[Symbol.asyncDispose]();
  });
  const started = () => {
    if (!shared) throw new Error("The receiver starts before the first test of the file.");
    return shared;
  };
  const open = async (look?: Look) => {
    const visitor = await visit(started().browser, started().installation.baseUrl, look);
    visitor.page.setDefaultTimeout(LONG_MS);
    return visitor;
  };
  return {
    get installation() {
      return started().installation;
    },
    get receiver() {
      return started().receiver;
    },
    /** A browser context that nobody is signed in to. */
    visit: open,
    async enter(path: string, look?: Look) {
      const visitor = await open(look);
      await visitor.page.context().addCookies(started().cookies);
      await visitor.page.goto(path);
      await settled(visitor.page);
      return visitor;
    },
    /** A webhook for new deals whose name begins with its own, sent to the path of that name. */
    create: (page: Page, name: string) =>
      ask<Created>(page, "webhooks.create", {
        name,
        url: `${started().receiver.url}/${name.toLowerCase()}`,
        event_types: ["record.created"],
        filter: `type:deal name~${name}`,
      }),
  };
}

/** Standard Webhooks, version 1. */
export function signatureOf({ headers, body }: Received, secret: string): string {
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const signed = `${String(headers["webhook-id"])}.${String(headers["webhook-timestamp"])}.${body}`;
  return `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
}

export const until = (isSo: () => boolean | Promise<boolean>) => untilTrue(isSo, isSo.toString(), { everyMs: 100 });
