import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import postcss from 'postcss';
import { describe, expect, test } from 'vitest';

function selectorsIn(css: string): string[] {
  const found: string[] = [];
  postcss.parse(css).walkRules(({ selector }) => {
    found.push(selector);
  });
  return found;
}

describe('the sources', () => {
  const texts = (ending: RegExp): string[] =>
    ['views', 'client'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => ending.test(name) && !/\.(test|fixture)\./.test(name))
        .map((name) => readFileSync(join(folder, name), 'utf8')),
    );
  const styled = new Set(
    texts(/\.css$/).flatMap((sheet) =>
      selectorsIn(sheet).flatMap((selector) =>
        [...selector.replace(/\[[^\]]*\]/g, '').matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = '']) => name),
      ),
    ),
  );
  const scripts = texts(/\.tsx?$/);
  const written = scripts.flatMap((script) =>
    [...script.matchAll(/className="([^"]+)"/g)].flatMap(([, names = '']) => names.split(' ')),
  );

  test('each literal class of an element is in a style sheet', () => {
    expect(written.length).toBeGreaterThan(300);
    expect(written.filter((name) => !styled.has(name))).toEqual([]);
  });

  test('classes are words: of three letters at least, in lower case, with hyphens', () => {
    expect([...styled].filter((name) => name.length < 3 || !/^[a-z]+(-[a-z0-9]+)*$/.test(name))).toEqual([]);
  });
});
