import { type ReactNode, useState } from "react";
import { LiveProvider } from "../live/live-provider.tsx";
import { type FrameParts, useFeatures } from "../manifest.ts";
import { formatsOf, useMe } from "../session.ts";
import { ClockProvider } from "../ui/clock.tsx";
import { setFormats } from "../ui/formats.ts";
import { CommandPalette } from "../ui/command-palette.tsx";
import { KeyboardHelp } from "../ui/keyboard-help.tsx";
import { useKeys } from "../ui/keyboard.ts";
import { PageCommandsProvider } from "../ui/page-commands.tsx";
import { BottomBar } from "./bottom-bar.tsx";
import { useCommands } from "./commands.ts";
import { helpKeys, placesOf } from "./help-keys.ts";
import { Palette } from "./palette.tsx";
import classes from "./shell.module.css";
import { Sidebar } from "./sidebar.tsx";
import { StatusLine } from "./status-line.tsx";

interface ShellProps {
  /** What the features add. It never changes, so its hooks are always called in the same order. */
  parts: readonly FrameParts[];
  children: ReactNode;
}

/** The frame of every page for members: areas on the left, or below on a phone. */
export function Shell({ parts, children }: ShellProps) {
  const me = useMe();
  const features = useFeatures();
  const formats = formatsOf(me);
  setFormats(formats);
  return (
    // Other formats change most texts on the page: draw it anew.
    <ClockProvider zone={me.company.time_zone} key={Object.values(formats).join(" ")}>
      <Providers parts={parts}>
        <LiveProvider
          refreshes={features.flatMap(({ refreshes = [] }) => refreshes)}
          follow={parts.flatMap(({ follow }) => (follow ? [follow] : []))}
        >
          <PageCommandsProvider>
            <Inside parts={parts}>{children}</Inside>
          </PageCommandsProvider>
        </LiveProvider>
      </Providers>
    </ClockProvider>
  );
}

/** The providers of all features, the first one outermost. */
function Providers({ parts: [first, ...rest], children }: ShellProps): ReactNode {
  if (!first) return children;
  const inner = <Providers parts={rest}>{children}</Providers>;
  return first.Provider ? <first.Provider>{inner}</first.Provider> : inner;
}

function Inside({ parts, children }: ShellProps) {
  const features = useFeatures();
  const banners = parts.flatMap(({ Banner }) => Banner ?? []);
  const [open, setOpen] = useState<"palette" | "help">();
  const close = () => setOpen(undefined);
  // A new key per opening: the palette starts empty even if it is reopened while fading out.
  const [openings, setOpenings] = useState(0);
  const openPalette = () => {
    setOpen("palette");
    setOpenings((before) => before + 1);
  };
  const commands = useCommands(parts, () => setOpen("help"));
  useKeys({
    "mod k": open === "palette" ? close : openPalette,
    "?": () => setOpen("help"),
    ...Object.fromEntries(placesOf(commands).map(({ keys, run }) => [keys, run])),
  });
  return (
    <>
      <div className={classes.app}>
        <a className={classes.skip} href="#main">
          Skip to the page
        </a>
        <Sidebar parts={parts} onSearch={openPalette} />
        <main className={classes.main} id="main" tabIndex={-1}>
          <div>
            {banners.map((Banner) => (
              <Banner key={Banner.name} />
            ))}
          </div>
          <div className={classes.page}>{children}</div>
        </main>
        <BottomBar onSearch={openPalette} />
      </div>
      <CommandPalette opened={open === "palette"} onClose={close}>
        <Palette parts={parts} commands={commands} onClose={close} key={openings} />
      </CommandPalette>
      <KeyboardHelp groups={helpKeys(features, commands)} opened={open === "help"} onClose={close} />
      <StatusLine />
    </>
  );
}
