import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer, type TLSSocket } from "node:tls";
import { makeCertificate } from "../outbound/receiver.ts";

/** Where the server breaks, or what it answers there. */
export type Break =
  | "nowhere"
  | "greeting closes"
  | "greeting 421"
  | "ehlo closes"
  | "auth 535"
  | "auth 454"
  | "mail closes"
  | "rcpt 451"
  | "rcpt 550"
  | "one rcpt 550"
  | "data 354 closes"
  | "data closes"
  | "dot closes"
  | "dot silent"
  | "dot 451"
  | "dot 550"
  | "dot quota";

const ANSWERS: Partial<Record<Break, string>> = {
  "dot 451": "451 4.3.0 Try again later, the disk is slow",
  "dot 550": "550 5.7.1 This looks like spam",
  "dot quota": "550 5.4.5 Daily user sending quota exceeded",
};

/** An SMTP server with TLS that breaks at the place it is told, and counts what it accepted. */
export async function startBreakingSmtp({ key, cert } = makeCertificate(["127.0.0.1"])) {
  const state = { breaksAt: "nowhere" as Break, accepted: 0, asked: [] as string[] };
  const server = createServer({ key, cert }, (socket) => {
    socket.on("error", () => undefined);
    serve(socket, state);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    state,
    ca: cert,
    port: (server.address() as AddressInfo).port,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

function serve(socket: TLSSocket, state: { breaksAt: Break; accepted: number; asked: string[] }) {
  const { breaksAt } = state;
  const say = (line: string) => void socket.write(`${line}\r\n`);
  let text = "";
  let isData = false;
  const replies: [RegExp, () => void][] = [
    [
      /^EHLO/i,
      () => (breaksAt === "ehlo closes" ? socket.destroy() : say("250-test\r\n250-PIPELINING\r\n250-AUTH PLAIN\r\n250 SIZE 50000000")),
    ],
    [
      /^AUTH/i,
      () =>
        say({ "auth 535": "535 5.7.8 Wrong password", "auth 454": "454 4.7.0 Temporary failure" }[breaksAt as string] ?? "235 2.7.0 In"),
    ],
    [/^MAIL/i, () => (breaksAt === "mail closes" ? socket.destroy() : say("250 ok"))],
    [/^RCPT/i, () => say(recipientAnswer(breaksAt, state.asked.at(-1) ?? ""))],
    [/^DATA/i, () => startData()],
    [/^QUIT/i, () => void socket.end("221 bye\r\n")],
    [/^/, () => say("250 ok")],
  ];
  const startData = () => {
    if (breaksAt.startsWith("rcpt")) return say("503 5.5.1 no recipients");
    isData = true;
    say("354 go on");
    if (breaksAt === "data 354 closes") socket.destroy();
  };
  const finish = () => {
    isData = false;
    if (breaksAt === "dot closes") return void socket.destroy();
    if (breaksAt === "dot silent") return;
    const answer = ANSWERS[breaksAt];
    if (answer === undefined) state.accepted++;
    say(answer ?? "250 2.0.0 queued as ABC");
  };
  if (breaksAt === "greeting closes") return void socket.destroy();
  say(breaksAt === "greeting 421" ? "421 4.3.2 Too busy" : "220 test ESMTP");
  if (breaksAt === "greeting 421") return void socket.end();
  socket.on("data", (data) => {
    text += data.toString("latin1");
    for (;;) {
      if (isData && breaksAt === "data closes") return void socket.destroy();
      const end = text.indexOf(isData ? "\r\n.\r\n" : "\r\n");
      if (end === -1) return;
      const line = text.slice(0, end);
      text = text.slice(end + (isData ? 5 : 2));
      if (isData) finish();
      else {
        state.asked.push(line);
        replies.find(([command]) => command.test(line))?.[1]();
      }
    }
  });
}

function recipientAnswer(breaksAt: Break, line: string): string {
  if (breaksAt === "rcpt 451") return "451 4.7.1 Greylisted, come back in five minutes";
  if (breaksAt === "rcpt 550" || (breaksAt === "one rcpt 550" && line.includes("gone@"))) return "550 5.1.1 No such person here";
  return "250 ok";
}
