import { useRouter } from "@tanstack/react-router";
import type { ChartItem } from "../../ui/chart/chart-item.ts";

/** The way from a figure to the list that made it, for charts that know nothing of lists. */
export function useOpenList(type: string): (filter: string | null) => Pick<ChartItem, "href" | "onOpen"> {
  const router = useRouter();
  return (filter) => {
    if (filter === null) return {};
    const target = { to: "/records/$type", params: { type }, search: filter === "" ? {} : { filter } } as const;
    return {
      href: router.buildLocation(target).href,
      onOpen(event) {
        if (isForBrowser(event)) return;
        event.preventDefault();
        void router.navigate(target);
      },
    };
  };
}

// A new tab, a download, a second button: what browsers do with links stays theirs.
function isForBrowser(event: object): boolean {
  const { metaKey, ctrlKey, shiftKey, altKey, button = 0 } = event as Partial<MouseEvent>;
  return Boolean(metaKey || ctrlKey || shiftKey || altKey) || button !== 0;
}
