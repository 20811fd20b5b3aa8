import { expect, test } from 'vitest';
import type { MeasureGroup } from '../../server/contract/articles.js';
import { encodeFilters } from '../../server/contract/filters.js';
import { allEditions, type Edition } from '../../server/web/routes/editions.js';
import { htmlOf, pageOf, plain } from '../../test/fixtures/views/page.js';
import type { FilterProps } from '../islands/listing-filter.props.js';
import { DecidingMeasures } from './deciding-measures.js';

const [edition] = allEditions as readonly [Edition];
const group = (value: string, isActive: boolean): MeasureGroup => ({
  label: value,
  place: 'Vorderachse',
  notes: [],
  count: 6,
  isActive,
  chosen: [{ key: 'diameter', value }],
  drawing: `/api/Bilder/disc.svg?a=diameter:${value}`,
});

test('a measure replaces the chosen one, and the chosen one removes itself', () => {
  const filter: FilterProps = {
    key: 'diameter',
    label: 'Durchmesser',
    isSingle: false,
    range: null,
    values: [
      ['288', '288 mm', 6, 1],
      ['312', '312 mm', 6, 0],
    ],
  };
  const html = htmlOf(
    <DecidingMeasures filters={[filter]} groups={[group('288', true), group('312', false)]} />,
    pageOf(edition, { path: '/Bremsscheiben/--1523' }),
  );
  const links = [...html.matchAll(/href="([^"]*)"( aria-current="true")?/g)].map(([, href, current]) => [
    href,
    current !== undefined,
  ]);
  expect(links).toEqual([
    ['/Bremsscheiben/--1523#liste', true],
    [`/Bremsscheiben/--1523?f=${encodeFilters([{ key: 'diameter', values: ['312'] }])}#liste`, false],
  ]);
});

test('goods with the required approval are offered where the list has no sizes', () => {
  const page = pageOf(edition, { path: '/Motoroel/8-9' });
  const html = htmlOf(<DecidingMeasures filters={[]} groups={[]} approved={{ href: '/vehicles' }} />, page);
  expect(html).toContain('href="/vehicles"');
  expect(htmlOf(<DecidingMeasures filters={[]} groups={[]} />, page)).toBe('');
});

test('drawings appear where each size has its own; conditions follow the place', () => {
  const shown = (...groups: MeasureGroup[]): string =>
    htmlOf(<DecidingMeasures filters={[]} groups={groups} />, pageOf(edition, { path: '/list' }));
  const [small, large] = [group('288', false), group('312', false)];
  expect(shown(small, large).match(/<img /g)).toHaveLength(2);
  expect(shown(small, { ...large, drawing: small.drawing })).not.toContain('<img ');
  const notes = ['ab 2014', 'links'];
  expect(plain(shown({ ...small, notes }))).toContain('288 Vorderachse · ab 2014 · links 6');
  expect(plain(shown({ ...small, notes, place: null }))).toContain('288 ab 2014 · links 6');
});
