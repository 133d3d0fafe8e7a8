/** The shipped maps as far as drawing needs them, read from their TOML: layout, legend and grid. */

import { readFileSync } from "node:fs";
import type { Wind } from "../src/boards/hex";
import { boardData } from "../src/material";
import type { BoardData } from "../src/model";

export function shippedMap(name: string): BoardData {
  const text = readFileSync(new URL(`../../packs/blitzkrieg1940/base/maps/${name}.toml`, import.meta.url), "utf8");
  const grid = /^grid = """\n([\s\S]*?)"""/m.exec(text)?.[1] ?? "";
  const part = /^\[layout\]\n([\s\S]*?)^provenance/m.exec(text)?.[1] ?? "";
  const layout = Object.fromEntries([...part.matchAll(/^(\w+) = "?([\w-]+)"?$/gm)].map(([, key, value]) => [key!, value!]));
  const legend = Object.fromEntries(
    [...text.matchAll(/^(\w\d) = \{ terrain = "(\w+)", level = (\d+) \}$/gm)].map(([, token, terrain, level]) => [token!, { terrain: terrain!, level: Number(level) }]),
  );
  return boardData({
    title: name,
    grid,
    legend,
    layout: {
      first_grows: layout["first_grows"] as Wind, second_grows: layout["second_grows"] as Wind, up: layout["up"] as Wind,
      top: layout["top"] as "flat", shifted: layout["shifted"] as "even", toward: layout["toward"] as "low",
    },
  }); // prettier-ignore
}
