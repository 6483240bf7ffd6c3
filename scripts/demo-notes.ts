import type { Call } from "./demo-records.ts";

/** Two deals that the team writes about: with a mention, a link to the other one, and a pinned note. */
export async function addTalk(call: Call, [first, second]: string[]): Promise<void> {
  if (!first || !second) return;
  const { items } = await call("members.list", { search: "tomasz@" });
  const mentions = items.map(({ id }) => id);
  const pinned = await call("records.addNote", {
    id: first,
    text: "**Buys only with a service contract.** Ask *procurement*, not the plant, and never before ten.",
    format: "markdown",
  });
  await call("records.pinNote", { id: first, note: pinned.id });
  await call("records.addNote", {
    id: first,
    text: `@Tomasz Wrona can you take the visit?\n\n1. Show the pilot figures\n2. Ask who signs\n3. Compare with [the other offer](/records/deal/${second})`,
    format: "markdown",
    mentions,
  });
}
