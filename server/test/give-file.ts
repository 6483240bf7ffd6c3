import type { Person, Service } from "./service.ts";

interface Given {
  name?: string;
  type?: string;
}

/** Uploads bytes as the web application does. */
export const upload = (
  service: Service,
  { cookie }: Person,
  content: RequestInit["body"],
  { name = "notes.txt", type = "text/plain" }: Given = {},
) =>
  fetch(`${service.url}/app/files?name=${encodeURIComponent(name)}`, {
    method: "POST",
    headers: { cookie, "content-type": type },
    body: content ?? null,
    duplex: "half",
  });

/** A file that this person uploaded: its id. */
export async function giveFile(service: Service, person: Person, content = "theirs"): Promise<string> {
  const answer = await upload(service, person, content);
  if (answer.status !== 201) throw new Error(await answer.text());
  return ((await answer.json()) as { id: string }).id;
}

/** Downloads with the cookie, as a link in the web application does. */
export const download = (service: Service, { cookie }: Person, id: string, headers: Record<string, string> = {}) =>
  fetch(`${service.url}/app/files/${id}`, { headers: { cookie, ...headers } });
