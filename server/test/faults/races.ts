import { spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { freePort } from "../../../scripts/postgres.ts";
import { TEST_SECRET } from "../../../scripts/test-database.ts";

const MAIN = join(import.meta.dirname, "../../src/main.ts");
const START_MS = 20_000;

interface Answer {
  status: number;
  text: Promise<string>;
}

/** One http node: a process of its own, as an operator would start it. */
export interface Node {
  port: number;
  /** Resolves when the status line arrives, before the body. */
  send(method: string, path: string, headers: Record<string, string>, body?: unknown): Promise<Answer>;
  stop(): Promise<void>;
}

export async function startNodes(count: number, databaseUrl: string): Promise<Node[]> {
  return Promise.all(Array.from({ length: count }, () => startNode(databaseUrl)));
}

async function startNode(databaseUrl: string): Promise<Node> {
  const port = await freePort();
  const child = spawn(process.execPath, ["--conditions=source", MAIN, "http"], {
    stdio: ["ignore", "inherit", "inherit"],
    env: {
      BASE_URL: "http://localhost",
      DATABASE_URL: databaseUrl,
      KITH_SECRET: TEST_SECRET,
      HOST: "127.0.0.1",
      PORT: String(port),
      LOG_LEVEL: "warn",
      API_RATE_10S: "1000000000",
      API_RATE_MINUTE: "1000000000",
      API_CONCURRENCY: "1000000",
      FAILED_AUTH_MINUTE: "1000000000",
    },
  });
  process.once("exit", () => child.kill("SIGKILL")); // whatever happens to the test, no node is left behind
  const agent = new Agent({ keepAlive: true });
  const send: Node["send"] = (method, path, headers, body) =>
    new Promise((resolve, reject) => {
      const type: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
      const call = request(
        { host: "127.0.0.1", port, agent, method, path, headers: { host: "localhost", ...type, ...headers } },
        (response) => {
          const text = new Promise<string>((resolveText) => {
            let read = "";
            response.setEncoding("utf8");
            response.on("data", (part: string) => (read += part));
            response.on("end", () => resolveText(read));
          });
          resolve({ status: response.statusCode ?? 0, text });
        },
      );
      call.on("error", reject).end(body === undefined ? undefined : JSON.stringify(body));
    });

  const until = Date.now() + START_MS;
  while (
    !(await send("GET", "/readyz", {}).then(
      (answer) => answer.status === 200,
      () => false,
    ))
  ) {
    if (Date.now() > until || child.exitCode !== null) throw new Error("a node did not start");
    await setTimeout(100);
  }
  return {
    port,
    send,
    async stop() {
      agent.destroy();
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
}
