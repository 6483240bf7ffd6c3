import { useRouter } from "@tanstack/react-router";
import type { MouseEvent, ReactNode } from "react";
import type { Href } from "./href.ts";

/** A link somebody wrote. Own pages open here, others in a tab that learns nothing of this one. Its whole address is told on hover. */
export function OwnLink({ to: { href, ownPath }, children }: { to: Href; children: ReactNode }) {
  const router = useRouter();
  if (ownPath === undefined)
    return (
      <a href={href} title={href} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </a>
    );
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    router.history.push(ownPath);
  };
  return (
    <a href={ownPath} title={href} onClick={follow}>
      {children}
    </a>
  );
}
