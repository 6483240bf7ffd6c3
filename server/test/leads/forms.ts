import { setTimeout } from "node:timers/promises";
import type { InputOf } from "../../src/contract.ts";
import type { Person, Service } from "../service.ts";

/** A published form with name, email, company, phone and message, unless it is told otherwise. */
export const giveForm = (ada: Person, settings: Partial<InputOf<"leads.createSource">> = {}) =>
  ada.call("leads.createSource", {
    name: "Contact us",
    fields: [
      { key: "name", is_required: true },
      { key: "email", is_required: true },
      { key: "company" },
      { key: "phone" },
      { key: "message" },
    ],
    state: "published",
    ...settings,
  });

/** Sends a form as the script does. */
export const sendForm = (service: Service, publicId: string, body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  fetch(`${service.url}/f/${publicId}`, {
    method: "POST",
    headers: { "content-type": "text/plain;charset=UTF-8", ...headers },
    body: JSON.stringify(body),
  });

/** A held submission of a form of its own; its id. */
export async function giveSubmission(service: Service, ada: Person): Promise<string> {
  const form = await giveForm(ada);
  await sendForm(service, form.public_id, { name: "Ines Vos", email: "ines@example.com", _website: "filled in" });
  for (;;) {
    const { items } = await ada.call("leads.listSubmissions", { source: form.id });
    if (items[0]) return items[0].id;
    await setTimeout(20);
  }
}
