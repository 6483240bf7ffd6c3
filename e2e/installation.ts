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
  admin: SignIn;
  member: SignIn;
  /** Starts another http node of the same installation, and answers where it is. */
  startOther(): Promise<string>;
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

export type StartInstallation = (wanted?: Wanted) => Promise<Installation>;

/** A whole installation of its own: PostgreSQL, an http node, a worker and the built web application, empty or with the demo company. */
export async function startInstallation(wanted: Wanted = {}): Promise<Installation> {
  const host = startHost(wanted.root, wanted.env);
  return openIn(host, wanted, () => host.end());
}

/** Installations in one process, which reads the service once. It starts with the first of them. */
export function hostInstallations() {
  let shared: Host | undefined;
  const start: StartInstallation = async (wanted = {}) => {
    // Nodes that are killed, those with settings and those of another checkout have a process of their own.
    if (wanted.withHttpProcess || wanted.env || wanted.root) return startInstallation(wanted);
    return openIn((shared ??= startHost()), wanted);
  };
  return { start, end: async () => shared?.end() };
}

let nextInstallation = 0;

async function openIn(host: Host, { withDemo = false, withHttpProcess = false }: Wanted, afterwards?: () => Promise<void>) {
  const installation = nextInstallation++;
  const ask = (order: object) => host.ask(installation, order);
  const ready = (await ask({ open: { withDemo, withHttpProcess } })) as {
    base_url: string;
    admin: SignIn;
    member: SignIn;
  };
  return {
    baseUrl: ready.base_url,
    admin: ready.admin,
    member: ready.member,
    startOther: async () => ((await ask({ other: true })) as { url: string }).url,
    passTime: async (ms: number) => void (await ask({ pass_ms: ms })),
    setWorking: async (isWorking: boolean) => void (await ask({ is_working: isWorking })),
    giveFailedJob: async (email: string, reason: string) => void (await ask({ failed_job: { email, reason } })),
    setHttp: async (hasHttp: boolean) => void (await ask({ has_http: hasHttp })),
    async [Symbol.asyncDispose]() {
      await ask({ close: true });
      await afterwards?.();
    },
  };
}

type Host = ReturnType<typeof startHost>;

/** The process that installations run in. */
function startHost(root = ROOT, settings: Record<string, string> = {}) {
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
        for await (const [reply] of on(server, "message", { signal: over.signal }) as AsyncIterable<[Reply]>)
          if (reply.call === call) return reply;
        return undefined;
      })();
      server.send({ call, installation, order });
      try {
        const reply = await Promise.race([answer, failed(once(server, "exit", { signal: over.signal }))]);
        if (reply?.failed) throw new Error(reply.failed);
        return reply?.reply;
      } finally {
        over.abort();
      }
    },
    async end() {
      const ended = once(server, "exit");
      server.kill("SIGTERM");
      await ended;
    },
  };
}

interface Reply {
  call: number;
  reply?: unknown;
  failed?: string;
}

async function failed(exit: Promise<unknown[]>): Promise<never> {
  const [code] = await exit;
  throw new Error(`The installation ended before it answered, with code ${String(code)}.`);
}
