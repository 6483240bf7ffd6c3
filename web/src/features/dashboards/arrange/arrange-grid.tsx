import { Button, VisuallyHidden } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import { api } from "../../../api.ts";
import { useKeys } from "../../../ui/keyboard.ts";
import { useToast } from "../../../ui/toast.tsx";
import { useTypes } from "../../types/index.ts";
import page from "../dashboard-page.module.css";
import { type Dashboard, dashboard as dashboardQuery, type PagePeriod, useFigures, type Widget } from "../dashboards.ts";
import { WidgetBox } from "../widget-box.tsx";
import classes from "./arrange.module.css";
import { moved, movedBeside, resized } from "./move.ts";
import { Piece } from "./piece.tsx";

const HINT = "arrange-hint";
const ORDER: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };
const SIZE: Record<string, [columns: number, rows: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The dashboard as pieces to be put elsewhere: dragged, or moved with the arrow keys. Nothing is kept until it is done. */
export function ArrangeGrid({ dashboard, page: period }: { dashboard: Dashboard; page: PagePeriod }) {
  const { items: types } = useTypes();
  const { answers } = useFigures(dashboard.id, period);
  const [widgets, setWidgets] = useState(dashboard.widgets);
  const [said, setSaid] = useState("");
  const held = useRef<string>(undefined);
  const { save, leave } = useArrangement(dashboard);
  useKeys({ escape: leave });
  useLayoutEffect(() => {
    // A piece that changes its place in the document loses the focus on the way.
    if (held.current) document.getElementById(held.current)?.focus();
    held.current = undefined;
  });

  const change = (id: string, next: Widget[]) => {
    const at = next.findIndex((widget) => widget.id === id);
    const widget = next[at];
    if (widget) setSaid(`${widget.title} is ${at + 1} of ${next.length}, ${widget.width} columns wide and ${widget.height} rows high.`);
    setWidgets(next);
  };
  const step = (id: string, by: number) => change(id, moved(widgets, id, widgets.findIndex((widget) => widget.id === id) + by));
  const onKey = (widget: Widget) => (event: KeyboardEvent) => {
    if (event.key === "Enter") return save(widgets);
    const [columns, rows] = SIZE[event.key] ?? [];
    if (columns === undefined || rows === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    held.current = widget.id;
    if (event.shiftKey) change(widget.id, resized(widgets, widget.id, widget.width + columns, widget.height + rows));
    else step(widget.id, ORDER[event.key] ?? 0);
  };

  return (
    <>
      <div className={classes.bar}>
        <p className="k-muted k-desk" id={HINT}>
          Drag a widget, or choose one with Tab and press the arrow keys. With Shift they change its size.
        </p>
        <Button onClick={leave}>Cancel</Button>
        <Button variant="filled" onClick={() => save(widgets)}>
          Done
        </Button>
      </div>
      <div className={page.grid}>
        {widgets.map((widget) => (
          <Piece
            widget={widget}
            describedBy={HINT}
            onKeyDown={onKey(widget)}
            onStep={(by) => step(widget.id, by)}
            onDrop={(id, edge) => change(id, movedBeside(widgets, id, widget.id, edge))}
            onResize={(width, height) => change(widget.id, resized(widgets, widget.id, width, height))}
            key={widget.id}
          >
            <WidgetBox
              widget={widget}
              type={types.find((type) => type.key === widget.type)}
              page={period}
              answer={answers.get(widget.id)}
            />
          </Piece>
        ))}
      </div>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </>
  );
}

function useArrangement(dashboard: Dashboard) {
  const client = useQueryClient();
  const navigate = useNavigate({ from: "/dashboard" });
  const toast = useToast();
  const key = dashboardQuery(dashboard.id).queryKey;
  // Told to the hook and not to the call: when the answer comes, nothing is being arranged any more.
  const arrange = useMutation({
    mutationFn: (widgets: Widget[]) =>
      api.call("dashboards.arrange", { id: dashboard.id, widgets: widgets.map(({ id, width, height }) => ({ id, width, height })) }),
    onMutate: (widgets) => client.setQueryData(key, { ...dashboard, widgets }),
    onSuccess: (_answer, widgets) => {
      if (widgets !== dashboard.widgets) toast({ text: "Arranged.", undo: () => arrange.mutate(dashboard.widgets) });
    },
    onError: (error) => toast({ tone: "error", text: error.message }),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
  const leave = () => void navigate({ search: ({ arrange: _arrange, ...before }) => before });
  const save = (widgets: Widget[]) => {
    leave();
    if (JSON.stringify(widgets) !== JSON.stringify(dashboard.widgets)) arrange.mutate(widgets);
  };
  return { save, leave };
}
