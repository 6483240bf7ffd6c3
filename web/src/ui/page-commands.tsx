import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import type { Command } from "./command.ts";

interface Offers {
  put: (commands: Command[]) => void;
  read: () => Command[];
}

const PageCommands = createContext<Offers>({ put: () => {}, read: () => [] });

/** Lets the page say what can be done on it, for the palette around it. */
export function PageCommandsProvider({ children }: { children: ReactNode }) {
  const [offers] = useState(createOffers);
  return <PageCommands value={offers}>{children}</PageCommands>;
}

// Not a state: nothing is drawn again for it, the palette looks when it opens.
function createOffers(): Offers {
  let offered: Command[] = [];
  return {
    put(commands) {
      offered = commands;
    },
    read: () => offered,
  };
}

/** Offers these in the palette as long as the page is there. */
export function useOfferCommands(commands: Command[]): void {
  const { put } = useContext(PageCommands);
  useEffect(() => {
    put(commands);
    return () => put([]);
  });
}

/** Reads what the page offers at this moment. */
export const useReadPageCommands = () => useContext(PageCommands).read;
