import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compressed } from "./build/compressed.ts";
import { markdown } from "./build/markdown.ts";

const server = process.env.KITH_API ?? "http://localhost:3000";

// What is shared would be a file for each set of pages that shares it: 168 scripts for a list, most of them below a kilobyte. Small ones go to the
// set that is nearest, and what the first page needs is one file (e2e/first-load.e2e.ts).
const FIRST = { name: "first", tags: ["$initial" as const], priority: 1 };
const SHARED = { name: "shared", minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 6_000 };

export default defineConfig({
  plugins: [react(), markdown(), compressed()],
  resolve: { conditions: ["source", "module", "browser", "development|production"] },
  // Nothing inlined: the content security policy takes fonts from our own origin only, not from data: addresses.
  build: {
    target: "es2023",
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // In the order of the source: files that were put together need one another.
    rolldownOptions: { output: { strictExecutionOrder: true, codeSplitting: { groups: [FIRST, SHARED] } } },
  },
  server: { proxy: { "/app": server, "/api": server } },
});
