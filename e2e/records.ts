import type { Page } from "@playwright/test";

/** Asks the service as the page itself would, with its session. A test is faster than any person, so it waits when it is told to slow down. */
export async function ask<Answer>(page: Page, operation: string, input: object): Promise<Answer> {
  return page.evaluate(
    async ({ operation, input }) => {
      const send = () =>
        fetch(`/app/call/${operation}`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(input),
        });
      let response = await send();
      while (response.status === 429) {
        const seconds = Number(response.headers.get("retry-after") ?? 1);
        await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
        response = await send();
      }
      if (!response.ok) throw new Error(`${operation}: ${await response.text()}`);
      return (await response.json()) as never;
    },
    { operation, input },
  );
}

export interface Saved {
  record: { id: string; version: number };
  operation_id: string;
}

interface Listed {
  items: { id: string; title: string; version: number; values: Record<string, unknown> }[];
  count: { value: number };
}

export const listDeals = (page: Page, filter: string) => ask<Listed>(page, "records.list", { type: "deal", filter, limit: 100 });

const list = (page: Page, type: string, filter: string) =>
  ask<Listed>(page, "records.list", { type, ...(filter ? { filter } : {}), limit: 1, count: "exact" });

export const countOf = async (page: Page, type: string, filter: string) => (await list(page, type, filter)).count.value;

export async function firstOf(page: Page, type: string, filter: string): Promise<Listed["items"][number]> {
  const [first] = (await list(page, type, filter)).items;
  if (!first) throw new Error(`nothing matches ${filter}`);
  return first;
}

/** A deal of its own for a test, with a name that nothing else has. */
export async function addDeal(page: Page, name: string, values: Record<string, unknown> = {}): Promise<string> {
  const { record } = await ask<Saved>(page, "records.create", {
    type: "deal",
    values: { name, stage: "proposal", amount: 48000, ...values },
  });
  return record.id;
}

/** The changes of a record, the newest first, as its timeline tells them. */
export async function changesOf(page: Page, id: string): Promise<Record<string, [unknown, unknown]>[]> {
  const { items } = await ask<{ items: { kind: string; changes: Record<string, [unknown, unknown]> | null }[] }>(page, "records.timeline", {
    id,
    limit: 50,
  });
  return items.filter((event) => event.kind === "record.updated").map((event) => event.changes ?? {});
}

/** The cell of a row, by the row's name and the column's label. */
export function cell(page: Page, name: string, column: string) {
  return page
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader", { name, exact: true }) })
    .locator(`[data-field="${column}"]`);
}
