import { useRouter } from "@tanstack/react-router";
import { shareTexts, type ShareText } from "./share-texts.ts";

/** The filter to copy: as the address of the list, as a REST call, as the arguments of a tool. */
export function useShareTexts(type: string, filter: string): ShareText[] {
  const router = useRouter();
  const { href } = router.buildLocation({ to: "/records/$type", params: { type }, search: filter ? { filter } : {} });
  return shareTexts({ type, filter, link: window.location.origin + href });
}
