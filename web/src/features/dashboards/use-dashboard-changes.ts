import type { OperationName } from "@kith/server/contract";
import { useNavigate } from "@tanstack/react-router";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../../api.ts";
import { useWrite } from "../../calls.ts";
import { useToast } from "../../ui/toast.tsx";
import { type Dashboard, dashboard as dashboardQuery, toInput, type Widget } from "./dashboards.ts";

export const LIST: OperationName[] = ["dashboards.list"];
export const ONE: OperationName[] = ["dashboards.get", "dashboards.figures"];

/** Goes to a dashboard that was just made. */
export function useOpenDashboard() {
  const navigate = useNavigate();
  return (made: { id: string }) => navigate({ to: "/dashboard", search: { id: made.id } });
}

/** Makes a dashboard (a copy, or the one to start with) and opens it. */
export function useCopyDashboard() {
  const open = useOpenDashboard();
  return useWrite("dashboards.create", { refresh: LIST, onDone: open });
}

/** Takes a widget off at once, and offers to put it back where it was. */
export function useRemoveWidget(dashboardId: string, { id, ...settings }: Widget, position: number) {
  const client = useQueryClient();
  const toast = useToast();
  const add = useWrite("dashboards.addWidget", { refresh: ONE });
  const key = dashboardQuery(dashboardId).queryKey;
  // Told to the hook and not to the call: by the time the answer comes, the widget that asked is gone.
  return useMutation({
    mutationFn: () => api.call("dashboards.removeWidget", { id }),
    onMutate: () =>
      client.setQueryData<Dashboard>(key, (before) => before && { ...before, widgets: before.widgets.filter((one) => one.id !== id) }),
    onSuccess: () =>
      toast({ text: `“${settings.title}” removed.`, undo: () => add.mutate({ id: dashboardId, position, ...toInput(settings) }) }),
    onError: (error) => toast({ tone: "error", text: error.message }),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
}
