// Builds assets/viewer/viewer.min.js from src and node_modules. Run by hand: npm ci && npm run build
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const out = join(here, "..", "..", "assets", "viewer");
const three = join(here, "node_modules", "three");
const licence = readFileSync(join(three, "LICENSE"), "utf8").trim();
const { version } = JSON.parse(readFileSync(join(three, "package.json"), "utf8"));

// A test compares this with the source as it is: a script that was not built anew is noticed.
const hash = createHash("sha256");
for (const name of readdirSync(join(here, "src")).sort()) {
  hash.update(readFileSync(join(here, "src", name)));
}
const source = hash.update(readFileSync(join(here, "package-lock.json"))).digest("hex");

mkdirSync(out, { recursive: true });
await build({
  entryPoints: [join(here, "src", "viewer.ts")],
  outfile: join(out, "viewer.min.js"),
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2020",
  legalComments: "none",
  // Every page that carries the script carries the licence of what is in it.
  banner: { js: `/*!\nHulldown viewer, Apache-2.0, source ${source}.\nContains three.js ${version}:\n\n${licence}\n*/` },
});
const script = readFileSync(join(out, "viewer.min.js"), "utf8");
if (/<\/script|<!--/i.test(script)) throw new Error("the script cannot stand inside a page");
writeFileSync(join(out, "LICENSE.three.txt"), `${licence}\n`);
console.log(`viewer.min.js: ${script.length} characters, three.js ${version}`);
