import { useLocation } from "@tanstack/react-router";

/** The token of a link. It stands after the #, which browsers send to nobody, so it is in no server's log. */
export function useLinkToken(): string {
  const hash = useLocation({ select: (location) => location.hash });
  return new URLSearchParams(hash).get("token") ?? "";
}
