import type { InputOf, OperationName, OutputOf } from "@kith/server/contract";
import { type QueryClient, queryOptions, useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import { type AnswerOf, api, ApiError } from "./api.ts";
import { useToast } from "./ui/toast.tsx";

/** Thrown when the user closes the password dialog. Not an error: nothing is shown. */
export class Declined extends Error {}

/** Asks for the password and waits until it is correct. */
export const ConfirmPassword = createContext<() => Promise<void>>(() => Promise.reject(new Declined()));

/** Query options of a read operation, for `useQuery` and for loaders. */
export const read = <Name extends OperationName>(name: Name, input: InputOf<Name>) =>
  queryOptions({ queryKey: [name, input], queryFn: ({ signal }) => api.call(name, input, { signal }) });

/** Every operation that returns pages. */
type ListName = {
  [Name in OperationName]: OutputOf<Name> extends { items: unknown[]; next_cursor: string | null } ? Name : never;
}[OperationName];
type RowOf<Name extends ListName> = OutputOf<Name> extends { items: (infer Row)[] } ? Row : never;

interface RowPage<Row> {
  items: Row[];
  next_cursor: string | null;
}

const PAGE = 50;

/** A paged list, as one growing array of rows. `pollMs` is for what no event announces; `enabled` says whether it is wanted at all. */
export function useRows<Name extends ListName>(
  name: Name,
  filter: Omit<InputOf<Name>, "limit" | "cursor">,
  { pollMs = false, enabled = true }: { pollMs?: number | false; enabled?: boolean } = {},
) {
  return useInfiniteQuery({
    queryKey: [name, filter],
    refetchInterval: pollMs,
    enabled,
    // For a generic name TypeScript cannot see that filter, limit and cursor are the input, and that the answer is a page.
    queryFn: ({ pageParam, signal }) =>
      api.call(name, { ...filter, limit: PAGE, cursor: pageParam } as InputOf<Name>, { signal }) as Promise<unknown> as Promise<
        RowPage<RowOf<Name>>
      >,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    select: (data) => data.pages.flatMap((page) => page.items),
  });
}

/**
 * Reads these operations again after a change. A first answer that is still on its way may be older than the change, and the query client
 * would keep it: once it is here, it is read again too.
 */
export async function readAgain(client: QueryClient, names: OperationName[]): Promise<void> {
  const changed = client.getQueryCache().findAll({ predicate: ({ queryKey }) => names.some((name) => name === queryKey[0]) });
  const early = changed.filter(({ state }) => state.data === undefined && state.fetchStatus !== "idle");
  await client.invalidateQueries({ predicate: (query) => changed.includes(query) });
  if (early.length > 0) await client.invalidateQueries({ predicate: (query) => early.includes(query) });
}

interface WriteOptions<Name extends OperationName> {
  /** Queries to read again afterwards. */
  refresh?: OperationName[];
  onDone?: (answer: AnswerOf<Name>, input: InputOf<Name>) => unknown;
  /** False for forms, which show the error themselves. */
  showsError?: boolean;
}

/** A write operation. If the service wants the password first, asks for it and repeats the call. */
export function useWrite<Name extends OperationName>(name: Name, { refresh = [], onDone, showsError = true }: WriteOptions<Name> = {}) {
  const client = useQueryClient();
  const confirmPassword = useContext(ConfirmPassword);
  const toast = useToast();
  return useMutation<AnswerOf<Name>, Error, InputOf<Name>>({
    mutationFn: async (input) => {
      try {
        return await api.call(name, input);
      } catch (error) {
        if (!(error instanceof ApiError && error.code === "password_needed")) throw error;
        await confirmPassword();
        return api.call(name, input);
      }
    },
    onSuccess: async (answer, input) => {
      await onDone?.(answer, input);
      await readAgain(client, refresh);
    },
    onError: (error) => {
      if (showsError && !(error instanceof Declined)) toast({ tone: "error", text: error.message });
    },
  });
}
