import { html } from "../../../../docs/api-keys.md";
import { Article } from "../../ui/article.tsx";
import { Page } from "../../ui/page.tsx";

/** The API Keys page of the documentation, with this installation's own address in its examples. */
export function ReferencePage() {
  return (
    <Page area="Docs" title="API Keys">
      <Article html={html.replaceAll("{base_url}", window.location.origin)} />
    </Page>
  );
}
