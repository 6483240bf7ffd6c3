import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { ClockProvider } from "../../ui/clock.tsx";
import { CommandPalette } from "../../ui/command-palette.tsx";
import { KeyboardHelp } from "../../ui/keyboard-help.tsx";
import { useKeys } from "../../ui/keyboard.ts";
import { PageCommandsProvider } from "../../ui/page-commands.tsx";
import { LiveProvider } from "../events/live-provider.tsx";
import { ReconnectingLine } from "../events/live-line.tsx";
import { useMe } from "../members/me.ts";
import { BulkProvider } from "../records/bulk/bulk-provider.tsx";
import { OutboxLine } from "../records/outbox/outbox-line.tsx";
import { OutboxProvider } from "../records/outbox/outbox-provider.tsx";
import { type Creation, QuickCreate } from "../records/quick-create.tsx";
import { CurrencyProvider } from "../types/currency.tsx";
import { areas } from "./areas.ts";
import { BottomBar } from "./bottom-bar.tsx";
import { useCommands } from "./commands.ts";
import { helpKeys } from "./help-keys.ts";
import { Palette } from "./palette.tsx";
import classes from "./shell.module.css";
import { Sidebar } from "./sidebar.tsx";

type Opened = "palette" | "help" | "create";

/** The frame of every page for members: areas on the left, or below on a phone. */
export function Shell({ children }: { children: ReactNode }) {
  const { company } = useMe();
  const [open, setOpen] = useState<Opened>();
  const [creation, setCreation] = useState<Creation>({});
  const navigate = useNavigate();
  const close = () => setOpen(undefined);
  // Opened again while it fades out, it still begins empty.
  const [openings, setOpenings] = useState(0);
  const openPalette = () => {
    setOpen("palette");
    setOpenings((before) => before + 1);
  };
  const create = (type?: string, name?: string) => {
    setCreation({ type, name });
    setOpen("create");
  };
  const commands = useCommands({ openHelp: () => setOpen("help"), onCreate: create });
  useKeys({
    "mod k": open === "palette" ? close : openPalette,
    c: () => create(),
    "?": () => setOpen("help"),
    ...Object.fromEntries(areas.map(({ letter, to }) => [`g ${letter}`, () => void navigate({ to })])),
  });
  return (
    <ClockProvider zone={company.time_zone}>
      <CurrencyProvider>
        <OutboxProvider>
          <BulkProvider>
            <LiveProvider>
              <PageCommandsProvider>
                <div className={classes.app}>
                  <a className={classes.skip} href="#main">
                    Skip to the page
                  </a>
                  <Sidebar onSearch={openPalette} onCreate={create} />
                  <main className={classes.main} id="main" tabIndex={-1}>
                    {children}
                  </main>
                  <BottomBar onSearch={openPalette} />
                </div>
                <CommandPalette opened={open === "palette"} onClose={close}>
                  <Palette commands={commands} onCreate={create} onClose={close} key={openings} />
                </CommandPalette>
                <QuickCreate creation={creation} opened={open === "create"} onChange={setCreation} onClose={close} />
                <KeyboardHelp groups={helpKeys} opened={open === "help"} onClose={close} />
                <OutboxLine />
                <ReconnectingLine />
              </PageCommandsProvider>
            </LiveProvider>
          </BulkProvider>
        </OutboxProvider>
      </CurrencyProvider>
    </ClockProvider>
  );
}
