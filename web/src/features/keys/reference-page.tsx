import { useRouter } from "@tanstack/react-router";
import type { MouseEvent } from "react";
import { html } from "../../../../docs/api-keys.md";
import { Page } from "../../ui/page.tsx";
import classes from "./reference-page.module.css";

/** The API Keys page of the documentation, with this installation's own address in its examples. */
export function ReferencePage() {
  const router = useRouter();
  const withAddress = html.replaceAll("{base_url}", window.location.origin);
  // Links in the text are plain ones; those to our own pages need not load the application again.
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const href = link?.getAttribute("href");
    if (!href?.startsWith("/") || href.startsWith("/api/") || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    router.history.push(href);
  };
  return (
    <Page area="Docs" title="API Keys">
      {/* Our own text, turned into HTML while building; nothing anyone typed is in it. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- its links answer keys themselves */}
      <article className={classes.article} onClick={follow} dangerouslySetInnerHTML={{ __html: withAddress }} />
    </Page>
  );
}
