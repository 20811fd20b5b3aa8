/**
 * Builds everything that runs: `dist/` (server, marketplace worker, commands; one file each, React in production
 * mode), `static/build/` (browser files named by their hash, beside ready-made .br and .gz), with a manifest that tells
 * the server which files an island needs, the style sheet of each page and the inline loader, and the icons in `static/`.
 *
 *   node scripts/build.mjs [--if-stale] [--watch-once]
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { buildClient, buildLater, buildLoader } from './build-client.mjs';
import { buildCss, styleParts } from './build-css.mjs';
import { buildFlags } from './build-flags.mjs';
import { buildIcons } from './build-icons.mjs';
import { buildServer } from './build-server.mjs';
import { shortNames } from './build-short-names.mjs';
import { at } from './lib-run.mjs';

const outStatic = at('static/build');
/** Older browser files stay for three builds, so that open pages still find theirs (D66). */
const keptBuilds = 3;

const sources = [
  'server',
  'client',
  'views',
  'locales',
  'scripts',
  'static/icon.svg',
  'package.json',
  'package-lock.json',
];

/** Every source whose change makes a build stale, newest first. */
async function newestSource() {
  let newest = 0;
  const visit = async (path) => {
    const info = await stat(path);
    if (info.isFile()) newest = Math.max(newest, info.mtimeMs);
    else for (const name of await readdir(path)) await visit(join(path, name));
  };
  for (const part of sources) await visit(at(part));
  return newest;
}

export async function isStale() {
  const built = await stat(at('dist/build-id')).catch(() => null);
  return !built || built.mtimeMs < (await newestSource());
}

/** Drawings that pages show by their address, named by their hash; whitespace between elements is for readers only. */
async function buildDrawings() {
  const folder = at('views/drawings');
  const drawings = {};
  for (const name of await readdir(folder)) {
    const text = (await readFile(join(folder, name), 'utf8')).replace(/<!--.*?-->/gs, '').replace(/\s*\n\s*/g, '');
    const hash = createHash('sha256').update(text).digest('hex').slice(0, 8);
    const stem = basename(name, '.svg');
    drawings[stem] = `/build/${stem}-${hash}.svg`;
    await writeFile(at('static', drawings[stem]), text);
  }
  return drawings;
}

/** Writes .br and .gz beside each file: the build compresses once, at the highest level. */
async function compressAll(files) {
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

/** Removes browser files that none of the last builds names. */
async function forgetOldFiles(files) {
  const history = JSON.parse(await readFile(join(outStatic, 'history.json'), 'utf8').catch(() => '[]'));
  const last = history[0];
  const builds = last && last.join() === files.join() ? history : [files, ...history].slice(0, keptBuilds);
  const kept = new Set(builds.flat().flatMap((name) => [name, `${name}.br`, `${name}.gz`]));
  for (const name of await readdir(outStatic)) {
    if (!kept.has(name) && !name.endsWith('.json')) await rm(join(outStatic, name));
  }
  await writeFile(join(outStatic, 'history.json'), JSON.stringify(builds));
}

/** Builds the whole; throws with esbuild's own message when a source is wrong. */
export async function build() {
  const esbuild = await import('esbuild');
  await mkdir(outStatic, { recursive: true });
  await mkdir(at('dist'), { recursive: true });
  const { classNames, plugin, marking } = await shortNames([at('views'), at('client')]);
  const plugins = [plugin];
  const [client, { files: laterFiles, later }, css, loader, flags, drawings] = await Promise.all([
    buildClient(esbuild, plugins),
    buildLater(esbuild, plugins),
    buildCss(esbuild, plugins),
    buildLoader(esbuild, plugins),
    buildFlags(outStatic),
    buildDrawings(),
    buildIcons(at('static')),
  ]);
  const files = [...client.files, ...laterFiles, flags, ...Object.values(drawings).map((url) => basename(url))].sort();
  await compressAll(files);
  const lateCss = await readFile(join(outStatic, basename(later[1])), 'utf8');
  const manifest = {
    islands: client.islands,
    later,
    flags: `/build/${flags}`,
    drawings,
    styles: await styleParts(
      esbuild,
      css,
      [...client.entries, 'client/later.ts', 'client/loader.ts'],
      lateCss,
      marking,
    ),
    loader,
    scripts: client.scripts,
  };
  const buildId = createHash('sha256').update(JSON.stringify(manifest)).digest('hex').slice(0, 10);
  await forgetOldFiles(files);
  await writeFile(join(outStatic, 'manifest.json'), JSON.stringify({ build: buildId, ...manifest }));
  await buildServer(esbuild, plugins, buildId);
  await writeFile(at('dist/class-names.json'), JSON.stringify(classNames));
  await writeFile(at('dist/build-id'), buildId);
  return buildId;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes('--if-stale') && !(await isStale())) process.exit(0);
  const start = performance.now();
  const id = await build();
  console.log(
    `built ${id} in ${((performance.now() - start) / 1000).toFixed(1)} s (${relative(process.cwd(), at('dist')) || 'dist'})`,
  );
}
