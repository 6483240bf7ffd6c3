import { IconDots } from "@tabler/icons-react";
import { useState } from "react";
import classes from "./messages.module.css";
import { splitQuote } from "./quote.ts";

interface MailTextProps {
  text: string;
  /** Where the quoted part begins. */
  quoteAt: number | null;
}

/** A text as it was written. What it answers is folded at the end, unless there is nothing else. */
export function MailText({ text, quoteAt }: MailTextProps) {
  const [isOpen, setOpen] = useState(false);
  const { own, quote } = splitQuote(text, quoteAt);
  return (
    <>
      <div className={classes.text}>{own}</div>
      {quote && (
        <div>
          <button className={classes.fold} type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <IconDots size={14} stroke={1.75} aria-hidden />
            {isOpen ? "Hide quoted lines" : linesText(quote)}
          </button>
          {isOpen && <div className={classes.quote}>{quote}</div>}
        </div>
      )}
    </>
  );
}

function linesText(quote: string): string {
  const lines = quote.split("\n").length;
  return lines === 1 ? "1 quoted line" : `${lines} quoted lines`;
}
