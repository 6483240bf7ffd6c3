import type { Person, Service } from "./service.ts";
import type { WorldChannel } from "./inbox-world.ts";

/** How a call of this kind shows that its caller may do what they may not. */
interface Shows {
  /** words: words or ids in the answer; answer: that it is not refused; events: ids of events about the channel. */
  trace: "words" | "answer" | "events";
  /**
   * The fault with which the test for the checker sees it. opened: nobody asks who sees the channel; noted: a message is written on its
   * contact as a note; named: its contact is called by its subject. The last two are for calls that never read messages.
   */
  fault: "opened" | "noted" | "named";
}

/** One call about a channel's conversation, by somebody who may see it or not. */
export interface Ask extends Shows {
  surface: "rest" | "tools" | "web" | "timeline" | "search" | "feed" | "webhooks";
  name: string;
  /** It writes into the conversation. */
  isChange: boolean;
  run(service: Service, person: Person, key: string, target: WorldChannel): Promise<Response>;
}

type Surface = Ask["surface"];
type Make<Made> = (target: WorldChannel) => Made;

/** The test reads every answer: packing and unpacking it would only take time. */
const PLAIN = { "accept-encoding": "identity" };

/** The ask, with how it shows a fault. */
const shows = (given: Partial<Shows>, ask: Ask): Ask => ({ ...ask, ...given });
const OPENED: Shows = { trace: "words", fault: "opened" };
const BY_ANSWER = { trace: "answer" } as const;
const NOTED = { fault: "noted" } as const;
const NAMED = { fault: "named" } as const;

const rest = (surface: Surface, method: string, path: Make<string>, body?: Make<object>): Ask => ({
  ...OPENED,
  surface,
  name: `${method} ${path.toString()}`,
  isChange: method !== "GET",
  run: (service, _person, key, target) => service.rest(key, method, path(target), body?.(target), PLAIN),
});

const tool = (surface: Surface, name: string, make: Make<object>, isChange = false): Ask => ({
  ...OPENED,
  surface,
  name: `tool ${name}`,
  isChange,
  run: (service, _person, key, target) =>
    service.mcp(key, { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: make(target) } }, PLAIN),
});

const web = (surface: Surface, name: string, make: Make<object>, isChange = false): Ask => ({
  ...OPENED,
  surface,
  name: `web ${name}`,
  isChange,
  run: (_service, person, _key, target) => person.post(name, make(target), PLAIN),
});

const file = (prefix: "/app" | "/api/v1", of: Make<string>): Ask => ({
  ...OPENED,
  surface: prefix === "/app" ? "web" : "rest",
  name: `${prefix}/files ${of.toString()}`,
  isChange: false,
  run: (service, { cookie }, key, target) =>
    fetch(`${service.url}${prefix}/files/${target.file}${of(target)}`, { headers: prefix === "/app" ? { cookie } : { "x-api-key": key } }),
});

/** Every way in which something of a conversation could be asked for. */
export const ASKS: Ask[] = [
  rest("rest", "GET", () => "/conversations?limit=100"),
  rest("rest", "GET", () => "/conversations?filter=state:open,closed,snoozed,spam&limit=100"),
  rest("rest", "GET", ({ cnv }) => `/conversations/${cnv}`),
  rest("rest", "GET", ({ cnv }) => `/conversations/${cnv}/messages`),
  rest(
    "rest",
    "PATCH",
    ({ cnv }) => `/conversations/${cnv}`,
    () => ({ tags: [`t${Math.floor(Math.random() * 9)}`] }),
  ),
  rest(
    "rest",
    "POST",
    ({ cnv }) => `/conversations/${cnv}/notes`,
    ({ word }) => ({ text: `${word} noted` }),
  ),
  shows(
    BY_ANSWER,
    rest(
      "rest",
      "POST",
      () => "/conversations/update",
      ({ cnv }) => ({ ids: [cnv], tags: ["many"] }),
    ),
  ),
  rest(
    "rest",
    "POST",
    () => "/messages",
    ({ cnv, word }) => ({ conversation: cnv, text: `${word} begun`, is_draft: true }),
  ),
  shows(
    BY_ANSWER,
    rest("rest", "GET", ({ id }) => `/channels/${id}/items`),
  ),
  file("/api/v1", () => ""),
  file("/api/v1", ({ msg }) => `?of=${msg}`),
  tool("tools", "read_conversation", ({ cnv }) => ({ id: cnv })),
  tool("tools", "update_conversation", ({ cnv }) => ({ id: cnv, tags: [`t${Math.floor(Math.random() * 9)}`] }), true),
  tool("tools", "write_message", ({ cnv, word }) => ({ conversation: cnv, text: `${word} begun` }), true),
  shows(
    NOTED,
    tool("tools", "fetch", ({ record }) => ({ id: record })),
  ),
  web("web", "inbox.list", () => ({ filter: "state:open,closed,snoozed", limit: 100 })),
  web("web", "inbox.get", ({ cnv }) => ({ id: cnv })),
  web("web", "inbox.messages", ({ cnv }) => ({ id: cnv })),
  web("web", "inbox.read", ({ cnv, msg }) => ({ id: cnv, before: msg })),
  shows(
    BY_ANSWER,
    web("web", "inbox.markRead", ({ cnv, msg }) => ({ id: cnv, message: msg }), true),
  ),
  web("web", "inbox.saveDraft", ({ cnv, word, msg }) => ({ id: cnv, text: `${word} begun`, seen: msg }), true),
  web("web", "inbox.getDraft", ({ cnv }) => ({ id: cnv })),
  shows(
    BY_ANSWER,
    web("web", "inbox.attend", ({ cnv }) => ({ id: cnv, doing: "reading" }), true),
  ),
  file("/app", () => ""),
  file("/app", ({ msg }) => `?of=${msg}`),
  shows(
    NOTED,
    web("timeline", "records.timeline", ({ record }) => ({ id: record })),
  ),
  web("timeline", "inbox.recordMessages", ({ record }) => ({ id: record })),
  shows(
    NOTED,
    rest("timeline", "GET", ({ record }) => `/records/contact/${record}/timeline`),
  ),
  rest("timeline", "GET", ({ record }) => `/records/contact/${record}/messages`),
  shows(
    NOTED,
    tool("timeline", "get_timeline", ({ record }) => ({ type: "contact", record })),
  ),
  rest("search", "GET", ({ word }) => `/conversations?filter=${word}`),
  rest("search", "GET", () => "/conversations?filter=common&limit=100"),
  rest("search", "GET", ({ word }) => `/conversations?filter=from:${word}@out.example`),
  shows(
    NAMED,
    rest("search", "GET", ({ word }) => `/search?query=${word}`),
  ),
  tool("search", "search_inbox", ({ word }) => ({ filter: word })),
  tool("search", "search_inbox", () => ({ filter: "common", limit: 100 })),
  shows(
    NAMED,
    tool("search", "search", ({ word }) => ({ query: word })),
  ),
  web("search", "inbox.list", ({ word }) => ({ filter: `${word} has:attachment` })),
  rest("feed", "GET", () => "/events?limit=100"),
  shows(
    NAMED,
    rest("feed", "GET", () => "/changes?limit=100"),
  ),
  tool("feed", "list_events", () => ({ limit: 50 })),
  shows(
    NAMED,
    tool("feed", "list_changes", () => ({ by: "everyone" })),
  ),
  web("feed", "events.list", () => ({ limit: 100 })),
  web("webhooks", "webhooks.preview", () => ({})),
  rest("webhooks", "GET", () => "/webhooks/deliveries?limit=100"),
  shows(
    { trace: "events" },
    tool("webhooks", "list_deliveries", () => ({ limit: 20 })),
  ),
];
