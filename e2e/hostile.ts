import type { Page } from "@playwright/test";
import { FIELD_KINDS, type FieldKind } from "@kith/filter/kinds";
import { ask } from "./records.ts";

/** Runs in a page only if a text became markup, a link or a script there. */
const RUN = "pwned(1)";

/** Texts that a careless page would take for something else. A mark in each shows an injection that runs nothing, too. */
export const PAYLOADS = [
  `<script>${RUN}</script>`,
  `<img src=x onerror=${RUN}>`,
  `<svg onload=${RUN}>`,
  `<svg><script>${RUN}</script></svg>`,
  `<b data-pwned onmouseover=${RUN}>b</b>`,
  `"><img data-pwned src=x onerror=${RUN}>`,
  `'><i data-pwned autofocus tabindex=0 onfocus=${RUN}>`,
  `" data-pwned onfocus=${RUN} autofocus x="`,
  `</title><script>${RUN}</script>`,
  `</textarea></style><img data-pwned src=x onerror=${RUN}>`,
  `--><img data-pwned src=x onerror=${RUN}><!--`,
  `<iframe srcdoc="<script>parent.${RUN}</script>">`,
  `<math><mtext><style><img data-pwned src=x onerror=${RUN}>`,
  `javascript:${RUN}`,
  `JaVaScRiPt:${RUN}//https://`,
  `data:text/html,<script>${RUN}</script>`,
  `java\u200bscript:${RUN}`,
  `{{constructor.constructor('${RUN}')()}}`,
  `\${${RUN}}`,
  `<a data-pwned href=javascript:${RUN}>pwned</a>`,
  `\uff1cscript\uff1e${RUN}\uff1c/script\uff1e`,
  `\u202e<img data-pwned src=x onerror=${RUN}>\u202c`,
  `\u05d0\u05d1\u05d2<b data-pwned>\u0627\u0644</b>`,
  `&lt;img src=x onerror=${RUN}&gt;`,
  `__proto__ constructor <x data-pwned>`,
];

/** Markdown that a careless renderer would make a script, a foreign picture or a link to one out of. */
const MARKDOWN_PAYLOADS = [
  `[pwned](javascript:${RUN})`,
  `[pwned](JaVaScRiPt:${RUN}//https://)`,
  `[pwned](java&Tab;script&colon;${RUN})`,
  `[pwned](data:text/html,<script>${RUN}</script>)`,
  `[pwned]( vbscript:${RUN} "pwned")`,
  `<javascript:${RUN}>`,
  `![pwned" onerror="${RUN}](x)`,
  `![data-pwned](https://pwned.example/pixel.png)`,
  `[![pwned](x)](javascript:${RUN})`,
  `[pwned](https://pwned.example/"onmouseover="${RUN})`,
  `[<b data-pwned>b</b>](https://pwned.example)`,
  `**<img src=x onerror=${RUN}>**`,
  `- <svg onload=${RUN}>\n- [ ] <b data-pwned onclick=${RUN}>`,
  `> <iframe srcdoc="<script>parent.${RUN}</script>">`,
  `# <script>${RUN}</script>`,
  `\`\`\`html" onload="${RUN}\n<script>${RUN}</script>\n\`\`\``,
  `\`<img data-pwned src=x onerror=${RUN}>\``,
  `<div>\n\n<script>${RUN}</script>\n\n</div>`,
  `[pwned]: javascript:${RUN}\n\n[pwned]`,
  `| a |\n|---|\n| <img data-pwned src=x onerror=${RUN}> |`,
  `@<b data-pwned>pwned</b> **@<img src=x onerror=${RUN}>**`,
  `/records/deal/rec_javascript:${RUN} [pwned](/records/"onclick=${RUN})`,
  `${">".repeat(300)} <b data-pwned>`,
];

const LONG = "pwned<b data-pwned>".repeat(120);
const within = (most: number) => PAYLOADS.filter((text) => text.length <= most);
const nth = (texts: string[], at: number) => texts[at % texts.length] ?? "";

/** Addresses are checked: these are what a careless check would let through. */
const ADDRESSES: Partial<Record<FieldKind, string[]>> = {
  url: [
    ...PAYLOADS,
    `https://pwned.example/"><img data-pwned src=x onerror=${RUN}>`,
    `https://pwned.example/'onmouseover=${RUN}`,
    `https://javascript:${RUN}@pwned.example/`,
    ` javascript:${RUN}`,
    `java\tscript:${RUN}`,
    `//pwned.example/${RUN}`,
    `vbscript:${RUN}`,
    `https://pwned.example/#${PAYLOADS[1]}`,
  ],
  email: [...PAYLOADS, `"${PAYLOADS[1]}"@pwned.example`, `pwned'onfocus=${RUN}@pwned.example`, `a?body=${PAYLOADS[0]}@pwned.example`],
  phone: [...PAYLOADS, `+49 30 1234567;ext=${RUN}`, `+4930"onclick=${RUN}`],
};

/** Every type has them under the names we gave. */
const BUILT_IN = new Set(["name", "owner"]);

interface Type {
  key: string;
  fields: {
    key: string;
    type: FieldKind;
    is_multi: boolean;
    is_read_only: boolean;
    options: { key: string }[] | null;
  }[];
}

export interface Stored {
  /** A record of each type, by its key. */
  records: Map<string, string>;
  importId: string;
  dashboardId: string;
  joinLink: string;
  values: number;
  refused: number;
}

/** Writes the payloads wherever the API takes a text. The page must be signed in as an Admin of a company of its own. */
export async function storePayloads(page: Page, baseUrl: string): Promise<Stored> {
  let [values, refused] = [0, 0];
  const give = async <Answer>(operation: string, input: object): Promise<Answer> => {
    const answer = await ask<Answer>(page, operation, input);
    values++;
    return answer;
  };

  await give("companies.update", { name: PAYLOADS[1] });
  await give("members.rename", { name: PAYLOADS[5] });
  const joinLink = await inviteNamed(page, baseUrl);
  await ownType(give);
  const types = (await ask<{ items: Type[] }>(page, "types.list", {})).items;
  for (const [at, { key, fields }] of types.entries()) {
    if (key === "odd") continue;
    await give("types.update", { type: key, label: nth(within(60), at), label_plural: nth(within(60), at + 7) });
    for (const [place, field] of fields.entries()) {
      if (field.is_read_only || BUILT_IN.has(field.key)) continue;
      const options = field.options?.map((option, step) => ({ ...option, label: nth(within(60), step + place) }));
      // Two fields of one name are refused: each gets its number.
      const label = `${nth(within(54), at + place)} ${place}`;
      await give("types.updateField", { type: key, field: field.key, label, ...(options ? { options } : {}) });
    }
  }

  const records = new Map<string, string>();
  const sound = await acceptedAddresses(page);
  refused += sound.refused;
  for (const type of types) {
    const items = [...PAYLOADS, LONG.slice(0, 200)].map((name, at) => ({ values: valuesOf(type, name, at, sound.accepted) }));
    const { results } = await ask<{ results: { id: string | null; errors: object[] }[] }>(page, "records.batch", { type: type.key, items });
    const failed = results.flatMap(({ errors }) => errors);
    if (failed.length > 0) throw new Error(`${type.key}: ${JSON.stringify(failed.slice(0, 3))}`);
    values += items.reduce((sum, item) => sum + Object.keys(item.values).length, 0);
    const id = results[1]?.id ?? "";
    records.set(type.key, id);
    const notes = type.key === "odd" ? [...PAYLOADS, LONG] : PAYLOADS.slice(0, 3);
    for (const text of notes) await give("records.addNote", { id, text });
    const marked = type.key === "odd" ? [...PAYLOADS, ...MARKDOWN_PAYLOADS] : MARKDOWN_PAYLOADS.slice(0, 3);
    for (const text of marked) await give("records.addNote", { id, text, format: "markdown" });
    for (const outcome of notes) await give("records.logActivity", { id, kind: "call", outcome });
    // A change, so that the timeline and the log tell of it: what was and what is.
    await give("records.update", { id, values: valuesOf(type, PAYLOADS[4] ?? "", items.length + 3, sound.accepted) });
  }
  for (const [at, name] of within(80).entries()) {
    await give("views.create", { type: at % 2 ? "odd" : "deal", name, is_shared: true });
    if (at < 18) await give("keys.create", { name }).then((made) => useKey(baseUrl, (made as { key: string }).key, name));
  }
  const dashboardId = await ownDashboard(give);
  const importId = await ownImport(give);
  await give("exports.create", { type: "odd" });
  return { records, importId, dashboardId, joinLink, values, refused };
}

type Give = <Answer>(operation: string, input: object) => Promise<Answer>;

/** Which addresses the service takes at all: only those can ever be shown. */
async function acceptedAddresses(page: Page) {
  const accepted = new Map<string, string[]>();
  let refused = 0;
  for (const [kind, candidates] of Object.entries(ADDRESSES)) {
    const items = candidates.map((text, at) => ({ values: { name: `Address ${at}`, [kind]: kind === "url" ? text : [text] } }));
    const { results } = await ask<{ results: { id: string | null }[] }>(page, "records.batch", { type: "odd", items });
    accepted.set(
      kind,
      candidates.filter((_, at) => results[at]?.id),
    );
    refused += results.filter((one) => !one.id).length;
  }
  return { accepted, refused };
}

function valuesOf(type: Type, name: string, at: number, addresses: Map<string, string[]>): Record<string, unknown> {
  const values: Record<string, unknown> = { name };
  for (const [place, field] of type.fields.entries()) {
    if (field.is_read_only || field.key === "name") continue;
    const option = field.options?.[(at + place) % field.options.length]?.key;
    const address = nth(addresses.get(field.type) ?? [], at + place);
    if (field.type === "text" || field.type === "long_text") values[field.key] = nth(PAYLOADS, at + place);
    else if (field.type === "stage" || field.type === "select") values[field.key] = option;
    else if (field.type === "multi_select") values[field.key] = [option];
    else if (field.type === "user") values[field.key] = "@me";
    else if (field.type === "url" && address) values[field.key] = onOwnHost(address, at);
    // An email or a phone number stands for one record only.
    else if (field.type === "email" && at === 0 && address) values[field.key] = [address];
    else if (field.type === "date") values[field.key] = "2026-12-01";
    else if (field.type === "number" || field.type === "money") values[field.key] = 1000 + at;
  }
  return values;
}

/** An organization is known by the host of its website, so no two records may have the same one. */
const onOwnHost = (address: string, at: number) =>
  address.includes("pwned.example") ? address.replaceAll("pwned.example", `pwned${at}.example`) : `pwned${at}.${address}`;

/** A type with a field of every kind, under the names of an attacker. */
async function ownType(give: Give): Promise<void> {
  await give("types.create", { key: "odd", label: PAYLOADS[2], label_plural: PAYLOADS[1] });
  const options = within(60).map((label, at) => ({ key: `o${at}`, label }));
  const withOptions = new Set(["select", "multi_select", "stage"]);
  for (const [at, kind] of FIELD_KINDS.entries())
    await give("types.addField", {
      type: "odd",
      key: kind,
      field_type: kind,
      label: `${nth(within(54), at + 1)} ${at}`,
      ...(withOptions.has(kind)
        ? { options: kind === "stage" ? options.map((one) => ({ ...one, state: "open", probability: 20 })) : options }
        : {}),
      ...(kind === "relation" ? { related_type: "organization", inverse_key: "odds", inverse_label: PAYLOADS[3], is_multi: true } : {}),
      ...(kind === "email" || kind === "phone" ? { is_multi: true } : {}),
    });
  await give("types.update", { type: "odd", stage_field: "stage", amount_field: "money", date_field: "date" });
}

async function ownDashboard(give: Give): Promise<string> {
  const { id } = await give<{ id: string }>("dashboards.create", { name: PAYLOADS[1], is_shared: true });
  const grouped = { type: "odd", measure: "count", group_by: "select" };
  const kinds = [
    { kind: "number", type: "odd", filter: `name:"${PAYLOADS[0]}"` },
    { kind: "bar", ...grouped },
    { kind: "funnel", type: "odd", group_by: "stage" },
    { kind: "table", type: "odd", columns: ["text", "url", "select"] },
    { kind: "leaderboard", ...grouped, group_by: "user" },
    { kind: "activity" },
  ];
  for (const [at, widget] of kinds.entries()) await give("dashboards.addWidget", { id, title: nth(within(80), at + 4), ...widget });
  return id;
}

async function ownImport(give: Give): Promise<string> {
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const file = [PAYLOADS, PAYLOADS.toReversed(), PAYLOADS].map((row) => row.map(quoted).join(",")).join("\r\n");
  const bytes = Buffer.from(file);
  const { id } = await give<{ id: string }>("imports.create", { type: "odd", name: `${PAYLOADS[1]}.csv`, size: bytes.length });
  await give("imports.addPart", { id, position: 0, base64: bytes.toString("base64") });
  return id;
}

/** Uses a key as a client whose name is a payload, so that it stands beside the key. */
async function useKey(baseUrl: string, key: string, client: string): Promise<void> {
  const agent = client.replaceAll(/[^\x20-\x7e]/g, "");
  await fetch(`${baseUrl}/api/v1/me`, { headers: { "x-api-key": key, "user-agent": agent } });
}

/** Colleagues with such names, and a link for another: whoever opens it reads the company's name before they have signed in. */
async function inviteNamed(page: Page, baseUrl: string): Promise<string> {
  const linkFor = async (email: string) => {
    const { id } = await ask<{ id: string }>(page, "invitations.create", { email });
    return (await ask<{ link: string }>(page, "invitations.link", { id })).link;
  };
  for (const [at, name] of PAYLOADS.slice(0, 4).entries()) {
    const token = new URL(await linkFor(`pwned${at}@pwned.example`)).hash.slice("#token=".length);
    await fetch(`${baseUrl}/app/call/invitations.accept`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ token, name, password: "a quiet harbour at dawn" }),
    });
  }
  return linkFor("next@pwned.example");
}

/** Hears of every script that ran, every dialog and every breach of the policy, on whatever page. */
export async function watch(page: Page, found: string[]): Promise<void> {
  await page.exposeFunction("pwned", (...given: unknown[]) => found.push(`a script ran: ${String(given)}`));
  await page.exposeFunction("breached", (what: string) => found.push(`breach of the policy: ${what}`));
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sample, sourceFile, lineNumber }) => {
      (window as unknown as { breached(what: string): void }).breached(
        `${violatedDirective} ${blockedURI} ${sample} at ${sourceFile}:${lineNumber}`,
      );
    });
  });
  page.on("dialog", (dialog) => {
    found.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
}

/** Elements that only a payload can have made: by its mark, by a handler in the markup, or by where a link leads. */
export const oddities = (page: Page) =>
  page.evaluate(() => {
    // A mail stands in a frame of its own.
    const mails = [...document.querySelectorAll("iframe")].flatMap((frame) => frame.contentDocument ?? []);
    const all = [document, ...mails].flatMap((one) => [...one.querySelectorAll("*")]);
    const leads = /^\s*(javascript|data|vbscript):/i;
    const isOdd = (one: Element) =>
      one.hasAttribute("data-pwned") ||
      [...one.attributes].some(({ name }) => name.startsWith("on")) ||
      ["href", "xlink:href", "action", "formaction", "src", "srcdoc"].some((name) => {
        const target = one.getAttribute(name)?.replaceAll(/[\s\p{Cc}\p{Cf}]/gu, "");
        return target !== undefined && leads.test(target);
      });
    const odd = all.filter(isOdd).map((one) => one.outerHTML.slice(0, 200));
    return document.documentElement.scrollWidth > window.innerWidth ? [...odd, "the page is wider than the window"] : odd;
  });
