import { Textarea, TextInput } from "@mantine/core";
import classes from "./form-tab.module.css";
import type { Editor } from "./use-editor.ts";

type TextPart = "name" | "intro" | "button" | "thanks" | "redirect_url";

interface TextFacts {
  label: string;
  note?: string;
  placeholder?: string;
  most: number;
  isLong?: true;
}

const FACTS: Record<TextPart, TextFacts> = {
  name: { label: "Name", note: "The title of the form. Leads say which form they came from.", placeholder: "Request a demo", most: 100 },
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

interface TextSettingsProps {
  editor: Editor;
  /** Only the name, or all that visitors read. */
  part: "name" | "texts";
  hasName?: boolean;
}

export function TextSettings({ editor, part, hasName = false }: TextSettingsProps) {
  const texts: TextPart[] =
    part === "name" ? ["name"] : [...(hasName ? (["name"] as const) : []), "intro", "button", "thanks", "redirect_url"];
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
    error: problems[text],
  };
  const set = (value: string) => change({ [text]: value });
  if (isLong) return <Textarea {...shared} autosize minRows={2} onChange={(event) => set(event.currentTarget.value)} />;
  return <TextInput {...shared} data-autofocus={isFirst || undefined} onChange={(event) => set(event.currentTarget.value)} />;
}
