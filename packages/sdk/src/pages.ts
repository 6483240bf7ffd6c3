/** One page of a list, as the service answers it. */
export interface AnsweredPage {
  items: unknown[];
  next_cursor: string | null;
}

type ItemOf<Answer extends AnsweredPage> = Answer["items"][number];

/** A page, the page after it, and in `for await` every item from this page on. */
export type Page<Answer extends AnsweredPage> = Answer & AsyncIterable<ItemOf<Answer>> & { nextPage(): Promise<Page<Answer> | undefined> };

/** Awaited it is the first page. In `for await` it is every item of all pages, and only one page is held at a time. */
export type Listing<Answer extends AnsweredPage> = Promise<Page<Answer>> & AsyncIterable<ItemOf<Answer>>;

/** `read` gets the page at a cursor; without one, the first. */
export function createListing<Answer extends AnsweredPage>(read: (cursor?: string) => Promise<Answer>): Listing<Answer> {
  const shown = async (cursor?: string): Promise<Page<Answer>> => {
    const answer = await read(cursor);
    const next = answer.next_cursor;
    // Not enumerable: a page that is printed or stored is what the service answered.
    return Object.defineProperties(answer, {
      nextPage: { value: async () => (next ? shown(next) : undefined) },
      [Symbol.asyncIterator]: { value: () => everything(answer, read) },
    }) as Page<Answer>;
  };
  const first = shown();
  const iterate = async function* () {
    yield* everything(await first, read);
  };
  return Object.assign(first, { [Symbol.asyncIterator]: iterate });
}

/** A loop and not a chain of pages: a chain would hold every page until the end. */
async function* everything<Answer extends AnsweredPage>(
  page: Answer,
  read: (cursor: string) => Promise<Answer>,
): AsyncGenerator<ItemOf<Answer>, void, undefined> {
  for (let here = page; ;) {
    yield* here.items as ItemOf<Answer>[];
    if (!here.next_cursor) return;
    here = await read(here.next_cursor);
  }
}
