/** A call as it is sent: by a key over REST or MCP, or by a session. */
export interface Call {
  by: "key" | "session";
  method: string;
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** `at` counts the calls, for what must differ from one call to the next. */
export type Attack = (at: number) => Call;

const session = (name: string, body: unknown, headers: Record<string, string> = {}): Call => ({
  by: "session",
  method: "POST",
  path: `/app/call/${name}`,
  body,
  headers,
});
const rest = (method: string, path: string, body?: unknown): Call => ({ by: "key", method, path: `/api/v1${path}`, body });
const tool = (name: string, args: unknown): Call => ({
  by: "key",
  method: "POST",
  path: "/api/v1/mcp",
  body: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } },
  headers: { accept: "application/json, text/event-stream" },
});

const names = (count: number, letter: string) =>
  Array.from({ length: count }, (_, at) => `${letter.repeat(33)}_${String(at).padStart(6, "0")}`);
const spaces = " ".repeat(40_000);
const valuesOf = (given: string[]) => Object.fromEntries(given.map((name) => [name, "x"]));
export const contacts = (count: number, values: (at: number) => Record<string, unknown>) =>
  Array.from({ length: count }, (_, at) => ({ values: values(at) }));

/** One call each, sent again and again. Whatever is answered, nobody else must notice. */
export const ATTACKS: Record<string, Attack> = {
  "unknown fields": () => session("records.create", { type: "contact", values: valuesOf(names(150, "b")) }),
  "wrong options in a batch": () =>
    rest("POST", "/records/deal/batch", { items: contacts(400, (at) => ({ name: `d${at}`, stage: names(1, "s")[0] })) }),
  "count() of a relation": () => session("records.list", { type: "contact", filter: "count(organization.contacts)>1", count: "exact" }),
  "session calls without a pause": () => session("members.me", {}),
  "idempotency keys on reads": (at) => session("records.list", { type: "contact", limit: 100 }, { "idempotency-key": `k${at}` }),
  "spellings of a time zone": (at) => session("companies.update", { time_zone: at % 2 ? "europe/BERLIN" : "Europe/Berlin" }),
  "many views": (at) => session("views.create", { type: "deal", name: `v${at}`, filter: "", is_shared: true }),
  "a filter of 25 unknown names": () =>
    rest(
      "GET",
      `/records/contact?filter=${encodeURIComponent(
        names(25, "b")
          .map((one) => `${one}:1`)
          .join(" "),
      )}`,
    ),
  "a filter that searches everything 25 times": () =>
    session("records.list", { type: "contact", filter: Array.from({ length: 25 }, (_, at) => `name~${at}a`).join(" or ") }),
  "a filter nested as deep as it may be": () =>
    session("records.list", { type: "contact", filter: `${"not (".repeat(19)}name:x${")".repeat(19)}` }),
  "a search for spaces": () => session("records.search", { query: `a${" ".repeat(150)}b` }),
  "an email of 40,000 spaces": () => session("records.create", { type: "contact", values: { name: "n", email: `a${spaces}@b.c` } }),
  "a phone number of 40,000 characters": () =>
    session("records.create", { type: "contact", values: { name: "n", phone: `+49${spaces}1` } }),
  "an address of 40,000 characters": () =>
    session("records.create", { type: "organization", values: { name: "n", website: `${"a.".repeat(20_000)}b` } }),
  "an amount of 40,000 characters": () => session("records.create", { type: "deal", values: { name: "n", amount: `1${spaces}1` } }),
  "a date of 40,000 characters": () => session("records.create", { type: "deal", values: { name: "n", close_date: `1${spaces}1` } }),
  "references that name nothing": () =>
    rest("POST", "/records/contact/batch", { items: contacts(300, (at) => ({ name: `n${at}`, organization: `No such ${at}` })) }),
  "people that do not exist": () =>
    rest("POST", "/records/contact/batch", { items: contacts(500, (at) => ({ name: `n${at}`, owner: `Nobody ${at}` })) }),
  "a batch of 1,000 records": (at) =>
    rest("POST", "/records/contact/batch", { items: contacts(1_000, (row) => ({ name: `n${at} ${row}` })) }),
  "a body of 1 MiB": () => rest("POST", "/records/contact", { values: { name: "x".repeat(1_000_000) } }),
  "a body of 99,000 names": () =>
    session("records.batch", {
      type: "contact",
      items: contacts(100, () => Object.fromEntries(Array.from({ length: 990 }, (_, at) => [`u${at}`, 1]))),
    }),
  "a body nested 60 deep": () =>
    rest("POST", "/records/contact", { values: { name: JSON.parse(`${"[".repeat(58)}${"]".repeat(58)}`) as unknown } }),
  "4,000 parameters in a URL": () => rest("GET", `/records/contact?${Array.from({ length: 3_000 }, (_, at) => `p${at}=`).join("&")}`),
  "100 unknown fields to show": () => rest("GET", `/records/contact?fields=${names(100, "f").join(",")}`),
  "sorting by unknown fields": () => rest("GET", `/records/contact?sort=${names(3, "s").join(",")}`),
  "a filter of a key that searches everything 25 times": () =>
    rest("GET", `/records/contact?filter=${encodeURIComponent(Array.from({ length: 25 }, (_, at) => `name~${at}a`).join(" or "))}`),
  "an aggregate over everything": () =>
    session("records.aggregate", { type: "contact", group_by: "name", measures: [{ measure: "count" }], limit: 100 }),
  "tools with wrong arguments": () => tool("save_records", { type: "contact", records: contacts(100, () => valuesOf(names(10, "t"))) }),
  "a tool that does not exist": () => tool(`x${spaces}`, {}),
  "exports without end": () => session("exports.create", { type: "contact" }),
  "imports that are never sent": (at) => session("imports.create", { type: "contact", name: `${at}.csv`, size: 50_000_000 }),
  "500 options of a field": (at) =>
    session("types.addField", {
      type: "deal",
      key: `o${at}`,
      label: `O ${at}`,
      field_type: "select",
      options: names(500, "o").map((key) => ({ key, label: key })),
    }),
  "dashboards without end": (at) => session("dashboards.create", { name: `d${at}`, from: "starting" }),
};
