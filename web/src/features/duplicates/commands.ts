import { IconCopy } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import type { Command } from "../../ui/command.ts";
import { manyOf, useTypesWhenKnown } from "../types/index.ts";

/** For the palette: the duplicates of each type. */
export function useDuplicateCommands(): Command[] {
  const navigate = useNavigate();
  const types = useTypesWhenKnown()?.items ?? [];
  return types.map((type) => ({
    group: "Do",
    label: `Find duplicate ${manyOf(type)}`,
    also: "merge double same",
    icon: IconCopy,
    run: () => void navigate({ to: "/records/$type/duplicates", params: { type: type.key } }),
  }));
}
