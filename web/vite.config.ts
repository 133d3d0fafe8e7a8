import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  plugins: [svelte()],
  base: "./",
  resolve: {
    // The parts of milsymbol, so that only the symbols of land units are shipped.
    alias: { "milsymbol-parts": here("./node_modules/milsymbol/index.mjs") },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8040", ws: true } } },
  build: {
    outDir: here("../src/planspiel/server/page"),
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    // Names without a hash of their content: a rebuilt page changes files, it does not add new ones.
    rolldownOptions: {
      output: {
        entryFileNames: "table.js",
        chunkFileNames: "[name].js",
        assetFileNames: "[name][extname]",
      },
    },
  },
});
