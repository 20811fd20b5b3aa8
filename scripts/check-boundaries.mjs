/**
 * The walls of the house (design): which room may import from which. Prints each import that goes through a wall
 * and fails. `violations()` is also what the test suite calls.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const contract = ['server/api/contract.', 'server/api/contract/'];
/** Room -> the places its files may import from; the first room that fits a file decides. */
const walls = [
  { room: 'server/api/contract', may: contract },
  { room: 'server/marketplace', may: ['server/marketplace/', ...contract] },
  { room: 'server/index.ts', may: ['server/'] },
  { room: 'server/start.ts', may: ['server/'] },
  { room: 'server', may: ['server/', 'views/'], except: ['server/marketplace/'] },
  { room: 'views/locales.d.ts', may: ['locales/de/'] },
  { room: 'views', may: ['views/', ...contract] },
  { room: 'client', may: ['client/', 'views/'] },
];
const imports =
  /(?:^|\n)\s*(?:import|export)\s[^'";]*?from\s+'(\.[^']+)'|(?:^|\n)\s*import\s+'(\.[^']+)'|import\('(\.[^']+)'\)/g;

function* sources(folder) {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* sources(path);
    else if (/\.tsx?$/.test(entry.name) && !/\.test(-data)?\.tsx?$/.test(entry.name)) yield path;
  }
}

/** Each forbidden import as `file -> imported`. */
export function violations() {
  const found = [];
  for (const folder of ['server', 'views', 'client']) {
    for (const file of sources(folder)) {
      const wall = walls.find(
        ({ room }) => file === room || file.startsWith(`${room}/`) || file.startsWith(`${room}.`),
      );
      for (const match of readFileSync(join(root, file), 'utf8').matchAll(imports)) {
        const target = relative(root, resolve(root, dirname(file), match[1] ?? match[2] ?? match[3]));
        const allowed = wall.may.some((place) => target.startsWith(place));
        const refused = wall.except?.some((place) => target.startsWith(place));
        if (!allowed || refused) found.push(`${file} -> ${target}`);
      }
    }
  }
  return found;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = violations();
  for (const line of found) console.error(`import through a wall: ${line}`);
  process.exit(found.length > 0 ? 1 : 0);
}
