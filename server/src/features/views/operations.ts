import { BOUNDS } from "@kith/filter";
import { z } from "zod";
import { id, operationId, sampleId, time } from "../../platform/ids.ts";
import { defineOperation, schemaNames } from "../../kernel/operation.ts";
import { pageInput, pageOf } from "../../platform/paging.ts";
import { memberId } from "../members/operations.ts";

export const viewId = id("view", "view");

const type = z.string().max(60).describe("Of records, or conversation: a queue of the inbox");

const settings = {
  name: z.string().trim().min(1, "Name the view.").max(80),
  filter: z.string().max(BOUNDS.bytes),
  sort: z.string().max(200),
  columns: z.array(z.string().max(60)).max(60).describe("Field keys, in order; none: the type's own choice"),
  widths: z.record(z.string().max(60), z.int().min(40).max(1_200)).describe("Widths of columns in pixels, by field key"),
  group_by: z.string().max(60).describe("Key of a stage, select or user field that puts rows together; empty: none"),
  layout: z.enum(["table", "board"]),
  is_shared: z.boolean().describe("Shared with everyone in the company"),
  position: z.number().int().min(0).max(999),
};

const View = z
  .strictObject({
    id: viewId,
    type: z.string(),
    owner: z.strictObject({ id: memberId, name: z.string() }),
    ...settings,
    created_at: time,
  })
  .register(schemaNames, { name: "View" });

export const list = defineOperation({
  name: "views.list",
  summary: "List your views and those shared with you",
  access: "member",
  effect: "read",
  rest: { method: "GET", path: "/views" },
  example: { type: "deal" },
  input: z.strictObject({ type: type.optional(), ...pageInput }),
  output: pageOf(View),
});

export const create = defineOperation({
  name: "views.create",
  summary: "Save a view: a filter, a sort and columns under a name",
  access: "member",
  effect: "write",
  rest: { method: "POST", path: "/views", status: 201 },
  example: { type: "deal", name: "Open deals", filter: "is:open", sort: "-amount", columns: ["name", "stage", "amount"], is_shared: true },
  input: z.strictObject({
    type,
    name: settings.name,
    filter: settings.filter.default(""),
    sort: settings.sort.default(""),
    columns: settings.columns.default([]),
    widths: settings.widths.default({}),
    group_by: settings.group_by.default(""),
    layout: settings.layout.default("table"),
    is_shared: settings.is_shared.default(false),
    position: settings.position.default(0),
  }),
  output: View.extend({ operation_id: operationId, url: z.string().describe("The list on screen") }),
});

export const update = defineOperation({
  name: "views.update",
  summary: "Change a view",
  access: "member",
  effect: "write",
  rest: { method: "PATCH", path: "/views/{id}" },
  example: { id: sampleId("view"), layout: "board" },
  input: z.strictObject({ id: viewId, ...z.object(settings).partial().shape }),
  output: View,
});

const { widths: _widths, position: _position, ...forAssistants } = settings;

/** For assistants: one tool for what are three calls of a program, because every conversation pays for the text of a tool. */
export const save = defineOperation({
  name: "views.save",
  summary: "Save a view, or change or remove the one that is named",
  access: "member",
  effect: "write",
  tool: {
    name: "save_view",
    formerly: ["create_view"],
    title: "Save a view",
    describe:
      "Save a filter, a sort and columns of one type as a view, for yourself or shared with everyone, or change the one that `view` names. The answer has its address.",
    asksFirst: ({ is_deleted: isDeleted }) => (isDeleted ? "Remove this view for everyone who sees it? The records stay." : undefined),
  },
  example: { type: "deal", name: "Open deals", filter: "is:open", sort: "-amount", columns: ["name", "stage", "amount"], is_shared: true },
  input: z.strictObject({
    type: z.string().max(60),
    view: z.string().max(80).optional().describe("Name or id"),
    ...z.object(forAssistants).partial().shape,
    is_deleted: z.boolean().optional().describe("Removes it; records stay"),
  }),
  output: z.strictObject({ id: viewId, name: z.string(), url: z.string().nullable(), operation_id: operationId }),
});

export const remove = defineOperation({
  name: "views.delete",
  summary: "Remove a view; the records stay",
  access: "member",
  effect: "destroy",
  rest: { method: "DELETE", path: "/views/{id}", status: 204 },
  example: { id: sampleId("view") },
  input: z.strictObject({ id: viewId }),
  output: z.strictObject({}),
});
