import { Textarea, TextInput } from "@mantine/core";
import classes from "./form-tab.module.css";
import type { Editor } from "./use-editor.ts";

type TextPart = "name" | "headline" | "intro" | "points" | "button" | "thanks" | "redirect_url" | "privacy_url" | "imprint_url";

interface TextFacts {
  label: string;
  note?: string;
  placeholder?: string;
  most: number;
  isLong?: true;
}

const FACTS: Record<TextPart, TextFacts> = {
  name: { label: "Name", note: "The title of the form. Leads say which form they came from.", placeholder: "Request a demo", most: 100 },
  headline: {
    label: "Headline of the hosted page",
    note: "Then the name stands above the fields. Empty: the name is the headline.",
    placeholder: "Measure what flows, to half a percent",
    most: 100,
  },
  points: {
    label: "Points",
    note: "One on each line, at most 6, below the introduction of the hosted page.",
    placeholder: "45 minutes, on site or by video",
    most: 700,
    isLong: true,
  },
  privacy_url: {
    label: "Privacy page",
    note: "Linked beside the consent text, and in the footer of the hosted page.",
    placeholder: "https://www.example.com/privacy",
    most: 2_000,
  },
  imprint_url: {
    label: "Imprint page",
    note: "Linked in the footer of the hosted page.",
    placeholder: "https://www.example.com/imprint",
    most: 2_000,
  },
  intro: { label: "Introduction", placeholder: "An engineer calls you within one working day.", most: 2_000, isLong: true },
  button: { label: "Button", most: 60 },
  thanks: { label: "After sending, visitors read", most: 500, isLong: true },
  redirect_url: {
    label: "Or go to a page of yours",
    note: "On one of the allowed origins. Empty: the words above.",
    placeholder: "https://www.example.com/thanks",
    most: 2_000,
  },
};

/** In the order of the page. */
const TEXTS: TextPart[] = ["headline", "intro", "points", "button", "thanks", "redirect_url", "privacy_url", "imprint_url"];

interface TextSettingsProps {
  editor: Editor;
  /** Only the name, or all that visitors read. */
  part: "name" | "texts";
  hasName?: boolean;
}

export function TextSettings({ editor, part, hasName = false }: TextSettingsProps) {
  const texts: TextPart[] = part === "name" ? ["name"] : [...(hasName ? (["name"] as const) : []), ...TEXTS];
  return (
    <section aria-label={part === "name" ? "Name" : "Texts"}>
      {part === "texts" && (
        <header className={classes.head}>
          <h2 className={classes.h2}>Texts</h2>
        </header>
      )}
      <div className={classes.box} data-plain={part === "name" || undefined}>
        {texts.map((text) => (
          <TextSetting text={text} editor={editor} isFirst={part === "name"} key={text} />
        ))}
      </div>
    </section>
  );
}

function TextSetting({ text, editor: { draft, change, problems }, isFirst }: { text: TextPart; editor: Editor; isFirst: boolean }) {
  const { label, note, placeholder, most, isLong } = FACTS[text];
  const shared = {
    label,
    description: note,
    inputWrapperOrder: ["label", "input", "error", "description"] as ("label" | "input" | "error" | "description")[],
    placeholder,
    maxLength: most,
    value: draft[text],
    // One point of the list may be what is wrong.
    error: problems[text] ?? Object.entries(problems).find(([path]) => path.startsWith(`${text}/`))?.[1],
  };
  const set = (value: string) => change({ [text]: value });
  if (isLong) return <Textarea {...shared} autosize minRows={2} onChange={(event) => set(event.currentTarget.value)} />;
  return <TextInput {...shared} data-autofocus={isFirst || undefined} onChange={(event) => set(event.currentTarget.value)} />;
}
