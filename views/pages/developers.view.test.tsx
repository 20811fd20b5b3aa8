import { expect, test } from 'vitest';
import { allEditions, type Edition } from '../../server/web/routes/editions.js';
import { htmlOf, pageOf } from '../../test/fixtures/views/page.js';
import { DevelopersView } from './developers.view.js';

const parameter = { where: 'query', isRequired: false, type: 'string', description: 'Words.' } as const;
const call = { method: 'GET', path: '/api/x', summary: 'Reads.', description: null, isChecked: false, errors: [] };

test('a parameter shows its example, and a call its examples, if they exist', () => {
  const [edition] = allEditions as readonly [Edition];
  const shared = [
    { ...parameter, name: 'with', example: 'de-DE' },
    { ...parameter, name: 'without', example: null },
  ];
  const calls = [
    { ...call, id: 'both', parameters: shared, body: '{"a":1}', answer: '{"b":2}' },
    { ...call, id: 'neither', parameters: [], body: null, answer: null },
  ];
  const matters = [{ name: 'cart', description: 'Carts.', calls }];
  const model = { about: ['About.'], shared, matters, errors: [{ code: 'invalid', status: 400, title: 'Wrong.' }] };
  const shown = htmlOf(<DevelopersView model={model} />, pageOf(edition)).replaceAll('<!-- -->', '');
  const [, described] = shown.split('<dl class="api-parameters">');
  expect(described?.match(/<code>[^<]*<\/code>/g)?.slice(0, 3)).toEqual([
    '<code>with</code>',
    '<code>de-DE</code>',
    '<code>without</code>',
  ]);
  expect(shown.match(/<summary>/g)).toHaveLength(2);
  expect(shown).toContain('id="error-invalid"');
  const [, neither = ''] = shown.split('id="call-neither"');
  expect(neither.slice(0, neither.indexOf('</section>'))).not.toMatch(/<dl|<details|api-errors/);
});

test('a call says which of its parameters are required, and whether it needs the check headers', () => {
  const [edition] = allEditions as readonly [Edition];
  const { t } = pageOf(edition);
  const parameters = [
    { ...parameter, name: 'must', isRequired: true, example: null },
    { ...parameter, name: 'may', example: null },
  ];
  const shown = (isChecked: boolean): string => {
    const calls = [{ ...call, description: 'At most ten.', id: 'x', isChecked, parameters, body: null, answer: null }];
    const model = { about: [], shared: [], matters: [{ name: 'cart', description: '', calls }], errors: [] };
    return htmlOf(<DevelopersView model={model} />, pageOf(edition)).replaceAll('<!-- -->', '');
  };
  const required = new RegExp(`<code>(\\w+)</code> <span[^>]*>[^<]*, ${t('developers:required')}`, 'g');
  expect(shown(false)).toMatch(/<h3 lang="en">Reads\.<\/h3>.*<p lang="en">At most ten\.<\/p>/);
  expect([...shown(false).matchAll(required)].map(([, name]) => name)).toEqual(['must']);
  expect([true, false].map((isChecked) => shown(isChecked).includes(t('developers:checked')))).toEqual([true, false]);
});
