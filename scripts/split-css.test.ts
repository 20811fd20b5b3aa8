import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { selectorsIn, wordsIn } from './split-css.ts';

test('the words of a script are those of its strings', () => {
  const script = 'f("note wide",{className:a?"is-open tone":b});price.button("Übrig x");';
  expect(wordsIn(script)).toEqual(['note', 'wide', 'is-open', 'tone', 'x']);
  expect(wordsIn(['`fold ', '{tone}', ' late`'].join('$'))).toEqual(['fold', 'late']);
});

describe('the sources', () => {
  const texts = (ending: RegExp): string[] =>
    ['views', 'client'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => ending.test(name) && !/\.(test|fixture)\./.test(name))
        .map((name) => readFileSync(join(folder, name), 'utf8')),
    );
  const styled = new Set(
    texts(/\.css$/).flatMap((sheet) =>
      [...selectorsIn(sheet)].flatMap((selector) =>
        [...selector.replace(/\[[^\]]*\]/g, '').matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = '']) => name),
      ),
    ),
  );
  const scripts = texts(/\.tsx?$/);
  const written = scripts.flatMap((script) =>
    [...script.matchAll(/className="([^"]+)"/g)].flatMap(([, names = '']) => names.split(' ')),
  );

  test('scripts contain each class of a style sheet as a whole word, which the build searches', () => {
    const words = new Set(scripts.flatMap(wordsIn));
    expect([...styled].filter((name) => !words.has(name))).toEqual([]);
  });

  test('each literal class of an element is in a style sheet', () => {
    expect(written.length).toBeGreaterThan(300);
    expect(written.filter((name) => !styled.has(name))).toEqual([]);
  });

  test('classes are words: of three letters at least, in lower case, with hyphens', () => {
    expect([...styled].filter((name) => name.length < 3 || !/^[a-z]+(-[a-z0-9]+)*$/.test(name))).toEqual([]);
  });
});
