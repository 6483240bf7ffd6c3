import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate, useRouter } from "@tanstack/react-router";
import { api, ApiError } from "./api.ts";
import { read } from "./calls.ts";
import { useToast } from "./ui/toast.tsx";

/** Who is signed in. Every page for members waits for this answer before it shows, so there it is always known. */
export const me = read("members.me", {});

export const useMe = () => useSuspenseQuery(me).data;

export const useIsAdmin = () => useMe().user.role === "admin";

export const roleLabels = { admin: "Admin", member: "Member" };

/** Called once a session is open: forgets everything read for an earlier person, and goes on to `next`. */
export function useEntered(next = "/") {
  const client = useQueryClient();
  const router = useRouter();
  return () => {
    client.clear();
    router.history.replace(next);
  };
}

export function useSignOut() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  const end = useMutation({
    mutationFn: () => api.call("sessions.end", {}),
    onSettled: async (_, error) => {
      // A session that had ended already is as good as one that was ended now.
      if (error && !(error instanceof ApiError && error.code === "sign_in_needed")) return toast({ tone: "error", text: error.message });
      await navigate({ to: "/sign-in" });
      client.clear();
    },
  });
  return () => end.mutate();
}
