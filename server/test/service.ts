import { randomBytes } from "node:crypto";
import type { AddressInfo } from "node:net";
import { test, type TestContext } from "node:test";
import { clusterAt, dropDatabase, keptConnections, TEST_SECRET } from "../../scripts/test-database.ts";
import { createApp, type AppOptions } from "../src/app.ts";
import { readConfig } from "../src/config.ts";
import type { InputOf, OperationName, OutputOf } from "../src/contract.ts";
import type { Clock } from "../src/kernel/clock.ts";
import { guardTransactions } from "../src/kernel/outside-transaction.ts";
import type { Admission } from "../src/platform/admission.ts";
import { createLog } from "../src/platform/log.ts";
import { nameRoles, rolesOf } from "../src/platform/postgres/roles.ts";
import { askAgain } from "./ask-again.ts";
import type { Mailbox } from "./mailbox.ts";

// No test passes with a call whose transaction waits for the network or for a hash.
guardTransactions();

export const PASSWORD = "correct horse battery";
/** Tests share the machine and their thread with the service: however slow that is, it refuses no call as overloaded. */
export const NO_LIMIT: Admission = {
  ask(_who, answer) {
    answer(() => undefined);
    return () => undefined;
  },
  refuse(_who, answer) {
    answer(() => undefined);
    return () => undefined;
  },
  costMs: () => 1,
  stop: () => undefined,
};
/** For the same reason a call waits longer for a connection. */
export const CONNECT_MS = 20_000;
/** The database roles of the installations that tests run on. */
export const TEST_ROLES = rolesOf(TEST_SECRET);

/** The real clock, which a test can move forward. */
export interface TestClock extends Clock {
  advance(ms: number): void;
}

interface Options extends Omit<AppOptions, "clock" | "log"> {
  env?: Record<string, string>;
  /** In place of CONNECT_MS, where a test looks at how long the product waits. */
  connectMs?: number;
  /** A database that a test prepared itself, in place of a clone of the migrated one. */
  database?: TestDatabase;
  /** Where its mails go. People are then made as they really are: by the links in their mails. */
  mailbox?: Mailbox;
}

/** A signed-in person with a browser session, and the calls they can make. */
export interface Person {
  email: string;
  userId: string;
  cookie: string;
  call<Name extends OperationName>(name: Name, input: InputOf<Name>): Promise<OutputOf<Name>>;
  post(name: string, input: unknown, headers?: Record<string, string>): Promise<Response>;
  key(name?: string): Promise<{ id: string; key: string }>;
}

export type Service = Awaited<ReturnType<typeof startService>>;

/** A complete service on its own database and port. */
export async function startService(options: Options = {}) {
  const database = options.database ?? (await cloneDatabase());
  const clock = testClock();
  const logged: string[] = [];
  const config = readConfig({
    BASE_URL: "http://localhost",
    DATABASE_URL: database.url,
    KITH_SECRET: TEST_SECRET,
    PORT: "0",
    LOG_LEVEL: "debug",
    API_RATE_10S: "100000",
    API_RATE_MINUTE: "1000000",
    FAILED_AUTH_MINUTE: "1000000",
    SESSION_RATE_10S: "100000",
    SESSION_RATE_MINUTE: "1000000",
    SESSION_CONCURRENCY: "1000",
    COMPANY_CPU_PERCENT: "100",
    PASSWORD_HASH_KIB: "64",
    ...options.mailbox?.env,
    ...options.env,
  });
  const log = createLog(config.logLevel, { write: (line: string) => void logged.push(line) });
  const app = await createApp(config, {
    clock,
    log,
    admission: options.admission ?? NO_LIMIT,
    connectMs: options.connectMs ?? CONNECT_MS,
    extraFeatures: options.extraFeatures ?? [],
  });
  await app.http.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.http.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;

  const openSession = async (name: OperationName, input: unknown, email: string): Promise<Person> => {
    const response = await post(url, name, input, {});
    if (!response.ok) throw new Error(`${name}: ${await response.text()}`);
    const cookie = response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    const { user_id: userId } = (await response.json()) as { user_id: string };
    return person(url, email, userId, cookie);
  };

  /** The token in the next mail to an address, sent by a worker that is stopped again. */
  const mailedToken = async (mailbox: Mailbox, email: string) => {
    const worker = await app.startWorker();
    const mail = await mailbox.mailTo(email).finally(() => worker.stop());
    mailbox.mails.splice(mailbox.mails.indexOf(mail), 1);
    return /#token=([\w-]{43})/.exec(mail.text)?.[1] ?? "";
  };

  const newEmail = () => `${randomBytes(6).toString("hex")}@test.example`;
  const given = {
    /** Signs up a company of its own. */
    admin: async (name = "Ada Admin", settings: Partial<InputOf<"companies.create">> = {}) => {
      const email = newEmail();
      const signingUp = { company_name: `Company ${email}`, name, email, password: PASSWORD, ...settings };
      if (!options.mailbox) return openSession("companies.create", signingUp, email);
      await post(url, "companies.create", signingUp, {});
      return openSession("companies.finish", { token: await mailedToken(options.mailbox, email), password: PASSWORD }, email);
    },
    /** Invites someone into the admin's company, and joins. */
    member: async (admin: Person, role: "admin" | "member" = "member", name = "Max Member") => {
      const email = newEmail();
      const { id } = await admin.call(role === "admin" ? "invitations.createAdmin" : "invitations.create", { email });
      const token = options.mailbox
        ? await mailedToken(options.mailbox, email)
        : new URL((await admin.call("invitations.link", { id })).link).hash.slice("#token=".length);
      return openSession("invitations.accept", { token, name, password: PASSWORD }, email);
    },
  };

  return {
    app,
    config,
    clock,
    url,
    logged,
    database,
    given,
    signIn: (email: string, password = PASSWORD) => openSession("sessions.create", { email, password }, email),
    rest: (key: string | undefined, method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
      askAgain(`${url}/api/v1${path}`, {
        method,
        headers: {
          ...(key ? { "x-api-key": key } : {}),
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    mcp: (key: string | undefined, message: unknown, headers: Record<string, string> = {}) =>
      askAgain(`${url}/api/v1/mcp`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          ...(key ? { "x-api-key": key } : {}),
          ...headers,
        },
        body: JSON.stringify(message),
      }),
    async close() {
      await app.close();
      await database.drop();
    },
  };
}

/** A test with its own service, which is always closed. */
export function inService(run: (service: Service, t: TestContext) => Promise<void>, options: Options = {}) {
  return async (t: TestContext) => {
    const service = await startService(options);
    try {
      await run(service, t);
    } finally {
      await service.close();
    }
  };
}

/** One service for all tests of a file. They do not affect each other, because each signs up its own company. */
export function sharedService(options: Options = {}): () => Service {
  let service: Service | undefined;
  test.before(async () => {
    service = await startService(options);
  });
  test.after(async () => {
    await service?.close();
  });
  return () => {
    if (!service) throw new Error("the service starts before the first test");
    return service;
  };
}

function person(url: string, email: string, userId: string, cookie: string): Person {
  const send = (name: string, input: unknown, headers: Record<string, string> = {}) => post(url, name, input, { cookie, ...headers });
  const call: Person["call"] = async (name, input) => {
    const response = await send(name, input);
    const body = await response.json();
    if (!response.ok) throw Object.assign(new Error(`${name}: ${(body as { detail: string }).detail}`), body);
    return body as never;
  };
  return { email, userId, cookie, call, post: send, key: async (name = "test") => call("keys.create", { name }) };
}

function post(url: string, name: string, input: unknown, headers: Record<string, string>): Promise<Response> {
  return askAgain(`${url}/app/call/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(input),
  });
}

function testClock(): TestClock {
  let shift = 0;
  return {
    now: () => new Date(Date.now() + shift),
    advance(ms) {
      shift += ms;
    },
  };
}

/** Also one that a test has made itself, without a name that others could copy it by. */
export type TestDatabase = Omit<Awaited<ReturnType<typeof cloneDatabase>>, "name">;

/**
 * A copy of the migrated database, or of another one that nobody is connected to. `template0` is an empty one, as an installation begins.
 */
export async function cloneDatabase(template = "kith") {
  const cluster = process.env["TEST_CLUSTER"];
  const superuser = process.env["TEST_SUPERUSER"];
  if (!cluster || !superuser) throw new Error("Run tests with npm test: it starts the PostgreSQL they need.");
  const name = `kith_test_${randomBytes(6).toString("hex")}`;
  await clusterAt(superuser).query(`create database ${name} template ${template} owner kith`);
  const rename = (base: string) => base.replace(/\/[^/]*$/, `/${name}`);
  const connections = keptConnections(rename(superuser));
  return {
    name,
    url: rename(cluster),
    superuserUrl: rename(superuser),
    /** As a superuser. `kith_app` and the like in the text are the roles of this installation. */
    query: (text: string, values: unknown[] = []) => connections.query(nameRoles(text, TEST_ROLES), values),
    async drop() {
      await connections.end();
      await dropDatabase(superuser, name);
    },
  };
}
