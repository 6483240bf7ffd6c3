import * as events from "@kith/server/features/exports/events";
import { defineFeature } from "../../manifest.ts";

export const routes = {};

export const feature = defineFeature({ events, refreshes: [{ on: ["export"], queries: ["exports."] }] });
