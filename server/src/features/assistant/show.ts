import { recordId } from "../records/operations.ts";

interface Presented {
  id: string;
  type: string;
  title: string;
  values: Record<string, unknown>;
}

const isBlank = (value: unknown) => value === null || value === "" || (Array.isArray(value) && value.length === 0);

/** A record for a model: blanks left out, so that what is there fits into an answer. */
export function showRecord(baseUrl: string, { id, type, title, values }: Presented) {
  return {
    id,
    type,
    title,
    url: urlOf(baseUrl, type, id),
    values: Object.fromEntries(Object.entries(values).filter(([, value]) => !isBlank(value))),
  };
}

export const urlOf = (baseUrl: string, type: string, id: string) => `${baseUrl}/records/${type}/${recordId.encode(id)}`;
