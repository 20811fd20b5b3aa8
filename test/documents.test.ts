import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { specificationRules } from './support/specification.js';
import { failures, rules } from './support/specification-rules.js';
import { states } from './support/specification-states.js';

/** Paths, commands and links in documents exist, and so do the decisions that the code cites. */
const root = join(import.meta.dirname, '..');
const text = (file: string): string => readFileSync(join(root, file), 'utf8');
const markdownIn = (folder: string): string[] =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));
const folderGuides = ['server/demo/README.md', 'server/marketplace/import/README.md'];
const documents = [...markdownIn('.'), ...markdownIn('docs'), ...folderGuides];

const sourceFolders = ['server', 'client', 'views', 'locales', 'scripts', 'static', 'test', 'docs'];
const files = sourceFolders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((file) => !file.startsWith('scripts/node_modules/')),
);
const sources = files
  .filter((file) => /\.(tsx?|mjs|css)$/.test(file) && !file.startsWith('static/build/'))
  .map((file) => ({ file, comments: (text(file).match(/\/\*[\s\S]*?\*\/|(?<!:)\/\/ .*$/gm) ?? []).join('\n') }));

/** Returns the anchor of a heading on GitHub. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
const anchorsOf = (file: string): string[] =>
  [...text(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));

test.each(documents)('links of %s lead somewhere', (document) => {
  const broken = [...text(document).matchAll(/\]\((?!https?:)([^)\s#]*)(?:#([^)\s]+))?\)/g)]
    .map(([, path = '', anchor]) => ({ target: path ? join(dirname(document), path) : document, anchor }))
    .filter(({ target, anchor }) => !existsSync(join(root, target)) || (anchor && !anchorsOf(target).includes(anchor)));
  expect(broken).toEqual([]);
});

/** Turns a path of a document into a pattern: `<name>` and `*` match any words, `a.{ts,css}` several. */
const patternOf = (path: string): RegExp =>
  new RegExp(
    `^${path
      .replace(/\/$/, '')
      .replace(/[.+^$()|[\]\\]/g, '\\$&')
      .replace(/\{([^}]*)\}/g, (_, either: string) => `(?:${either.replaceAll(',', '|')})`)
      .replace(/<[^>]*>|\*/g, '[^/]+')}$`,
  );

test.each(documents)('paths in %s exist', (document) => {
  const named = [...text(document).matchAll(/`([\w-]+\/[^`\s]*)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => sourceFolders.includes(path.split('/')[0] ?? '') && !path.startsWith('static/build'));
  expect(
    named.filter(
      (path) => !files.some((file) => patternOf(path).test(file)) && !sourceFolders.includes(path.replace(/\/$/, '')),
    ),
  ).toEqual([]);
});

test.each(documents)('commands in %s exist', (document) => {
  const { scripts } = JSON.parse(text('package.json'));
  const named = [...text(document).matchAll(/`npm run (?:--?\w+ )*([\w:-]+)/g)].map(([, name = '']) => name);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

/** Returns the decisions of a document by number. */
const decisions = (file: string, start: RegExp): Map<string, string> =>
  new Map(
    text(file)
      .split(/^(?=### D\d|- \*\*P\d|## )/m)
      .flatMap((entry): [string, string][] => {
        const number = start.exec(entry)?.[1];
        return number ? [[number, entry]] : [];
      }),
  );
const product = decisions('docs/product-decisions.md', /^### (D\d+) /);
const engineering = decisions('DECISIONS.md', /^- \*\*(P\d+) /);

/** Numbers that comments cite, each with a file. */
function cited(number: RegExp): Map<string, string> {
  const found = new Map<string, string>();
  for (const { file, comments } of sources) for (const [id] of comments.matchAll(number)) found.set(id, file);
  return found;
}

test('every decision that the code cites is written down, and built', () => {
  const open = [...product].filter(([, entry]) => entry.includes('*Not built yet.*')).map(([id]) => id);
  expect(cited(/\bD[1-9]\d{0,2}\b/g).size).toBeGreaterThan(60);
  const missing = [...cited(/\b[DP][1-9]\d{0,2}\b/g)].filter(([id]) => !product.has(id) && !engineering.has(id));
  expect(missing).toEqual([]);
  expect([...cited(/\bD[1-9]\d{0,2}\b/g)].filter(([id]) => open.includes(id))).toEqual([]);
  const numbers = [...product.keys()].map((id) => Number(id.slice(1)));
  expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
});

test('every rule of the specification that the code cites is there, by section, number and name', () => {
  const sections = new Map(
    text('docs/specification.md')
      .split(/^## /m)
      .slice(1)
      .map((section) => [section.charAt(0), section]),
  );
  const numbers = specificationRules();
  const broken = sources.flatMap(({ file, comments }) =>
    [...comments.replace(/\n\s*\*\s/g, ' ').matchAll(/[sS]pecification (\d)(\.\d+)?((?:, \d\b)*)(?:, "([^"]+)")?/g)]
      .filter(([, section = '', rule, others = '', name]) => {
        const all = [section, ...(others.match(/\d/g) ?? [])];
        if (rule && !numbers.has(section + rule)) return true;
        return !all.every((each) => sections.has(each)) || (name && !sections.get(section)?.includes(name));
      })
      .map(([citation]) => `${file}: ${citation}`),
  );
  expect(broken).toEqual([]);
});

test('every rule of sections 4, 5 and 8 has a row in the tables of proofs, and only these', () => {
  const proven = [...states, ...rules, ...failures].map(([number]) => number);
  expect(proven).toEqual([...specificationRules().keys()].filter((number) => /^[458]\./.test(number)));
});

test('the version of the package is the latest one of the changelog', () => {
  const latest = /^## (\d+\.\d+\.\d+)$/m.exec(text('CHANGELOG.md'))?.[1];
  const lock = JSON.parse(text('package-lock.json'));
  expect([JSON.parse(text('package.json')).version, lock.version, lock.packages[''].version]).toEqual([
    latest,
    latest,
    latest,
  ]);
});
