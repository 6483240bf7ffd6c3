import type { InputOf, OperationName, OutputOf } from "@kith/server/contract";
import { queryOptions, useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import { type AnswerOf, api, ApiError } from "./api.ts";
import { useToast } from "./ui/toast.tsx";

/** Thrown when someone closes the password question: they changed their mind, and nothing went wrong. */
export class Declined extends Error {}

/** Asks for the password and waits until it was right. */
export const ConfirmPassword = createContext<() => Promise<void>>(() => Promise.reject(new Declined()));

/** A question to the service, for `useQuery` and for loaders. */
export const read = <Name extends OperationName>(name: Name, input: InputOf<Name>) =>
  queryOptions({ queryKey: [name, input], queryFn: ({ signal }) => api.call(name, input, { signal }) });

/** Every operation that answers in pages. */
type ListName = {
  [Name in OperationName]: OutputOf<Name> extends { items: unknown[]; next_cursor: string | null } ? Name : never;
}[OperationName];
type RowOf<Name extends ListName> = OutputOf<Name> extends { items: (infer Row)[] } ? Row : never;

interface RowPage<Row> {
  items: Row[];
  next_cursor: string | null;
}

const PAGE = 50;

/** A list that comes in pages, as one growing list of rows. */
export function useRows<Name extends ListName>(name: Name, filter: Omit<InputOf<Name>, "limit" | "cursor">) {
  return useInfiniteQuery({
    queryKey: [name, filter],
    // TypeScript cannot see, for any list at once, that a filter with limit and cursor is its input and a page its answer.
    queryFn: ({ pageParam, signal }) =>
      api.call(name, { ...filter, limit: PAGE, cursor: pageParam } as InputOf<Name>, { signal }) as Promise<unknown> as Promise<
        RowPage<RowOf<Name>>
      >,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    select: (data) => data.pages.flatMap((page) => page.items),
  });
}

interface WriteOptions<Name extends OperationName> {
  /** The questions whose answers this changes. */
  refresh?: OperationName[];
  onDone?: (answer: AnswerOf<Name>, input: InputOf<Name>) => unknown;
  /** For forms: they show the error themselves, where it belongs. */
  showsError?: boolean;
}

/** A change. When the service wants the password first, it is asked for and the same call is made again. */
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
      await Promise.all(refresh.map((stale) => client.invalidateQueries({ queryKey: [stale] })));
    },
    onError: (error) => {
      if (showsError && !(error instanceof Declined)) toast({ tone: "error", text: error.message });
    },
  });
}
