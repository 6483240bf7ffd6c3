import type { ReactNode } from "react";
import { EmptyState } from "../../ui/states.tsx";

/** Says why a page is closed to a Member, and what they can do instead. */
export function AdminsOnly({ children }: { children: ReactNode }) {
  return <EmptyState title="Only Admins can see this">{children}</EmptyState>;
}
