/** What the page of a link shows. Whether somebody is unsubscribed already is not told: anybody may have got the link. */
export type ShownLink =
  /** `what`: what they get no more, such as "such emails from Fernhill". */
  { state: "open" | "done"; what: string } | { state: "gone" };

/** Links to unsubscribe of one kind. */
export interface Unsubscribing {
  /** Changes nothing: programs that look for viruses follow every link. */
  look(token: string): Promise<ShownLink>;
  unsubscribe(token: string): Promise<ShownLink>;
}

/** All links to unsubscribe have one address. A token belongs to one kind of them, and is gone for the others. */
export function anyLink(kinds: readonly Unsubscribing[]): Unsubscribing {
  const first = async (ask: (kind: Unsubscribing) => Promise<ShownLink>): Promise<ShownLink> => {
    for (const kind of kinds) {
      const shown = await ask(kind);
      if (shown.state !== "gone") return shown;
    }
    return { state: "gone" };
  };
  return { look: (token) => first((kind) => kind.look(token)), unsubscribe: (token) => first((kind) => kind.unsubscribe(token)) };
}

export const unsubscribeUrl = (baseUrl: string, token: string) => `${baseUrl}/unsubscribe/${token}`;

/** With these a mail program unsubscribes with one click (RFC 8058). */
export const unsubscribeHeaders = (url: string) => ({
  "List-Unsubscribe": `<${url}>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});
