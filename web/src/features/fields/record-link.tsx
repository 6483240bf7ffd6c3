import { useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";

interface RecordLinkProps {
  type: string;
  id: string;
  className: string;
  tabIndex?: number;
  children: ReactNode;
}

/** A way to a record. The router's own link listens to the router, which in every row of a list is felt. */
export function RecordLink({ type, id, className, tabIndex, children }: RecordLinkProps) {
  const router = useRouter();
  return (
    <a
      className={className}
      href={`/records/${type}/${id}`}
      tabIndex={tabIndex}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        void router.navigate({ to: "/records/$type/$id", params: { type, id } });
      }}
    >
      {children}
    </a>
  );
}
