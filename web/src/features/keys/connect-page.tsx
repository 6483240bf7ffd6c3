import { linkOptions, useLoaderData } from "@tanstack/react-router";
import { Article } from "../../ui/article.tsx";
import { Page } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/states.tsx";

const PARENT = { title: "API Keys", link: linkOptions({ to: "/docs/api-keys" }) };

/** How to connect one thing: a page of the documentation, with this installation's own address. */
export function ConnectPage() {
  const guide = useLoaderData({ from: "/docs/connect/$page" });
  return (
    <Page area="Docs" parents={[PARENT]} title={guide?.title ?? "Not found"}>
      {guide ? (
        <Article html={guide.html} />
      ) : (
        <EmptyState title="There is no such page">The connectors are listed under Profile, API & Connectors.</EmptyState>
      )}
    </Page>
  );
}
