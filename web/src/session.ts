import type { Formats } from "@kith/filter/values";
import type { OutputOf } from "@kith/server/contract";
import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate, useRouter } from "@tanstack/react-router";
import { api, ApiError } from "./api.ts";
import { read } from "./calls.ts";
import { useToast } from "./ui/toast.tsx";

const FRESH_MS = 5 * 60_000;

/**
 * The signed-in user. Every page for members waits for this answer, so it is always known there. News of members and of the company make
 * it stale; without a time of its own, half of what is opened on a page would read it once more.
 */
export const me = { ...read("members.me", {}), staleTime: FRESH_MS };

export const useMe = () => useSuspenseQuery(me).data;

/** How the company writes numbers, money and days. */
export const formatsOf = ({ company }: OutputOf<"members.me">): Formats => ({
  currency: company.currency,
  number: company.number_format,
  date: company.date_format,
  weekStart: company.week_start,
  language: company.language,
  country: company.country,
});

export const useIsAdmin = () => useMe().user.role === "admin";

export const roleLabels = { admin: "Admin", member: "Member" };

/** Call the result once signed in: clears what was cached for an earlier user and opens `next`. */
export function useAfterSignIn(next = "/") {
  const client = useQueryClient();
  const router = useRouter();
  return () => {
    client.clear();
    router.history.replace(next);
  };
}

/**
 * Signs out, and leaves nothing of this user in the browser: no drafts, no titles of records. Changes that the service has not accepted
 * yet would be lost with it, so that is asked first.
 */
export function useSignOut() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  const { user } = useMe();
  const end = useMutation({
    mutationFn: () => api.call("sessions.end", {}),
    onSettled: async (_, error) => {
      // If the session had already ended, the user is signed out as well.
      if (error && !(error instanceof ApiError && error.code === "sign_in_needed")) return toast({ tone: "error", text: error.message });
      await navigate({ to: "/sign-in" });
      client.clear();
      for (const key of personalKeys(user.id)) localStorage.removeItem(key);
    },
  });
  return () => {
    const unsent = personalKeys(user.id).filter((key) => key.startsWith(OUTBOX)).length;
    if (unsent === 0) return end.mutate();
    const what = unsent === 1 ? "1 change is" : `${unsent} changes are`;
    toast({
      tone: "error",
      text: `${what} not saved yet, because Kith could not be reached.`,
      action: { label: "Discard and sign out", run: () => end.mutate() },
    });
  };
}

const OUTBOX = "kith.outbox.";

/** What the features keep of a user begins with "kith."; settings of the browser, such as the theme, do not. */
function personalKeys(userId: string): string[] {
  const isOthers = (key: string) => key.startsWith(OUTBOX) && !key.startsWith(`${OUTBOX}${userId}.`);
  return Object.keys(localStorage).filter((key) => key.startsWith("kith.") && !isOthers(key));
}
