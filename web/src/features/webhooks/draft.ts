import type { Webhook } from "./health-text.ts";

export interface HeaderDraft {
  /** Tells rows apart while names change. */
  key: number;
  name: string;
  value: string;
  /** The service has a value, which is never shown. */
  isStored: boolean;
}

/** A webhook as it stands in the form. */
export interface WebhookDraft {
  name: string;
  url: string;
  event_types: string[];
  filter: string;
  fields: string[];
  headers: HeaderDraft[];
  with_public_key: boolean;
}

/** What happens to records. Sign-ins and settings are sent only when somebody chooses them. */
const FIRST_TYPES = ["record.created", "record.updated", "record.deleted"];

export const NEW_WEBHOOK: WebhookDraft = {
  name: "",
  url: "",
  event_types: FIRST_TYPES,
  filter: "",
  fields: [],
  headers: [],
  with_public_key: false,
};

export const draftOf = ({ name, url, event_types, filter, fields, headers, public_key }: Webhook): WebhookDraft => ({
  name,
  url,
  event_types,
  filter,
  fields,
  headers: headers.map((header, key) => ({ key, name: header, value: "", isStored: true })),
  with_public_key: public_key !== null,
});

/** The headers to save. One whose value was not typed again keeps what is stored, which `kept` says. */
export const headersInput = <Kept extends null | "">(headers: HeaderDraft[], kept: Kept): Record<string, string | Kept> =>
  Object.fromEntries(
    headers
      .filter(({ name }) => name.trim() !== "")
      .map(({ name, value, isStored }) => [name.trim(), value === "" && isStored ? kept : value]),
  );
