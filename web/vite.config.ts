import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compressed } from "./build/compressed.ts";
import { markdown } from "./build/markdown.ts";

const server = process.env.KITH_API ?? "http://localhost:3000";

export default defineConfig({
  plugins: [react(), markdown(), compressed()],
  resolve: { conditions: ["source", "module", "browser", "development|production"] },
  // Nothing inlined: the content security policy takes fonts from our own origin only, not from data: addresses.
  build: { target: "es2023", assetsInlineLimit: 0, reportCompressedSize: false },
  server: { proxy: { "/app": server, "/api": server } },
});
