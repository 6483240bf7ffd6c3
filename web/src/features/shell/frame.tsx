import { Outlet, useMatches } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { Gate } from "./gate.tsx";

const Shell = lazy(async () => ({ default: (await import("./shell.tsx")).Shell }));
const OpenFrame = lazy(async () => ({ default: (await import("./open-frame.tsx")).OpenFrame }));

const frames = { gate: Gate, shell: Shell, open: OpenFrame };

/** Puts each page into its frame. The frame stays while pages inside it change. */
export function Frame() {
  const name = useMatches({ select: (matches) => matches.at(-1)?.staticData.frame });
  if (!name) return null;
  const Chosen = frames[name];
  return (
    <Suspense>
      <Chosen>
        <Outlet />
      </Chosen>
    </Suspense>
  );
}
