import * as assistant from "@kith/server/features/assistant/operations";
import * as records from "@kith/server/features/records/operations";

export interface ShareText {
  /** What it is a copy as. */
  as: string;
  text: string;
  /** What it is for, where the name does not say it. */
  note?: string;
}

interface Shared {
  /** The key of the type. */
  type: string;
  filter: string;
  sort?: string;
  /** The address of the list. */
  link: string;
}

/** The same list for a person, a script and an assistant. */
export function shareTexts({ type, filter, sort = "", link }: Shared): ShareText[] {
  const asked = { ...(filter && { filter }), ...(sort && { sort }) };
  const path = records.list.rest?.path.replace("{type}", encodeURIComponent(type));
  const call = [
    `curl -G ${window.location.origin}/api/v1${path}`,
    `-H "x-api-key: $KITH_API_KEY"`,
    ...Object.entries(asked).map(([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`),
  ];
  return [
    { as: "URL", text: link },
    { as: "REST call", text: call.join(" \\\n  ") },
    { as: "MCP arguments", text: JSON.stringify({ type, ...asked }, null, 2), note: `For the tool ${assistant.query.tool?.name}` },
  ];
}

// For a POSIX shell: nothing is special between single quotes but the quote itself.
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
