import { useRouter } from "@tanstack/react-router";
import { CodeBlock } from "../../../ui/code-block.tsx";
import { QuietTabs } from "../../../ui/quiet-tabs.tsx";
import { shareTexts, type ShareText } from "../share-texts.ts";

/** The filter to take along: for a person, a script, an assistant. */
export function ShareTabs({ type, filter }: { type: string; filter: string }) {
  const tabs = useShareTexts(type, filter).map(({ as, text, note }) => ({
    title: as,
    content: (
      <>
        <CodeBlock code={text} label={`The filter as ${as}`} />
        {note && <p className="k-tip">{note}</p>}
      </>
    ),
  }));
  return <QuietTabs label="Copy as" tabs={tabs} />;
}

/** The filter to copy: as the address of the list, as a REST call, as the arguments of a tool. */
function useShareTexts(type: string, filter: string): ShareText[] {
  const router = useRouter();
  const { href } = router.buildLocation({ to: "/records/$type", params: { type }, search: filter ? { filter } : {} });
  return shareTexts({ type, filter, link: window.location.origin + href });
}
