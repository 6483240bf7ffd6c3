import { fork } from "node:child_process";
import { once } from "node:events";
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

/** A whole installation of its own: PostgreSQL, two http nodes, a worker and the built web application, empty or with the demo company. */
export async function startInstallation({ withDemo = false, withHttpProcess = false, root = ROOT } = {}): Promise<Installation> {
  const options = [...(withDemo ? ["--demo"] : []), ...(withHttpProcess ? ["--http-process"] : [])];
  // Another checkout has migrations of its own, so the databases that this one prepared are of no use to it.
  const env = root === ROOT ? process.env : { ...process.env, E2E_CLUSTER: "" };
  const server = fork(join(root, "scripts/installation.ts"), options, { execArgv: ["--conditions=source"], env });
  const [ready] = (await Promise.race([once(server, "message"), failed(once(server, "exit"))])) as [
    { base_url: string; other_url: string; admin: SignIn; member: SignIn },
  ];
  return {
    baseUrl: ready.base_url,
    otherUrl: ready.other_url,
    admin: ready.admin,
    member: ready.member,
    async passTime(ms) {
      server.send({ pass_ms: ms });
      await once(server, "message");
    },
    async setWorking(isWorking) {
      server.send({ is_working: isWorking });
      await once(server, "message");
    },
    async giveFailedJob(email, reason) {
      server.send({ failed_job: { email, reason } });
      await once(server, "message");
    },
    async setHttp(hasHttp) {
      server.send({ has_http: hasHttp });
      await once(server, "message");
    },
    async [Symbol.asyncDispose]() {
      server.kill("SIGTERM");
      await once(server, "exit");
    },
  };
}

async function failed(exit: Promise<unknown[]>): Promise<never> {
  const [code] = await exit;
  throw new Error(`The installation ended before it was ready, with code ${String(code)}.`);
}
