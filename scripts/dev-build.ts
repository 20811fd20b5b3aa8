/** Builds for `npm run dev`: like `build.ts`, but after each change, and neither minified nor compressed. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as esbuild from 'esbuild';
import {
  clientEntries,
  clientFiles,
  clientOptions,
  deferredFiles,
  deferredOptions,
  loaderOptions,
  loaderTexts,
} from './build-client.ts';
import { buildDrawings, buildFlags, buildIcons } from './build-pictures.ts';
import {
  bundle,
  demoEntry,
  marketplaceEntries,
  marketplacePrograms,
  programData,
  programOptions,
  webPrograms,
} from './build-server.ts';
import { at } from './lib-run.ts';

const folder = at('dist/dev');
const programs = join(folder, 'dist');
const browserFiles = join(folder, 'static/build');

/** Programs that must restart after a change. */
export interface Restart {
  web: boolean;
  marketplace: boolean;
}

/** A bundle that is built again when one of its sources has changed. */
interface Bundle {
  /** The program that runs the bundle, or sends it to browsers. */
  of: keyof Restart;
  context: esbuild.BuildContext<{ metafile: true; write: false }>;
  /** Paths of its sources; style sheets only where the bundle contains them. Null after a failed build. */
  inputs: ReadonlySet<string> | null;
  /** Hash of the output. */
  hash: string;
  made: esbuild.BuildResult<{ metafile: true; write: false }> | null;
}

const plain = {
  minify: false,
  minifyWhitespace: false,
  minifySyntax: false,
  write: false,
  metafile: true,
} as const;

/** Node loads the packages: a bundle without them is built and started several times faster. */
const program = (entries: Readonly<Record<string, string>>, format: 'esm' | 'cjs') => ({
  ...programOptions(entries, format, programs),
  ...plain,
  packages: 'external' as const,
});

async function openBundle(of: keyof Restart, options: esbuild.BuildOptions): Promise<Bundle> {
  const context = await esbuild.context({ ...options, ...plain });
  return { of, context, inputs: null, hash: '', made: null };
}

/** Builds a bundle and returns whether its output changed. esbuild prints errors in the sources. */
async function rebuild(bundle: Bundle): Promise<boolean> {
  bundle.inputs = null;
  const made = await bundle.context.rebuild().catch(() => null);
  if (!made) return false;
  bundle.made = made;
  const ownStyle = made.outputFiles.some(({ path }) => path.endsWith('.css'));
  bundle.inputs = new Set(Object.keys(made.metafile.inputs).filter((path) => ownStyle || !path.endsWith('.css')));
  const hash = createHash('sha256');
  for (const { path, contents } of made.outputFiles) if (!path.endsWith('.map')) hash.update(path).update(contents);
  const before = bundle.hash;
  bundle.hash = hash.digest('hex');
  if (bundle.hash === before) return false;
  for (const { path, contents } of made.outputFiles) if (path.startsWith(folder)) await writeFile(path, contents);
  return true;
}

const layout = 'views/layout/layout.tsx';

/** The style sheet of each view: the CSS that the layout and the view import, in this order. */
async function styleSheets({ inputs }: esbuild.Metafile): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const path of Object.keys(inputs)) if (path.endsWith('.css')) texts.set(path, await readFile(at(path), 'utf8'));
  const collect = (path: string, seen: Set<string>): Set<string> => {
    if (seen.has(path)) return seen;
    seen.add(path);
    for (const { path: next } of inputs[path]?.imports ?? []) collect(next, seen);
    return seen;
  };
  const views = (await readdir(at('views/pages'))).filter((name) => name.endsWith('.view.tsx'));
  return new Map(
    views.map((name) => {
      const reached = collect(`views/pages/${name}`, collect(layout, new Set()));
      return [basename(name, '.view.tsx'), [...reached].map((path) => texts.get(path) ?? '').join('')];
    }),
  );
}

export interface Build {
  /** Paths of the built programs. */
  web: string;
  marketplace: string;
  /** Builds the generator of the demonstration. @returns its file */
  demo(): Promise<string>;
  /** Packages that a program loads at its start. */
  packages(of: keyof Restart): string[];
  /**
   * Builds all bundles with changed files; null after an error in a source.
   * @param changed paths from the project's folder
   */
  update(changed: ReadonlySet<string>): Promise<Restart | null>;
  close(): Promise<void>;
}

/** Pages and islands are entries of bundles. */
const isEntry = (path: string): boolean => /\.(view|island)\.tsx$/.test(path);

/** Builds everything once, and then after each change. @throws Error for an error in a source */
export async function openBuild(): Promise<Build> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(browserFiles, { recursive: true });
  await mkdir(programs, { recursive: true });
  if (!existsSync(at('static/favicon.ico'))) await buildIcons(at('static'));
  const isBuilt = at('static/build');
  await cp(at('static'), join(folder, 'static'), { recursive: true, filter: (path) => path !== isBuilt });
  for (const [name, source] of Object.entries(programData)) await symlink(at(source), join(programs, name));
  const [flags, drawings] = await Promise.all([buildFlags(browserFiles), buildDrawings(browserFiles)]);

  const open = async () => {
    const [client, deferred, loader, web, entries, threads] = await Promise.all([
      openBundle('web', clientOptions(await clientEntries(), browserFiles)),
      openBundle('web', deferredOptions(browserFiles)),
      openBundle('web', loaderOptions),
      openBundle('web', program(webPrograms, 'esm')),
      openBundle('marketplace', program(marketplaceEntries, 'esm')),
      openBundle('marketplace', program(marketplacePrograms, 'cjs')),
    ]);
    return { client, deferred, loader, web, entries, threads };
  };
  let bundles = await open();
  const all = (): Bundle[] => Object.values(bundles);

  /** Writes the manifest of the browser files like `build.ts`, with each style sheet in one piece, all of it inlined. */
  async function writeManifest(): Promise<void> {
    const { client, deferred, loader, web } = bundles;
    if (!client.made || !deferred.made || !loader.made || !web.made) throw new Error('not everything is built');
    const { islands, scripts } = clientFiles(client.made.metafile);
    const later = deferredFiles(deferred.made.metafile);
    const styles = await styleSheets(web.made.metafile);
    const manifest = {
      islands,
      deferred: later.deferred,
      flags: `/build/${flags}`,
      drawings,
      styles: {
        chunks: [...styles.values()],
        views: Object.fromEntries([...styles.keys()].map((view, index) => [view, [index]])),
        lower: {},
      },
      loaders: loaderTexts(loader.made),
      scripts: { ...scripts, buying: later.buying },
    };
    const build = createHash('sha256').update(JSON.stringify(manifest)).digest('hex').slice(0, 10);
    await writeFile(join(browserFiles, 'manifest.json'), JSON.stringify({ build, ...manifest }));
  }

  async function update(changed: ReadonlySet<string>): Promise<Restart | null> {
    if (
      [...changed].some(
        (path) => isEntry(path) && (!existsSync(at(path)) || !all().some((one) => one.inputs?.has(path))),
      )
    ) {
      await Promise.all(all().map(({ context }) => context.dispose()));
      bundles = await open();
    }
    const stale = all().filter(({ inputs }) => !inputs || [...changed].some((path) => inputs.has(path)));
    const restart = { web: false, marketplace: false };
    await Promise.all(
      stale.map(async (bundle) => {
        if (await rebuild(bundle)) restart[bundle.of] = true;
      }),
    );
    if (all().some(({ inputs }) => !inputs)) return null;
    // Programs read style sheets, texts and tables at their start.
    for (const path of changed) {
      if (path.endsWith('.css')) restart.web = true;
      if (/^(locales|server\/web)\/.*\.json$/.test(path)) restart.web = true;
      if (/^server\/marketplace\/.*\/data\//.test(path)) restart.marketplace = true;
    }
    if (restart.web) await writeManifest();
    return restart;
  }

  if (!(await update(new Set()))) throw new Error('the sources cannot be built');
  return {
    web: join(programs, 'shop.js'),
    marketplace: join(programs, 'marketplace.js'),
    async demo() {
      await bundle(demoEntry, 'esm', programs);
      return join(programs, 'demo.js');
    },
    packages(of) {
      const outputs = all()
        .filter((bundle) => bundle.of === of)
        .flatMap(({ made }) => Object.values(made?.metafile.outputs ?? {}));
      const read = outputs
        .flatMap(({ imports }) => imports)
        .filter(({ kind, external }) => external && kind === 'import-statement');
      return [...new Set(read.map(({ path }) => path))];
    },
    update,
    close: async () => {
      await Promise.all(all().map(({ context }) => context.dispose()));
      await esbuild.stop();
    },
  };
}
