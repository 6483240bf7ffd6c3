import { CodeBlock } from "../../../ui/code-block.tsx";
import { QuietTabs } from "../../../ui/quiet-tabs.tsx";
import { useShareTexts } from "../use-share-texts.ts";

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
