import { useRouter } from "@tanstack/react-router";
import type { MouseEvent } from "react";
import classes from "./article.module.css";

/** A page of the documentation. The HTML is made from our own Markdown at build time and contains no user input. */
export function Article({ html }: { html: string }) {
  const router = useRouter();
  // Links in the text are plain anchors. Open our own pages without reloading the application.
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const href = link?.getAttribute("href");
    if (!href?.startsWith("/") || href.startsWith("/api/") || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    router.history.push(href);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- its links answer keys themselves
    <article className={classes.article} onClick={follow} dangerouslySetInnerHTML={{ __html: html }} />
  );
}
