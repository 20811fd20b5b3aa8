import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { classesInScript, renameInScript, renameInSheet } from './class-names.ts';
import { shortNames } from './minify-names.ts';

const read = (source: string): string[] =>
  classesInScript(source, 'a.tsx').map(({ name, isGiven }) => (isGiven ? name : `.${name}`));

describe('classes in scripts', () => {
  test.each([
    ['<p className="note error">note</p>', ['note', 'error']],
    ["<p className={isOpen ? 'fold open' : undefined} title='fold' />", ['fold', 'open']],
    [
      `<p className={is('a') && \`note \${tone === 'bad' ? 'tone-bad' : 'tone-ok'} wide\`} />`,
      ['note', 'tone-bad', 'tone-ok', 'wide'],
    ],
    ["const toneClassNames = { ok: 'tone-ok', bad: 'tone-bad' } as const;", ['tone-ok', 'tone-bad']],
    [`<p className={\`note \${toneClassNames[state]}\`} />`, ['note']],
    ["const Icon = ({ className = 'icon' }) => <svg className={className} />;", ['icon']],
    ["element.className = 'note'; element.title = 'error';", ['note']],
    ["make('p', { className: 'note' }, 'error');", ['note']],
    ['place.closest(\'.note > a[href$=".pdf"], form.wide\')', ['.note', '.wide']],
    [`place.querySelectorAll<HTMLElement>(\`[\${name}] .note\`)`, ['.note']],
    ["interface Props { className: 'note' }", []],
    ["t('article:offers.note'); const price = 'price';", []],
  ])('%s', (source, found) => expect(read(source)).toEqual(found));

  test.each([
    ['<p className={tone} />', 'a.tsx:1: tone is no name for classes: className, …ClassName(s)'],
    [`<p\n className={\`half-\${n}\`} />`, 'a.tsx:2: a class ends in another text'],
    ['<p className={of(state)} />', 'a.tsx:1: what classes this names cannot be read'],
    ['function make(tag, className) {}', 'a.tsx:1: classes are handed over by name, not by place'],
    ['place.closest(selector)', 'a.tsx:1: a selector stands as text where it is asked for'],
  ])('cannot be read: %s', (source, why) => expect(() => read(source)).toThrow(why));

  test('get other names at their places only', () => {
    const source = `<p className={\`note \${isBad ? 'bad' : 'note'}\`} title="note">note {find.closest('.note')}</p>`;
    expect(renameInScript(source, classesInScript(source, 'a.tsx'), (name: string) => name.toUpperCase())).toBe(
      `<p className={\`NOTE \${isBad ? 'BAD' : 'NOTE'}\`} title="note">note {find.closest('.NOTE')}</p>`,
    );
  });
});

test('classes of a style sheet get other names in selectors only', () => {
  const sheet =
    '.a.b:not(.c)>p,#d{margin:.5rem;background:url("e.a")}@media print{.a{top:0}}@keyframes a{50.5%{top:0}}';
  expect(renameInSheet(sheet, (name: string) => name.toUpperCase())).toBe(
    sheet.replaceAll(/\.([abc])(?=[.:)>{])/g, (selector) => selector.toUpperCase()),
  );
});

describe('the sources', () => {
  const sources = (folder: string, ending: RegExp): string[] =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => ending.test(name) && !name.includes('.test'))
      .map((name) => join(folder, name));
  const scripts = ['views', 'client'].flatMap((folder) => sources(folder, /\.tsx?$/));
  const places = scripts.flatMap((path) => classesInScript(readFileSync(path, 'utf8'), path));
  const given = new Set(places.filter(({ isGiven }) => isGiven).map(({ name }) => name));
  const styled = new Set<string>();
  for (const path of ['views', 'client'].flatMap((folder) => sources(folder, /\.css$/)))
    renameInSheet(readFileSync(path, 'utf8'), (name: string) => {
      styled.add(name);
      return name;
    });

  test('each class that an element has is in a style sheet, and the other way round', () => {
    expect([...given].sort()).toEqual([...styled].sort());
  });

  test('scripts ask only for classes that elements have', () => {
    expect(places.filter(({ name }) => !given.has(name))).toEqual([]);
  });

  test('classes are words: of three letters at least, in lower case, with hyphens', () => {
    expect([...styled].filter((name) => name.length < 3 || !/^[a-z]+(-[a-z0-9]+)*$/.test(name))).toEqual([]);
  });

  test('HTML of the server has no class of its own: the build would not shorten it', () => {
    const found = sources('server', /\.tsx?$/).filter((path) => {
      const text = readFileSync(path, 'utf8');
      return /\sclass="\w/.test(text) || (path.endsWith('x') && classesInScript(text, path).length > 0);
    });
    expect(found).toEqual([]);
  });

  test('each class has a short name, the same in every build, and none that blockers hide', async () => {
    const folders = ['views', 'client'];
    const [first, second] = await Promise.all([shortNames(folders), shortNames(folders)]);
    expect(first.classNames).toEqual(second.classNames);
    expect(Object.keys(first.classNames).sort()).toEqual([...styled].sort());
    const short = Object.values(first.classNames);
    expect(new Set(short).size).toBe(short.length);
    for (const name of short) expect(name).toMatch(/^(?!ad$)[a-z]{1,2}$/);
  });
});
