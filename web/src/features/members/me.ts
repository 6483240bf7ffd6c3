import { useSuspenseQuery } from "@tanstack/react-query";
import { read } from "../../calls.ts";

/** Who is signed in. Every page of the shell waits for this answer before it shows, so here it is always there. */
export const me = read("members.me", {});

export const useMe = () => useSuspenseQuery(me).data;

export const useIsAdmin = () => useMe().user.role === "admin";
