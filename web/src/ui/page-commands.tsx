import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import type { Command } from "./command.ts";

interface Offers {
  put: (commands: Command[]) => void;
  read: () => Command[];
}

const PageCommands = createContext<Offers>({ put: () => {}, read: () => [] });

/** Lets a page offer commands to the palette. */
export function PageCommandsProvider({ children }: { children: ReactNode }) {
  const [offers] = useState(createOffers);
  return <PageCommands value={offers}>{children}</PageCommands>;
}

// Not React state: the palette reads it when it opens, so a change needs no render.
function createOffers(): Offers {
  let offered: Command[] = [];
  return {
    put(commands) {
      offered = commands;
    },
    read: () => offered,
  };
}

/** Offers these commands in the palette while the page is mounted. */
export function useOfferCommands(commands: Command[]): void {
  const { put } = useContext(PageCommands);
  useEffect(() => {
    put(commands);
    return () => put([]);
  });
}

/** Reads the commands that the page offers now. */
export const useReadPageCommands = () => useContext(PageCommands).read;
