import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Certificate {
  key: string;
  cert: string;
}

const CONFIG = `[ca]
default_ca = test
[test]
database = index.txt
rand_serial = yes
new_certs_dir = .
default_md = sha256
policy = any
x509_extensions = names
[any]
commonName = supplied
[req]
distinguished_name = any
[names]
subjectAltName = `;

/** A certificate for these names, signed by itself. An expired one was good for a day in 2020. */
export function makeCertificate(names: string[], isExpired = false): Certificate {
  const folder = mkdtempSync(join(tmpdir(), "kith-certificate-"));
  const openssl = (...flags: string[]) => execFileSync("openssl", flags, { cwd: folder, stdio: "pipe" });
  try {
    const alternatives = names.map((name) => (/^[\d.]+$/.test(name) ? `IP:${name}` : `DNS:${name}`)).join();
    writeFileSync(join(folder, "config"), `${CONFIG}${alternatives}\n`);
    writeFileSync(join(folder, "index.txt"), "");
    openssl(
      "req",
      "-new",
      "-newkey",
      "rsa:2048",
      "-nodes",
      "-config",
      "config",
      "-subj",
      // A name of its own: of two with one name a client may take the wrong one to vouch for the other.
      `/CN=test ${randomBytes(6).toString("hex")}`,
      "-keyout",
      "key",
      "-out",
      "request",
    );
    const dates = isExpired ? ["-startdate", "20200101000000Z", "-enddate", "20200102000000Z"] : ["-days", "2"];
    const files = ["-in", "request", "-keyfile", "key", "-out", "certificate"];
    openssl("ca", "-selfsign", "-batch", "-notext", "-config", "config", ...dates, ...files);
    return { key: readFileSync(join(folder, "key"), "utf8"), cert: readFileSync(join(folder, "certificate"), "utf8") };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

type Behaviour = (request: IncomingMessage, response: ServerResponse) => void;

const ENDLESS = Buffer.alloc(65_536, "A");

/** How a receiver can behave, by the path that is called. */
const BEHAVIOURS: Record<string, Behaviour> = {
  "/ok": (_, response) => response.end("fine"),
  "/moved": (_, response) => response.writeHead(302, { location: "http://169.254.169.254/latest/meta-data" }).end(),
  "/loop": (_, response) => response.writeHead(307, { location: "/loop" }).end(),
  "/endless": (_, response) => {
    const write = () => {
      while (!response.destroyed && response.write(ENDLESS));
    };
    response.writeHead(200).on("drain", write);
    write();
  },
  "/trickle": (_, response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write("x"), 200);
    response.on("close", () => clearInterval(timer));
  },
  "/hang": () => undefined,
  "/reset": (request, response) => {
    response.writeHead(200, { "content-length": 100 }).write("par");
    setTimeout(() => request.socket.destroy(), 20);
  },
  "/gone": (_, response) => response.writeHead(410).end(),
  "/later": (_, response) => response.writeHead(429, { "retry-after": "120" }).end(),
  "/large-headers": (_, response) => response.writeHead(200, { "x-large": "a".repeat(20_000) }).end(),
};

export interface Receiver {
  port: number;
  server: Server;
  requests: string[];
  connections(): number;
  [Symbol.dispose](): void;
}

/** An HTTPS server on loopback. It records the paths it is asked for and how many connections were made. */
export async function startReceiver({ key, cert }: Certificate, port = 0): Promise<Receiver> {
  const requests: string[] = [];
  let connections = 0;
  const server = createServer({ key, cert }, (request, response) => {
    requests.push(request.url ?? "");
    request.resume().on("end", () => (BEHAVIOURS[request.url ?? ""] ?? BEHAVIOURS["/ok"])?.(request, response));
  });
  server.on("connection", () => connections++);
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    server,
    requests,
    connections: () => connections,
    [Symbol.dispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
