import { expect, test } from 'vitest';
import { inContext, textsPage } from './print-texts.ts';

test('places are filled, numbers by the plural form', () => {
  expect(inContext('shop:days_one', '{{count}} Tag', '')).toBe('1 Tag');
  expect(inContext('shop:days_other', '{{count}} Tage', '')).toBe('5 Tage');
  expect(inContext('meta:category.title', '{{category}} im Preisvergleich', 'Bremsscheiben')).toBe(
    'Bremsscheiben im Preisvergleich',
  );
  expect(inContext('a:b', '{{unheardOf}}', '')).toBe('[unheardOf]');
});

test('every text is listed once under its page, without markup', () => {
  const page = textsPage(
    'fr',
    new Map([
      ['cart:title', 'Panier <b>'],
      ['zzz:new', 'Nouveau'],
      ['layout:close', 'Fermer'],
    ]),
  );
  expect(page.indexOf('Fermer')).toBeLessThan(page.indexOf('Panier &lt;b&gt;'));
  expect(page).toContain('Nouveau');
  expect(page.match(/<tr /g)).toHaveLength(3);
});
