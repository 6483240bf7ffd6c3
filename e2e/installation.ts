import { fork } from "node:child_process";
import { on, once } from "node:events";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");

export interface SignIn {
  email: string;
  password: string;
}

export interface Installation extends AsyncDisposable {
  baseUrl: string;
  /** Another http node of the same installation. */
  otherUrl: string;
  admin: SignIn;
  member: SignIn;
  /** Lets the service believe that time has passed. */
  passTime(ms: number): Promise<void>;
  /** Ends the worker, as a restart would, or starts another one. */
  setWorking(isWorking: boolean): Promise<void>;
  /** Puts a mail that failed for good into this person's company. Really failing takes ten tries over a day. */
  giveFailedJob(email: string, reason: string): Promise<void>;
  /** Kills the http node without a word, as kill -9 does, or starts it again on the same port. Only where it is a process of its own. */
  setHttp(hasHttp: boolean): Promise<void>;
}

interface Wanted {
  withDemo?: boolean;
  withHttpProcess?: boolean;
  /** Settings of this installation alone. */
  env?: Record<string, string>;
  root?: string;
}

/** A whole installation of its own: PostgreSQL, two http nodes, a worker and the built web application, empty or with the demo company. */
export async function startInstallation({
  withDemo = false,
  withHttpProcess = false,
  env,
  root = ROOT,
}: Wanted = {}): Promise<Installation> {
  // In a lane the process stays for the next one. Nodes that are killed, those with settings and those of another checkout have a process
  // of their own.
  const isShared = process.env["TEST_LANE"] !== undefined && root === ROOT && !withHttpProcess && !env;
  const host = isShared ? (shared ??= startHost(root)) : startHost(root, env);
  if (isShared) host.letGo();
  const installation = nextInstallation++;
  const ask = (order: object) => host.ask(installation, order);
  const ready = (await ask({ open: { withDemo, withHttpProcess } })) as {
    base_url: string;
    other_url: string;
    admin: SignIn;
    member: SignIn;
  };
  return {
    baseUrl: ready.base_url,
    otherUrl: ready.other_url,
    admin: ready.admin,
    member: ready.member,
    passTime: async (ms) => void (await ask({ pass_ms: ms })),
    setWorking: async (isWorking) => void (await ask({ is_working: isWorking })),
    giveFailedJob: async (email, reason) => void (await ask({ failed_job: { email, reason } })),
    setHttp: async (hasHttp) => void (await ask({ has_http: hasHttp })),
    async [Symbol.asyncDispose]() {
      await ask({ close: true });
      if (!isShared) await host.end();
    },
  };
}

let shared: ReturnType<typeof startHost> | undefined;
let nextInstallation = 0;

/** The process that installations run in. */
function startHost(root: string, settings: Record<string, string> = {}) {
  // Another checkout has migrations of its own, so the databases that this one prepared are of no use to it.
  const env = { ...process.env, ...settings, ...(root === ROOT ? {} : { E2E_CLUSTER: "" }) };
  const server = fork(join(root, "scripts/installation.ts"), { execArgv: ["--conditions=source"], env });
  server.setMaxListeners(100);
  let calls = 0;
  return {
    async ask(installation: number, order: object): Promise<unknown> {
      const call = calls++;
      const over = new AbortController();
      const answer = (async () => {
        for await (const [told] of on(server, "message", { signal: over.signal }) as AsyncIterable<[Told]>)
          if (told.call === call) return told;
        return undefined;
      })();
      server.send({ call, installation, order });
      try {
        const told = await Promise.race([answer, failed(once(server, "exit", { signal: over.signal }))]);
        if (told?.failed) throw new Error(told.failed);
        return told?.told;
      } finally {
        over.abort();
      }
    },
    /** Does not keep this process alive: it ends with it. */
    letGo() {
      server.unref();
      server.channel?.unref();
    },
    async end() {
      const ended = once(server, "exit");
      server.kill("SIGTERM");
      await ended;
    },
  };
}

interface Told {
  call: number;
  told?: unknown;
  failed?: string;
}

async function failed(exit: Promise<unknown[]>): Promise<never> {
  const [code] = await exit;
  throw new Error(`The installation ended before it answered, with code ${String(code)}.`);
}
