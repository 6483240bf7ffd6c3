import type { Page } from "@playwright/test";
import { ask } from "./records.ts";

export interface Form {
  id: string;
  public_id: string;
  name: string;
}

/** A published form of its own for a test. */
export const addForm = (page: Page, name: string, settings: object = {}) =>
  ask<Form>(page, "leads.createSource", {
    name,
    fields: [{ key: "name", is_required: true }, { key: "email", is_required: true }, { key: "company" }, { key: "message" }],
    state: "published",
    ...settings,
  });

/** What a visitor sends, from no browser: a plain POST. */
export async function sendForm(baseUrl: string, form: Pick<Form, "public_id">, values: Record<string, unknown>): Promise<number> {
  const answer = await fetch(`${baseUrl}/f/${form.public_id}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(values),
  });
  await answer.text();
  return answer.status;
}

/** The field that people do not see is filled in: held. */
export const spam = (name: string, message: string) => ({
  name,
  email: `${name.toLowerCase().replaceAll(" ", ".")}@mailbox.example`,
  message,
  _website: "https://a.example",
});
