import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { ClockProvider } from "../../ui/clock.tsx";
import { CommandPalette } from "../../ui/command-palette.tsx";
import { KeyboardHelp } from "../../ui/keyboard-help.tsx";
import { useKeys } from "../../ui/keyboard.ts";
import { LiveProvider } from "../events/live-provider.tsx";
import { ReconnectingLine } from "../events/live-line.tsx";
import { useMe } from "../members/me.ts";
import { BulkProvider } from "../records/bulk/bulk-provider.tsx";
import { OutboxLine } from "../records/outbox/outbox-line.tsx";
import { OutboxProvider } from "../records/outbox/outbox-provider.tsx";
import { CurrencyProvider } from "../types/currency.tsx";
import { areas } from "./areas.ts";
import { BottomBar } from "./bottom-bar.tsx";
import { useCommands } from "./commands.ts";
import classes from "./shell.module.css";
import { Sidebar } from "./sidebar.tsx";

const helpKeys = {
  "mod k": "Find or do anything",
  ...Object.fromEntries(areas.map(({ letter, title }) => [`g ${letter}`, `Go to ${title}`])),
  j: "Next row",
  k: "Row before",
  x: "Select the row",
  e: "Edit the cell",
  Enter: "Open the record",
  Space: "Show the record beside the list",
  n: "New record",
  "/": "Filter",
  z: "Undo",
  "?": "All keys",
};

/** The frame of every page for members: areas on the left, or below on a phone. */
export function Shell({ children }: { children: ReactNode }) {
  const { company } = useMe();
  const [open, setOpen] = useState<"palette" | "help">();
  const navigate = useNavigate();
  const close = () => setOpen(undefined);
  const openPalette = () => setOpen("palette");
  const commands = useCommands(() => setOpen("help"));
  useKeys({
    "mod k": openPalette,
    "?": () => setOpen("help"),
    ...Object.fromEntries(areas.map(({ letter, to }) => [`g ${letter}`, () => void navigate({ to })])),
  });
  return (
    <ClockProvider zone={company.time_zone}>
      <CurrencyProvider>
        <OutboxProvider>
          <BulkProvider>
            <LiveProvider>
              <div className={classes.app}>
                <a className={classes.skip} href="#main">
                  Skip to the page
                </a>
                <Sidebar onSearch={openPalette} />
                <main className={classes.main} id="main" tabIndex={-1}>
                  {children}
                </main>
                <BottomBar onSearch={openPalette} />
              </div>
              <CommandPalette commands={commands} opened={open === "palette"} onClose={close} />
              <KeyboardHelp keys={helpKeys} opened={open === "help"} onClose={close} />
              <OutboxLine />
              <ReconnectingLine />
            </LiveProvider>
          </BulkProvider>
        </OutboxProvider>
      </CurrencyProvider>
    </ClockProvider>
  );
}
