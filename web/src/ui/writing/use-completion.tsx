import { Popover } from "@mantine/core";
import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useId, useState } from "react";
import classes from "./completion.module.css";
import { replaceText } from "./replace-text.ts";

export interface Offer {
  id: string;
  label: string;
  side?: string;
  icon?: ReactNode;
  /** What is written in place of what was typed. */
  insert: string;
}

export interface Offered {
  /** Where what was typed begins. */
  from: number;
  offers: Offer[];
}

interface Place {
  field: HTMLTextAreaElement;
  text: string;
  caret: number;
}

/**
 * Offers what a word can become while it is typed. `fieldProps` go to the field, and `around` goes around it. The arrows choose, Enter and Tab
 * accept, Escape closes; without offers every key is the field's own. `onLook` hears where something is typed: what is offered may have to be asked for.
 */
export function useCompletion(
  offersAt: (text: string, caret: number) => Offered | undefined,
  onLook?: (text: string, caret: number) => void,
) {
  const [place, setPlace] = useState<Place>();
  const [active, setActive] = useState(0);
  const [closedAt, setClosedAt] = useState<number>();
  const listId = useId();
  const found = place && offersAt(place.text, place.caret);
  const offered = found && found.offers.length > 0 && found.from !== closedAt ? found : undefined;
  const at = Math.min(active, (offered?.offers.length ?? 1) - 1);

  const look = ({ currentTarget: field }: SyntheticEvent<HTMLTextAreaElement>) => {
    const caret = field.selectionStart === field.selectionEnd ? field.selectionStart : -1;
    const next = caret < 0 ? undefined : { field, text: field.value, caret };
    if (next?.text === place?.text && next?.caret === place?.caret) return;
    setPlace(next);
    if (next) onLook?.(next.text, next.caret);
    setActive(0);
    if (found?.from !== closedAt) setClosedAt(undefined);
  };
  const accept = (offer: Offer) => {
    if (!place || !offered) return;
    setPlace(undefined);
    replaceText(place.field, offered.from, place.caret, offer.insert);
  };
  /** True: the key was for the list. */
  const onKeyDown = (event: KeyboardEvent): boolean => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const isAccepting = event.key === "Enter" || event.key === "Tab";
    if (!offered || event.nativeEvent.isComposing || event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return false;
    if (step === undefined && !isAccepting && event.key !== "Escape") return false;
    event.preventDefault();
    const { length } = offered.offers;
    if (step !== undefined) setActive((at + step + length) % length);
    else if (event.key === "Escape") setClosedAt(offered.from);
    else if (offered.offers[at]) accept(offered.offers[at]);
    return true;
  };

  const around = (field: ReactNode) => (
    <Popover
      opened={offered !== undefined}
      position="bottom-start"
      offset={4}
      withRoles={false}
      withinPortal={false}
      trapFocus={false}
      closeOnEscape={false}
      classNames={{ dropdown: classes.drop ?? "" }}
    >
      <Popover.Target>
        <div>{field}</div>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={classes.list} role="listbox" id={listId} aria-label="Suggestions">
          {offered?.offers.map((offer, index) => (
            // The field keeps the focus, and its keys choose.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
            <div
              className={classes.option}
              role="option"
              id={`${listId}-${index}`}
              aria-selected={index === at}
              data-active={index === at || undefined}
              onMouseDown={(event) => event.preventDefault()}
              onMouseMove={() => setActive(index)}
              onClick={() => accept(offer)}
              key={offer.id}
            >
              {offer.icon}
              <span className="k-truncate">{offer.label}</span>
              {offer.side && <span className={classes.side}>{offer.side}</span>}
            </div>
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
  const fieldProps = {
    onSelect: look,
    onInput: look,
    onBlur: () => setPlace(undefined),
    "aria-autocomplete": "list" as const,
    ...(offered ? { "aria-controls": listId, "aria-activedescendant": `${listId}-${at}` } : {}),
  };
  return { fieldProps, onKeyDown, around };
}
