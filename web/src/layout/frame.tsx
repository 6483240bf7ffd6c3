import { Outlet, useMatches } from "@tanstack/react-router";
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from "react";
import { type Feature, type FrameParts, useFeatures } from "../manifest.ts";
import { Gate } from "./gate.tsx";

type FrameComponent = ComponentType<{ children: ReactNode }>;

/** Puts each page into its frame. The frame stays while pages inside it change. */
export function Frame() {
  const features = useFeatures();
  const [frames] = useState(() => createFrames(features));
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

// Fetch the layout and the parts of the features in parallel: in sequence, each would take a round trip.
function createFrames(features: readonly Feature[]): Record<"gate" | "shell" | "open", FrameComponent> {
  const loadParts = async (): Promise<FrameParts[]> => {
    const parts = await Promise.all(features.flatMap(({ frame }) => (frame ? [frame()] : [])));
    return parts.toSorted((one, other) => (one.order ?? 0) - (other.order ?? 0));
  };
  const shell = async () => {
    const [{ Shell }, parts] = await Promise.all([import("./shell.tsx"), loadParts()]);
    return ({ children }: { children: ReactNode }) => <Shell parts={parts}>{children}</Shell>;
  };
  const Shell = lazy(async () => ({ default: await shell() }));
  const Open = lazy(async () => {
    const { OpenFrame } = await import("./open-frame.tsx");
    return { default: ({ children }: { children: ReactNode }) => <OpenFrame Shell={Shell}>{children}</OpenFrame> };
  });
  return { gate: Gate, shell: Shell, open: Open };
}
