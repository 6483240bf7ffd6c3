import { useQuery } from "@tanstack/react-query";
import { read } from "../../calls.ts";
import { useIsAdmin } from "../../session.ts";
import { useSamples } from "../samples/index.ts";
import type { Facts } from "./steps.ts";

/** What decides which steps are done. Undefined until all of it is known. */
export function useFacts(): Facts | undefined {
  const isAdmin = useIsAdmin();
  const keys = useQuery(read("keys.list", {}));
  const members = useQuery(read("members.list", { limit: 2 }));
  const imports = useQuery(read("imports.list", { limit: 10 }));
  const invitations = useQuery({ ...read("invitations.list", {}), enabled: isAdmin });
  const samples = useSamples();
  if (!keys.data || !members.data || !imports.data || !samples.data || (isAdmin && !invitations.data)) return undefined;
  return {
    keys: keys.data.items,
    members: members.data.items.length,
    invitations: invitations.data?.items.length ?? 0,
    imports: imports.data.items.filter((file) => file.state === "done").length,
    ownTypes: samples.data.own_types,
  };
}
