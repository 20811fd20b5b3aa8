/**
 * The walls of the house (design): which room may import from which. Prints each import that goes through a wall
 * and fails. `violations()` is also what the test suite calls.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const contract = ['server/contract/'];
const marketplace = ['catalogue', 'commands', 'search', 'store', 'vehicles'].map(
  (room) => `server/marketplace/${room}/`,
);
/** Room -> the places its files may import from; the first room that fits a file decides. */
const walls = [
  { room: 'server/contract', may: contract },
  { room: 'server/drawings', may: ['server/drawings/'] },
  {
    room: 'server/demo',
    may: ['server/demo/', 'server/drawings/', 'server/env-marketplace.', ...marketplace, ...contract],
  },
  {
    room: 'server/marketplace',
    may: [
      'server/marketplace/',
      'server/demo/',
      'server/drawings/',
      'server/env-marketplace.',
      'server/env-values.',
      ...contract,
    ],
  },
  { room: 'server/web', may: ['server/web/', 'server/env.', 'server/env-values.', 'views/', ...contract] },
  { room: 'server/env', may: ['server/env-values.', 'server/env-marketplace.', 'views/', ...contract] },
  { room: 'server/process', may: ['server/process/', 'server/web/http/'] },
  { room: 'server', may: ['server/'] },
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
        if (!allowed) found.push(`${file} -> ${target}`);
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
