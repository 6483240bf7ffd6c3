import type { OperationName } from "@kith/server/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../../api.ts";
import { useWrite } from "../../calls.ts";
import { useToast } from "../../ui/toast.tsx";
import { type Field, type RecordType, type TypeList, types } from "./types.ts";

/** The questions whose answers a change of the types changes. */
export const afterChange: OperationName[] = ["types.list", "types.listRetired"];

/** Whether the order of a field is the company's to choose: not what every type has, nor the other end of a relation. */
export const isOwn = (field: Field) => !field.is_read_only && field.key !== "name" && field.key !== "owner";

/** Puts a field in its place, at once on the screen and then on the server. */
export function useMoveField(type: RecordType) {
  const client = useQueryClient();
  const write = useWrite("types.updateField", { refresh: afterChange });
  return (field: Field, to: number) => {
    const own = type.fields.filter((one) => isOwn(one) && one.key !== field.key);
    const order = [...own.slice(0, to), field, ...own.slice(to)];
    const places = type.fields.map((one) => (isOwn(one) ? (order.shift() ?? one) : one));
    client.setQueryData<TypeList>(types.queryKey, (before) => before && withFields(before, type.key, places));
    write.mutate(
      { type: type.key, field: field.key, position: to },
      { onError: () => void client.invalidateQueries({ queryKey: types.queryKey }) },
    );
  };
}

const withFields = (list: TypeList, key: string, fields: Field[]): TypeList => ({
  ...list,
  items: list.items.map((type) => (type.key === key ? { ...type, fields } : type)),
});

interface Retiring {
  /** What is retired or restored, and what it is called. */
  name: string;
  isRetired: boolean;
  send: (retired: boolean) => Promise<unknown>;
  onDone?: (() => void) | undefined;
}

/** Retiring and restoring a field or a type: each is taken back from its toast. */
export function useRetire() {
  const toast = useToast();
  const client = useQueryClient();
  // What is retired takes its row, and the button in it, off the screen: what comes after is the change's own, not the button's.
  const { mutate, isPending } = useMutation({
    mutationFn: ({ send, isRetired }: Retiring) => send(isRetired),
    onSuccess: async (_, retiring) => {
      const { name, isRetired, onDone } = retiring;
      onDone?.();
      await Promise.all(afterChange.map((stale) => client.invalidateQueries({ queryKey: [stale] })));
      toast({
        text: `${name} ${isRetired ? "retired" : "restored"}.`,
        undo: () => mutate({ ...retiring, isRetired: !isRetired, onDone: undefined }),
      });
    },
    onError: (error) => toast({ tone: "error", text: error.message }),
  });

  const setField = (input: { type: string; field: string }, name: string, isRetired: boolean, onDone?: () => void) =>
    mutate({ name, isRetired, onDone, send: (retired) => api.call("types.updateField", { ...input, retired }) });
  const setType = (type: string, name: string, isRetired: boolean, onDone?: () => void) =>
    mutate({ name, isRetired, onDone, send: (retired) => api.call("types.update", { type, retired }) });
  return { setField, setType, isWorking: isPending };
}
