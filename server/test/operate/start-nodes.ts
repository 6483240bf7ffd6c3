import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { TestContext } from "node:test";
import { join } from "node:path";
import { freePort } from "../../../scripts/postgres.ts";
import { TEST_SECRET } from "../../../scripts/test-database.ts";
import { PASSWORD } from "../service.ts";
import { until } from "../waiting.ts";
import { ROOT } from "./image.ts";

const MAIN = join(ROOT, "server/dist/bundle/main.js");

type Env = Record<string, string>;

/** A node in a process of its own, as it is installed. Needs `npm run build`. It is ended with the test. */
export async function startNode(t: TestContext, role: "http" | "worker" | "both", databaseUrl: string, env: Env = {}, main = [MAIN]) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const settings = {
    BASE_URL: url,
    DATABASE_URL: databaseUrl,
    KITH_SECRET: TEST_SECRET,
    HOST: "127.0.0.1",
    [role === "worker" ? "WORKER_PORT" : "PORT"]: String(port),
    LOG_LEVEL: "error",
    OUTBOUND_ALLOW: "127.0.0.1",
    API_RATE_10S: "100000",
    API_RATE_MINUTE: "1000000",
    ...env,
  };
  const node: ChildProcess = spawn(process.execPath, [...main, role], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { PATH: process.env["PATH"], ...settings },
  });
  const logged: string[] = [];
  node.stdout?.setEncoding("utf8").on("data", (text: string) => logged.push(text));
  const end = async (signal: "SIGTERM" | "SIGKILL") => {
    if (node.exitCode !== null || node.signalCode !== null) return;
    const ended = once(node, "exit");
    node.kill(signal);
    await ended;
  };
  t.after(() => end("SIGKILL"));
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until(isReady, () => `the ${role} node becomes ready; it said ${logged.join("")}`);
  return { url, log: () => logged.join(""), stop: () => end("SIGTERM"), kill: () => end("SIGKILL") };
}

/** A company on a node; what it returns makes its Admin's calls. */
export async function signUpAt(url: string, email = "ada@nodes.example") {
  const post = (name: string, input: unknown, cookie = "") =>
    fetch(`${url}/app/call/${name}`, {
      method: "POST",
      headers: { "content-type": "application/json", cookie },
      body: JSON.stringify(input),
    });
  const answer = await post("companies.create", { company_name: "Nodes", name: "Ada", email, password: PASSWORD });
  if (!answer.ok) throw new Error(await answer.text());
  const cookie = answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  return { cookie, post: (name: string, input: unknown) => post(name, input, cookie) };
}
