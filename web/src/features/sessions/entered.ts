import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";

/** What happens once a session is open: nothing of an earlier person stays in memory, and the app goes on at `next`. */
export function useEntered(next = "/") {
  const client = useQueryClient();
  const router = useRouter();
  return () => {
    client.clear();
    router.history.replace(next);
  };
}
