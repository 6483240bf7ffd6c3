import { useMantineColorScheme } from "@mantine/core";
import {
  IconActivity,
  IconDatabase,
  IconFileUpload,
  IconKey,
  IconKeyboard,
  IconLock,
  IconLogout,
  IconMoon,
  IconPlus,
  IconSun,
  IconUserPlus,
  IconUsers,
} from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import type { Command } from "../../ui/command.ts";
import { iconOf } from "../types/type-icon.tsx";
import { oneOf, useTypesWhenKnown } from "../types/types.ts";
import { useIsAdmin } from "../members/me.ts";
import { useSignOut } from "../sessions/sign-out.ts";
import { areas } from "./areas.ts";

interface Openers {
  openHelp: () => void;
  onCreate: (type: string) => void;
}

/** What the palette offers: every page one may open, and what can be done from anywhere. */
export function useCommands({ openHelp, onCreate }: Openers): Command[] {
  const navigate = useNavigate();
  const isAdmin = useIsAdmin();
  const types = useTypesWhenKnown()?.items ?? [];
  const signOut = useSignOut();
  const { setColorScheme } = useMantineColorScheme();

  const creations: Command[] = types.map((type) => ({
    group: "Create",
    label: `New ${oneOf(type)}`,
    also: "create add",
    icon: iconOf(type.icon),
    run: () => onCreate(type.key),
  }));
  const pages: Command[] = [
    ...areas.map(({ title, icon, letter, to }) => ({
      group: "Go to",
      label: title,
      icon,
      keys: `g ${letter}`,
      run: () => void navigate({ to }),
    })),
    { group: "Go to", label: "API & Connectors", also: "keys mcp rest", icon: IconKey, run: () => void navigate({ to: "/profile/api" }) },
    { group: "Go to", label: "Security", also: "password sessions", icon: IconLock, run: () => void navigate({ to: "/profile/security" }) },
    {
      group: "Go to",
      label: "Data model",
      also: "types fields pipelines options stages",
      icon: IconDatabase,
      run: () => void navigate({ to: "/company/data-model" }),
    },
    { group: "Go to", label: "Members", also: "people team", icon: IconUsers, run: () => void navigate({ to: "/company/members" }) },
  ];
  const lists: Command[] = types.map(({ key, label_plural: label, icon }) => ({
    group: "Go to",
    label,
    also: "records list",
    icon: iconOf(icon),
    run: () => void navigate({ to: "/records/$type", params: { type: key } }),
  }));
  const pagesForAdmins: Command[] = [
    { group: "Go to", label: "Every member’s keys", icon: IconKey, run: () => void navigate({ to: "/company/keys" }) },
    {
      group: "Go to",
      label: "Activity",
      also: "log audit events",
      icon: IconActivity,
      run: () => void navigate({ to: "/company/activity" }),
    },
  ];
  const deeds: Command[] = [
    {
      group: "Do",
      label: "Add an API key",
      also: "new create connect",
      icon: IconPlus,
      run: () => void navigate({ to: "/profile/api", search: { add: true } }),
    },
    {
      group: "Do",
      label: "Import a file",
      also: "csv upload contacts",
      icon: IconFileUpload,
      run: () => void navigate({ to: "/records/import" }),
    },
    { group: "Do", label: "Use the light theme", icon: IconSun, run: () => setColorScheme("light") },
    { group: "Do", label: "Use the dark theme", icon: IconMoon, run: () => setColorScheme("dark") },
    { group: "Do", label: "Show all keys of the keyboard", also: "? help shortcuts", icon: IconKeyboard, keys: "?", run: openHelp },
    { group: "Do", label: "Sign out", icon: IconLogout, run: signOut },
  ];
  const invite: Command = {
    group: "Do",
    label: "Invite someone",
    also: "member teammate add",
    icon: IconUserPlus,
    run: () => void navigate({ to: "/company/members", search: { invite: true } }),
  };
  return isAdmin ? [...creations, ...pages, ...lists, ...pagesForAdmins, invite, ...deeds] : [...creations, ...pages, ...lists, ...deeds];
}
