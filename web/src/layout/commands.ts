import { useMantineColorScheme } from "@mantine/core";
import { IconArrowBackUp, IconKeyboard, IconLogout, IconMoon, IconSun } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { areasOf, type FrameParts, useFeatures } from "../manifest.ts";
import { useIsAdmin, useSignOut } from "../session.ts";
import type { Command } from "../ui/command.ts";
import { useShowLastChange } from "../ui/toast.tsx";

const GROUPS = ["Create", "Go to", "Do"];

/** Commands of the palette: every page the user may open, and actions that work anywhere. */
export function useCommands(parts: readonly FrameParts[], openHelp: () => void): Command[] {
  const navigate = useNavigate();
  const features = useFeatures();
  const isAdmin = useIsAdmin();
  const signOut = useSignOut();
  const showLastChange = useShowLastChange();
  const { setColorScheme } = useMantineColorScheme();

  const areas = areasOf(features).map(({ title, icon, letter, to }) => ({
    group: "Go to",
    label: title,
    icon,
    keys: `g ${letter}`,
    run: () => void navigate({ to }),
  }));
  const links = features
    .flatMap(({ commands = [] }) => commands)
    .filter(({ isForAdmins }) => isAdmin || !isForAdmins)
    .map(({ group, label, also = "", icon, link }): Command => ({ group, label, also, icon, run: () => void navigate(link) }));
  // oxlint-disable-next-line react/rules-of-hooks -- the parts never change, so these are the same hooks in the same order every time
  const fromData = parts.flatMap((part) => part.useCommands?.() ?? []);
  const own: Command[] = [
    { group: "Do", label: "Use the light theme", icon: IconSun, run: () => setColorScheme("light") },
    { group: "Do", label: "Use the dark theme", icon: IconMoon, run: () => setColorScheme("dark") },
    { group: "Do", label: "Undo the last change", also: "revert take back", icon: IconArrowBackUp, keys: "z", run: showLastChange },
    { group: "Do", label: "Keyboard shortcuts", also: "? help keys", icon: IconKeyboard, keys: "?", run: openHelp },
    { group: "Do", label: "Sign out", icon: IconLogout, run: signOut },
  ];
  return [...areas, ...links, ...fromData, ...own].toSorted((one, other) => GROUPS.indexOf(one.group) - GROUPS.indexOf(other.group));
}
