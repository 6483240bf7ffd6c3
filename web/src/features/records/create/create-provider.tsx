import { createContext, type ReactNode, useCallback, useContext, useState } from "react";
import { useKeys } from "../../../ui/keyboard.ts";
import type { Values } from "../../fields/index.ts";
import { type Creation, QuickCreate } from "./quick-create.tsx";

const CreateRecord = createContext<(type?: string, name?: string, values?: Values) => void>(() => {});

/** Opens the dialog for a new record, with what is known of it already. Without a type, it asks for one first. */
export const useCreateRecord = () => useContext(CreateRecord);

/** The dialog for a new record, on whatever page; C opens it. */
export function CreateProvider({ children }: { children: ReactNode }) {
  const [creation, setCreation] = useState<Creation>({});
  const [isOpen, setOpen] = useState(false);
  const create = useCallback((type?: string, name?: string, values?: Values) => {
    setCreation({ type, name, values });
    setOpen(true);
  }, []);
  useKeys({ c: () => create() });
  return (
    <CreateRecord value={create}>
      {children}
      <QuickCreate creation={creation} opened={isOpen} onChange={setCreation} onClose={() => setOpen(false)} />
    </CreateRecord>
  );
}
