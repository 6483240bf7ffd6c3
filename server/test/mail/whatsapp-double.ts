import { createHmac, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer, json } from "node:stream/consumers";
import { askAgain } from "../ask-again.ts";

// A double of the WhatsApp Cloud API, for tests only: written from its documentation, it is not the API. What it cannot know, such as how
// fast the real one is or what it does on a bad day, no test may conclude from it.

export const DOUBLE = {
  phoneNumberId: "106540352242922",
  businessId: "102290129340398",
  phone: "15550783881",
  token: "EAAJ-token-of-the-double",
  appSecret: "secret-of-the-app-of-the-double",
};

const HOUR_MS = 3_600_000;
const WINDOW_MS = 24 * HOUR_MS;
const MEDIA_MS = 7 * 24 * HOUR_MS;
const URL_MS = 300_000;

interface SentByUs {
  id: string;
  to: string;
  type: string;
  body: Record<string, unknown>;
  opaque: string | undefined;
}

interface Media {
  bytes: Buffer;
  type: string;
  until: number;
}

interface Template {
  name?: string;
  language?: { code?: string };
  components?: { parameters?: unknown[] }[];
}

export type WhatsAppDouble = Awaited<ReturnType<typeof startWhatsAppDouble>>;

/** Speaks like the Cloud API: sending, templates, media, and callbacks that are signed, batched, repeated and shuffled. */
export async function startWhatsAppDouble({ now = () => Date.now() }: { now?: () => number } = {}) {
  const sent: SentByUs[] = [];
  const media = new Map<string, Media>();
  const urls = new Map<string, { id: string; until: number }>();
  const lastFrom = new Map<string, number>();
  const templates = [
    {
      name: "order_update",
      status: "APPROVED",
      language: "en_US",
      category: "UTILITY",
      components: [{ type: "BODY", text: "Your order {{1}} is on its way." }],
    },
    { name: "spring_sale", status: "REJECTED", language: "en_US", category: "MARKETING", components: [{ type: "BODY", text: "Sale!" }] },
  ];
  /** What the next calls are answered with, in place of success. */
  const failures: { status: number; error: object; retryAfter?: string }[] = [];
  const waiting: object[] = [];
  /** It takes this many of the next messages, and nobody hears its answers. */
  const losing = { answers: 0 };
  /** The only token that it accepts. */
  const accepts = { token: DOUBLE.token };
  let base = "";
  /** Where it says that files are, in place of itself. */
  const files = { base: undefined as string | undefined };

  const answer = (response: ServerResponse, status: number, body: object, headers = {}) =>
    void response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
  const refuse = (response: ServerResponse, status: number, code: number, message: string) =>
    answer(response, status, { error: { message: `(#${code}) ${message}`, type: "OAuthException", code, fbtrace_id: "trace" } });

  async function send(request: IncomingMessage, response: ServerResponse) {
    const body = (await json(request)) as Record<string, unknown>;
    const to = String(body["to"] ?? body["recipient"] ?? "");
    const id = `wamid.${randomBytes(12).toString("base64url")}`;
    if (body["messaging_product"] !== "whatsapp" || to === "") return refuse(response, 400, 100, "Invalid parameter");
    const template = body["template"] as Template | undefined;
    const known = templates.find(
      ({ name, language, status }) => name === template?.name && language === template.language?.code && status === "APPROVED",
    );
    if (body["type"] === "template" && !known) return refuse(response, 404, 132_001, "Template name does not exist in the translation");
    const given = template?.components?.[0]?.parameters?.length ?? 0;
    const wanted = known?.components[0]?.text.match(/\{\{\d\}\}/g)?.length ?? 0;
    if (known && given !== wanted) return refuse(response, 400, 132_000, "Number of parameters does not match the expected number");
    const opaque = body["biz_opaque_callback_data"] as string | undefined;
    sent.push({ id, to, type: String(body["type"]), body, opaque });
    // The real one accepts a text outside the window too, and reports its failure afterwards.
    const isOpen = now() - (lastFrom.get(to) ?? -Infinity) < WINDOW_MS;
    const states = body["type"] === "template" || isOpen ? ["sent", "delivered", "read"] : ["failed"];
    waiting.push(...states.map((status) => statusOf({ id, to, status, opaque, at: now() })));
    if (losing.answers > 0) {
      losing.answers--;
      return void response.destroy();
    }
    answer(response, 200, { messaging_product: "whatsapp", contacts: [{ input: to, wa_id: to }], messages: [{ id }] });
  }

  function handle(request: IncomingMessage, response: ServerResponse) {
    const { pathname } = new URL(request.url ?? "", "http://double");
    const [, version, id = "", what] = pathname.split("/");
    if (request.headers.authorization !== `Bearer ${accepts.token}`) return refuse(response, 401, 190, "Invalid OAuth access token");
    const failure = failures.shift();
    if (failure)
      return answer(response, failure.status, { error: failure.error }, failure.retryAfter ? { "retry-after": failure.retryAfter } : {});
    if (version === "media-files") return download(response, id);
    if (request.method === "POST" && id === DOUBLE.phoneNumberId && what === "messages") return void send(request, response);
    if (request.method === "POST" && id === DOUBLE.phoneNumberId && what === "media") return void upload(request, response);
    if (id === DOUBLE.businessId && what === "message_templates") return answer(response, 200, { data: templates });
    if (id === DOUBLE.phoneNumberId) return answer(response, 200, { id, display_phone_number: "+1 555-078-3881", verified_name: "Kith" });
    const found = media.get(id);
    if (found === undefined || found.until < now()) return refuse(response, 404, 100, "Unsupported get request. Object does not exist");
    const ticket = randomBytes(8).toString("hex");
    urls.set(ticket, { id, until: now() + URL_MS });
    answer(response, 200, { id, url: `${files.base ?? base}/media-files/${ticket}`, mime_type: found.type, file_size: found.bytes.length });
  }

  async function upload(request: IncomingMessage, response: ServerResponse) {
    const [, boundary = ""] = /boundary=(\S+)/.exec(request.headers["content-type"] ?? "") ?? [];
    const body = await buffer(request);
    const [, type = ""] = /name="type"\r\n\r\n([^\r]*)/.exec(body.toString("latin1")) ?? [];
    const begins = body.indexOf("\r\n\r\n", body.indexOf('name="file"')) + 4;
    const ends = body.lastIndexOf(`\r\n--${boundary}--`);
    if (boundary === "" || ends < begins) return refuse(response, 400, 100, "Invalid parameter");
    answer(response, 200, { id: keep(body.subarray(begins, ends), type) });
  }

  function keep(bytes: Buffer, type: string): string {
    const id = String(Math.floor(Math.random() * 1e15));
    media.set(id, { bytes, type, until: now() + MEDIA_MS });
    return id;
  }

  function download(response: ServerResponse, ticket: string) {
    const url = urls.get(ticket);
    const found = url === undefined || url.until < now() ? undefined : media.get(url.id);
    if (!found) return refuse(response, 404, 100, "The URL has expired");
    response.writeHead(200, { "content-type": found.type }).end(found.bytes);
  }

  const server = createServer(handle);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url: base,
    port: (server.address() as AddressInfo).port,
    sent,
    failures,
    files,
    /** Statuses that the API would report by now. They are given out once. */
    takeStatuses: () => waiting.splice(0),
    losing,
    accepts,
    addMedia: keep,
    mediaOf: (id: string) => media.get(id)?.bytes,
    /** The window opens when somebody writes. */
    hears: (from: string) => void lastFrom.set(from, now()),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Incoming {
  from: string;
  text?: string;
  id?: string;
  name?: string;
  /** The id of a person inside one business. It may be all there is: a phone number may be absent. */
  userId?: string;
  at?: number;
  media?: { kind: "image" | "document"; id: string; type: string; name?: string; caption?: string };
}

/** A message as a callback carries it, with the contact it comes from. */
export function messageOf({
  from,
  text = "",
  id = `wamid.${randomBytes(12).toString("base64url")}`,
  name = "Anneke",
  userId,
  at = Date.now(),
  media,
}: Incoming) {
  const sender = { ...(from === "" ? {} : { from }), ...(userId === undefined ? {} : { from_user_id: userId }) };
  const body = media
    ? { type: media.kind, [media.kind]: { id: media.id, mime_type: media.type, filename: media.name, caption: media.caption } }
    : { type: "text", text: { body: text } };
  return {
    contact: { profile: { name }, ...(from === "" ? {} : { wa_id: from }), ...(userId === undefined ? {} : { user_id: userId }) },
    message: { ...sender, id, timestamp: String(Math.floor(at / 1_000)), ...body },
  };
}

export function statusOf({
  id,
  to,
  status,
  opaque,
  at = Date.now(),
}: {
  id: string;
  to: string;
  status: string;
  opaque?: string | undefined;
  at?: number;
}) {
  const errors = [
    { code: 131_047, title: "Re-engagement message", message: "More than 24 hours have passed since the recipient last replied" },
  ];
  return {
    id,
    status,
    timestamp: String(Math.floor(at / 1_000)),
    recipient_id: to,
    ...(opaque === undefined ? {} : { biz_opaque_callback_data: opaque }),
    ...(status === "failed" ? { errors } : {}),
  };
}

/** One callback with everything in it: several entries, several changes each, several messages and statuses each. */
export function callbackOf(messages: ReturnType<typeof messageOf>[], statuses: object[] = [], perChange = 2) {
  const metadata = { display_phone_number: DOUBLE.phone, phone_number_id: DOUBLE.phoneNumberId };
  const changes: object[] = [];
  for (let at = 0; at < Math.max(messages.length, statuses.length); at += perChange) {
    const some = messages.slice(at, at + perChange);
    const reports = statuses.slice(at, at + perChange);
    const value = {
      messaging_product: "whatsapp",
      metadata,
      ...(some.length > 0 ? { contacts: some.map(({ contact }) => contact), messages: some.map(({ message }) => message) } : {}),
      ...(reports.length > 0 ? { statuses: reports } : {}),
    };
    changes.push({ field: "messages", value });
  }
  const half = Math.ceil(changes.length / 2);
  const entry = [changes.slice(0, half), changes.slice(half)]
    .filter((some) => some.length > 0)
    .map((some) => ({ id: DOUBLE.businessId, changes: some }));
  return Buffer.from(JSON.stringify({ object: "whatsapp_business_account", entry }));
}

/** Posts a callback as Meta does: signed over its bytes. */
export function postCallback(url: string, body: Buffer, secret = DOUBLE.appSecret): Promise<Response> {
  const signature = `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
  return askAgain(url, {
    method: "POST",
    body: new Uint8Array(body),
    headers: { "content-type": "application/json", "x-hub-signature-256": signature },
  });
}
