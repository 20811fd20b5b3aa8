import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { editions } from '../../server/web/routes/editions.js';
import { htmlOf, pageOf } from '../../test/fixtures/views/page.js';
import { expectRecorded, linesOf } from '../../test/support/recorded.js';
import { islandStates } from './components.islands.js';
import { componentStates } from './components.view.js';

/** Files without visible output, with the reasons. */
const unseen: Readonly<Record<string, string>> = {
  'components/fit-icons': 'shapes for the marks of fit to refer to, once on a page',
};

/** Its many rows are those of `offer-row`. */
const repeated = 'components/article/offer-table';
const german = pageOf(editions['de-DE']);

const views = join(import.meta.dirname, '..');
const filesOf = (folder: string, ending: RegExp): string[] =>
  readdirSync(join(views, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => `${folder}/${name.replace(ending, '')}`);

const states = [...componentStates({ flags: '/flags.svg', axleDrawing: '/axle.svg' }), ...islandStates];

test('every component and every island is on the page of components, in at least one state', () => {
  const files = [
    ...filesOf('components', /(?<!\.examples|\.test)\.tsx$/),
    ...filesOf('islands', /\.island\.tsx$/),
    // Islands and components both import it, so it is in neither folder.
    'quantity-field',
  ];
  const shown = states.map(([file]) => file).filter((file) => !file.startsWith('layout/'));
  expect([...shown, ...Object.keys(unseen)].toSorted()).toEqual(files.toSorted());
  for (const [file, examples] of states) expect([file, Object.keys(examples)]).not.toEqual([file, []]);
});

test.each(states.filter(([file]) => file !== repeated))('%s has the recorded HTML in each state', (file, examples) => {
  const shown = Object.entries(examples).map(([state, view]) => `## ${state}\n${linesOf(htmlOf(view, german))}`);
  return expectRecorded(file, shown.join('\n'));
});
