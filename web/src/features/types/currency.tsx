import { createContext, type ReactNode, useContext } from "react";
import { useTypesWhenKnown } from "./types.ts";

const Currency = createContext("EUR");

/** The company's one currency, for every amount on the page. */
export function CurrencyProvider({ children }: { children: ReactNode }) {
  return <Currency value={useTypesWhenKnown()?.currency ?? "EUR"}>{children}</Currency>;
}

export const useCurrency = () => useContext(Currency);
