import type { FilterError } from "@kith/filter";
import { useLocalStorage } from "@mantine/hooks";
import { IconFilter, IconLetterT, IconTag, IconX } from "@tabler/icons-react";
import { type Ref, useImperativeHandle, useRef } from "react";
import { Kbd } from "../../ui/kbd.tsx";
import { useTypesWhenKnown } from "../types/index.ts";
import classes from "./filter-bar.module.css";
import { FilterChips } from "./filter-chips.tsx";
import { FilterInput, type FilterInputHandle } from "./filter-input.tsx";
import { type FilterLanguage, useFilterLanguage } from "./language.ts";
import { useRefusal } from "./matching.ts";

export interface FilterBarHandle {
  focus: () => void;
}

interface BarProps {
  /** The filter that the list shows. */
  value: string;
  /** A filter that works, to show instead. */
  onChange: (filter: string) => void;
  /** The text at every key, whether it works or not. */
  onDraft?: (text: string) => void;
  /** Escape, which also takes back what was not applied. */
  onEscape?: () => void;
  ref?: Ref<FilterBarHandle>;
}

interface FilterBarProps extends BarProps {
  /** The key of the type that is filtered. */
  type: string;
}

/** The filter of a list of records. */
export function FilterBar({ type, ...bar }: FilterBarProps) {
  const language = useFilterLanguage(type);
  const refusals = useRefusal(type, bar.value, language);
  const many =
    useTypesWhenKnown()
      ?.items.find((one) => one.key === type)
      ?.label_plural.toLowerCase() ?? "";
  return <LanguageBar language={language} refusals={refusals} placeholder={`Filter ${many}`} {...bar} />;
}

interface LanguageBarProps extends BarProps {
  /** Undefined until it is known. */
  language: FilterLanguage | undefined;
  placeholder: string;
  /** What the service says is wrong with `value`. */
  refusals?: readonly FilterError[];
}

const NOTHING: readonly FilterError[] = [];

/** The filter of any list: text by default, and the same text as chips. */
export function LanguageBar({ language, placeholder, refusals = NOTHING, value, onChange, onDraft, onEscape, ref }: LanguageBarProps) {
  const [isChips, setChips] = useLocalStorage({ key: "kith-filter-chips", defaultValue: false, getInitialValueInEffect: false });
  const input = useRef<FilterInputHandle>(null);
  useImperativeHandle(ref, () => ({ focus: () => input.current?.focus() }));
  const toggle = () => {
    input.current?.apply();
    setChips(!isChips);
  };

  const tools = <Tools isChips={isChips} hasText={value !== ""} onToggle={toggle} onClear={() => onChange("")} />;
  return (
    <div className={classes.row} role="search" aria-label="Filter">
      {isChips ? (
        <>
          <FilterChips language={language} filter={value} onChange={onChange} ref={input} />
          {tools}
        </>
      ) : (
        <FilterInput
          language={language}
          label="Filter"
          placeholder={placeholder}
          value={value}
          onApply={onChange}
          onEscape={onEscape}
          onDraft={onDraft}
          refusals={refusals}
          before={<IconFilter size={16} stroke={1.75} aria-hidden />}
          ref={input}
        >
          {tools}
        </FilterInput>
      )}
    </div>
  );
}

interface ToolsProps {
  isChips: boolean;
  hasText: boolean;
  onToggle: () => void;
  onClear: () => void;
}

function Tools({ isChips, hasText, onToggle, onClear }: ToolsProps) {
  const Icon = isChips ? IconLetterT : IconTag;
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the field keeps the focus: what was typed is not yet applied
    <span
      className={classes.tools}
      data-chips={isChips || undefined}
      data-text={hasText || undefined}
      onMouseDown={(event) => event.preventDefault()}
    >
      {!hasText && !isChips && (
        <span className={classes.key}>
          <Kbd keys="/" />
        </span>
      )}
      <button className={classes.tool} type="button" onClick={onToggle} aria-label={isChips ? "Text" : "Chips"}>
        <Icon size={14} stroke={1.75} aria-hidden />
        <span className={classes.toolName}>{isChips ? "Text" : "Chips"}</span>
      </button>
      {hasText && (
        <button className={classes.clear} type="button" onClick={onClear} aria-label="Clear the filter">
          <IconX size={14} stroke={1.75} aria-hidden />
        </button>
      )}
    </span>
  );
}
