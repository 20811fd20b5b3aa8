/**
 * Builds `dist/`, `static/build/` and the icons in `static/`. `dist/` has one file each for server, marketplace workers
 * and commands, with React in production mode. `static/build/` has the compressed browser files with their hash in the
 * name. A manifest lists the files of each island, the style sheet of each page and the inline loaders.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { buildClient, buildDeferred, buildLoaders } from './build-client.ts';
import { buildCss, styleChunks } from './build-css.ts';
import { buildDrawings, buildFlags, buildIcons } from './build-pictures.ts';
import { buildPrograms, bundle, webPrograms } from './build-server.ts';
import { billOfMaterials, lockedPackages } from './lib-packages.ts';
import { at } from './lib-run.ts';

const outStatic = at('static/build');
/** Browser files of so many builds stay, for pages that are still open (D66). */
const keptBuilds = 3;

/** Writes `.br` and `.gz` beside each file, at the highest level. */
async function compressAll(files: readonly string[]): Promise<void> {
  const brotli = promisify(brotliCompress);
  const gz = promisify(gzip);
  await Promise.all(
    files.map(async (name) => {
      const content = await readFile(join(outStatic, name));
      await writeFile(
        join(outStatic, `${name}.br`),
        await brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
      );
      await writeFile(join(outStatic, `${name}.gz`), await gz(content, { level: 9 }));
    }),
  );
}

/** Removes browser files of older builds. */
async function forgetOldFiles(files: readonly string[]): Promise<void> {
  const history: string[][] = JSON.parse(await readFile(join(outStatic, 'history.json'), 'utf8').catch(() => '[]'));
  const last = history[0];
  const builds = last && last.join() === files.join() ? history : [files, ...history].slice(0, keptBuilds);
  const kept = new Set(builds.flat().flatMap((name) => [name, `${name}.br`, `${name}.gz`]));
  for (const name of await readdir(outStatic)) {
    if (!kept.has(name) && !name.endsWith('.json')) await rm(join(outStatic, name));
  }
  await writeFile(join(outStatic, 'history.json'), JSON.stringify(builds));
}

async function build(): Promise<string> {
  await mkdir(outStatic, { recursive: true });
  await mkdir(at('dist'), { recursive: true });
  await buildPrograms();
  const [client, later, css, loaders, flags, drawings] = await Promise.all([
    buildClient(outStatic),
    buildDeferred(outStatic),
    buildCss(),
    buildLoaders(),
    buildFlags(outStatic),
    buildDrawings(outStatic),
    buildIcons(at('static')),
  ]);
  const styles = await styleChunks(css, outStatic);
  const urls = [...later.deferred, later.buying, ...Object.values(drawings), ...Object.values(styles.lower)];
  const files = [...new Set([...client.files, flags, ...urls.map((url) => basename(url))])].sort();
  await compressAll(files);
  const manifest = {
    islands: client.islands,
    deferred: later.deferred,
    flags: `/build/${flags}`,
    drawings,
    styles,
    loaders,
    scripts: { ...client.scripts, buying: later.buying },
  };
  const buildId = createHash('sha256').update(JSON.stringify(manifest)).digest('hex').slice(0, 10);
  await forgetOldFiles(files);
  await writeFile(join(outStatic, 'manifest.json'), JSON.stringify({ build: buildId, ...manifest }));
  await bundle(webPrograms, 'cjs', 'dist');
  const { version } = JSON.parse(await readFile(at('package.json'), 'utf8'));
  await writeFile(at('dist/sbom.cdx.json'), billOfMaterials(lockedPackages(), version));
  await writeFile(at('dist/build-id'), buildId);
  return buildId;
}

// `run.mjs` imports this file where the machine has the right Node; then another file is the main one.
if (import.meta.main || process.argv[1] === import.meta.filename) {
  const start = performance.now();
  const id = await build();
  console.log(`built ${id} in ${((performance.now() - start) / 1000).toFixed(1)} s`);
}
