import { defineFeature } from "../../manifest.ts";

export const routes = {};

export const feature = defineFeature({
  shortcuts: [
    {
      title: "On a board",
      keys: {
        "↑ ↓ ← →": "Move between cards",
        m: "Move the card",
        Enter: "Open the record",
        Space: "Show the record beside the board",
      },
    },
  ],
});
