import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { connect, createServer, type AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";

const PROGRAMS = ["/usr/sbin/dovecot", "/usr/sbin/postfix", "/usr/lib/dovecot/lmtp", "/usr/lib/dovecot/imap"];
const START_MS = 15_000;
const STOP_MS = 5_000;

/** Why the mail servers cannot be started here, or nothing. */
export function missingMailServers(): string | undefined {
  const missing = PROGRAMS.filter((path) => !existsSync(path));
  if (missing.length > 0)
    return `There is no ${missing.join(", ")}. Install them: apt-get install --no-install-recommends dovecot-core dovecot-imapd dovecot-lmtpd postfix`;
  return process.getuid?.() === 0 ? undefined : "Dovecot and Postfix of one's own can only be started as root.";
}

export interface ServerProcess {
  stop(): Promise<void>;
}

/** Ends the server's group when whoever started it is gone, in whatever way: its end of the pipe is closed then. */
const WATCHED = `exec 3<&0; trap : TERM; "$@" 3<&- & server=$!
(cat <&3 >/dev/null; kill -TERM -- -$$) &
wait $server; wait $server; kill -KILL -- -$$`;

/** A server with its children in a process group of its own, so that all of them can be ended and nothing else. */
export async function startProcess(program: string, args: string[], port: number): Promise<ServerProcess> {
  const child = spawn("/bin/sh", ["-c", WATCHED, "sh", program, ...args], { detached: true, stdio: ["pipe", "ignore", "pipe"] });
  let said = "";
  child.stderr.on("data", (data: Buffer) => (said += data.toString()));
  const ended = new Promise<void>((resolve) => child.on("exit", () => resolve()));
  const end = (signal: NodeJS.Signals) => {
    try {
      process.kill(-(child.pid ?? 0), signal);
    } catch {
      // It is gone already.
    }
  };
  for (const until = Date.now() + START_MS; !(await answers(port)); await setTimeout(20)) {
    if (child.exitCode === null && Date.now() < until) continue;
    end("SIGKILL");
    throw new Error(`${program} did not start: ${said}`);
  }
  return {
    async stop() {
      end("SIGTERM");
      await Promise.race([ended, setTimeout(STOP_MS, undefined, { ref: false })]);
      end("SIGKILL"); // what is left of the group
      await ended;
    },
  };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("data", () => socket.end(() => resolve(true)));
    socket.once("error", () => resolve(false));
    socket.setTimeout(1_000, () => socket.destroy(new Error("silent")));
  });
}

/** Ports that nobody uses. They are taken all at once, so that none is given twice. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, "127.0.0.1"));
  const ports = await Promise.all(
    servers.map(
      (server) => new Promise<number>((resolve) => server.on("listening", () => resolve((server.address() as AddressInfo).port))),
    ),
  );
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
