import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ErrorState, SkeletonRows } from "./states.tsx";

interface LoadedProps<Data> {
  query: UseQueryResult<Data>;
  /** What could not be loaded, for the title of the error: "Your keys". */
  what: string;
  skeleton?: ReactNode;
  children: (data: Data) => ReactNode;
}

const rows = <SkeletonRows />;

/** Shows the data of a query, a skeleton while it loads, and an error with a retry. Old data stays during a reload. */
export function Loaded<Data>({ query, what, skeleton = rows, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError)
    return <ErrorState title={`${what} could not be loaded`} message={query.error.message} onRetry={() => void query.refetch()} />;
  return skeleton;
}
