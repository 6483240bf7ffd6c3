import * as events from "@kith/server/features/views/events";
import { defineFeature } from "../../manifest.ts";

export const routes = {};

export const feature = defineFeature({ events, refreshes: [{ on: ["view"], queries: ["views."] }] });
