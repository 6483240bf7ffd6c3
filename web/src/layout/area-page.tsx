import type { ReactNode } from "react";
import { type TabArea, tabsOf, useFeatures } from "../manifest.ts";
import { useIsAdmin } from "../session.ts";
import { Page } from "../ui/page.tsx";
import { EmptyState } from "../ui/states.tsx";

interface AreaPageProps {
  area: TabArea;
  title: string;
  /** At the right of the title: what can be done with the whole page. */
  side?: ReactNode;
  isWide?: boolean;
  /** Without margins, and scrolling by itself: a list with its foot, and a panel beside it. */
  isFull?: boolean;
  children: ReactNode;
}

/** A page of an area with tabs. The features declare the tabs. */
export function AreaPage({ area, ...page }: AreaPageProps) {
  const isAdmin = useIsAdmin();
  return <Page area={area} tabs={tabsOf(useFeatures(), area, isAdmin)} {...page} />;
}

/** Tells a Member why the page is not available, and what they can do instead. */
export function AdminsOnly({ children }: { children: ReactNode }) {
  return <EmptyState title="Only Admins can see this">{children}</EmptyState>;
}
