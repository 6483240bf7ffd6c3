import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { api, ApiError } from "../../api.ts";
import { useToast } from "../../ui/toast.tsx";

export function useSignOut() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  const end = useMutation({
    mutationFn: () => api.call("sessions.end", {}),
    onSettled: async (_, error) => {
      // A session that was gone already is as good as one that was just ended.
      if (error && !(error instanceof ApiError && error.code === "sign_in_needed")) return toast({ tone: "error", text: error.message });
      await navigate({ to: "/sign-in" });
      client.clear();
    },
  });
  return () => end.mutate();
}
