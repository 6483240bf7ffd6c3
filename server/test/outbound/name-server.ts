import { createSocket } from "node:dgram";
import { once } from "node:events";

const TYPE_A = 1;
const IPV6_GROUPS = 8;

/** Addresses of a name, or a function that is asked each time. Silent: the question is never answered. */
type Answer = string[] | (() => string[]) | "silent";

/** A DNS server on loopback that knows the given names and says that no other exists. */
export async function startNameServer(names: Record<string, Answer>) {
  const socket = createSocket("udp4");
  const asked: string[] = [];
  socket.on("message", (question, { port, address }) => {
    const { name, type, end } = readQuestion(question);
    asked.push(name);
    const answer = names[name];
    if (answer === "silent") return;
    const all = typeof answer === "function" ? answer() : answer;
    const found = (all ?? []).filter((one) => one.includes(":") === (type !== TYPE_A));
    socket.send(writeAnswer(question.subarray(0, end), type, found, all === undefined), port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  const { port } = socket.address();
  return { server: `127.0.0.1:${port}`, asked, [Symbol.dispose]: () => void socket.close() };
}

function readQuestion(question: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString("latin1", at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join(".").toLowerCase(), type: question.readUInt16BE(at + 1), end: at + 5 };
}

function writeAnswer(question: Buffer, type: number, addresses: string[], isUnknown: boolean): Buffer {
  const head = Buffer.from(question);
  head.writeUInt16BE(isUnknown ? 0x8183 : 0x8180, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(addresses.length, 6);
  head.writeUInt16BE(0, 8);
  head.writeUInt16BE(0, 10);
  const records = addresses.map((address) => {
    const data = type === TYPE_A ? Buffer.from(address.split(".").map(Number)) : ipv6Bytes(address);
    const record = Buffer.alloc(12);
    record.writeUInt16BE(0xc00c, 0);
    record.writeUInt16BE(type, 2);
    record.writeUInt16BE(1, 4);
    record.writeUInt32BE(0, 6);
    record.writeUInt16BE(data.length, 10);
    return Buffer.concat([record, data]);
  });
  return Buffer.concat([head, ...records]);
}

function ipv6Bytes(address: string): Buffer {
  const mapped = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a: string, b: string, c: string, d: string) =>
    [Number(a) * 256 + Number(b), Number(c) * 256 + Number(d)].map((group) => group.toString(16)).join(":"),
  );
  const [start = "", end = ""] = mapped.split("::");
  const [left, right] = [start, end].map((part) => part.split(":").filter(Boolean));
  const zeros = Array<string>(IPV6_GROUPS - (left?.length ?? 0) - (right?.length ?? 0)).fill("0");
  return Buffer.from([...(left ?? []), ...zeros, ...(right ?? [])].map((group) => group.padStart(4, "0")).join(""), "hex");
}
