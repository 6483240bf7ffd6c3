import { lazy } from "react";
import { defineFeature } from "../../manifest.ts";

const FilesPart = lazy(async () => ({ default: (await import("./record-files.tsx")).RecordFiles }));

export const routes = {};

export const feature = defineFeature({
  refreshes: [{ on: ["file"], queries: ["records.files"] }],
  frame: async () => ({ Provider: (await import("./uploads-provider.tsx")).UploadsProvider, order: 2 }),
  recordParts: [{ place: "last", order: 10, Part: FilesPart }],
});
