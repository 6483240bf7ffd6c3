import { Popover } from "@mantine/core";
import type { ReactNode } from "react";
import { inMain } from "../../../ui/browser.ts";
import classes from "./field-editor.module.css";

interface FieldErrorProps {
  id: string;
  text: string | undefined;
  look: "cell" | "form";
  children: ReactNode;
}

/** What is wrong with what was typed, just below it. In a form it has a line of its own: floating, it would cover the next field. */
export function FieldError({ id, text, look, children }: FieldErrorProps) {
  if (look === "form")
    return (
      <div className={classes.withError}>
        {children}
        {text !== undefined && (
          <span className={classes.lineError} id={id} role="alert">
            {text}
          </span>
        )}
      </div>
    );
  return (
    <Popover opened={text !== undefined} position="bottom-start" offset={4} trapFocus={false} withRoles={false} portalProps={inMain}>
      <Popover.Target>{children}</Popover.Target>
      <Popover.Dropdown className={classes.fieldError} id={id} role="alert">
        {text}
      </Popover.Dropdown>
    </Popover>
  );
}
