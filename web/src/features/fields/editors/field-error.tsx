import { Popover } from "@mantine/core";
import type { ReactNode } from "react";
import { inMain } from "../../../ui/browser.ts";
import classes from "./field-editor.module.css";

/** What is wrong with what was typed, just below it. */
export function FieldError({ text, children }: { text: string | undefined; children: ReactNode }) {
  return (
    <Popover opened={text !== undefined} position="bottom-start" offset={4} trapFocus={false} withRoles={false} portalProps={inMain}>
      <Popover.Target>{children}</Popover.Target>
      <Popover.Dropdown className={classes.fieldError} role="alert">
        {text}
      </Popover.Dropdown>
    </Popover>
  );
}
