/** Catalogues of several sizes, made once and kept. */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { at, statusOf } from '../../scripts/lib-run.ts';

/** Returns the file of the newest catalogue of a folder, if any. */
export const newest = (folder: string): string | undefined =>
  readdirSync(folder)
    .filter((name) => /^catalogue-.*\.db$/.test(name))
    .sort()
    .at(-1);

/** Returns the folder of a size. Makes its catalogue unless a readable one exists. */
export function dataFor(size: string): string {
  const folder = at('dist/bench-data', size);
  mkdirSync(folder, { recursive: true });
  const schema = readFileSync(at('server/marketplace/catalogue-file/catalogue-schema.ts'), 'utf8');
  const wanted = Number(/catalogueVersion = (\d+)/.exec(schema)?.[1]);
  const file = newest(folder);
  if (file) {
    const db = new DatabaseSync(join(folder, file), { readOnly: true });
    const version = db.prepare('pragma user_version').get()?.user_version;
    db.close();
    if (version === wanted) return folder;
  }
  const scale = size === 'demo' ? [] : ['--scale', size];
  const status = statusOf(process.execPath, [at('dist/demo.js'), ...scale], {
    env: { ...process.env, DATA_DIR: folder },
  });
  if (status !== 0) throw new Error(`the catalogue of size ${size} could not be made`);
  return folder;
}

/** Opens the newest catalogue of a folder and its offers as one database. */
export function openCatalogue(folder: string): DatabaseSync {
  const file = newest(folder);
  if (!file) throw new Error(`there is no catalogue in ${folder}`);
  const database = new DatabaseSync(join(folder, file), { readOnly: true });
  database.prepare('attach ? as offers').run(join(folder, 'offers.db'));
  return database;
}
