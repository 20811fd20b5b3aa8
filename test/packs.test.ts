import { expect, test } from 'vitest';
import { sharedShop } from './support/shared-shop.js';
import { Visitor } from './support/visitor.js';

/** Visitors choose pieces and buy packs (D74) with a plain form. */
const { origin } = sharedShop();

interface Listed {
  readonly packSize: number | null;
  readonly lowestTotal: number | null;
  readonly normNumber: string;
  readonly manufacturer: { readonly seoName: string };
}

test('three pieces of what comes in pairs are two packs, and the cart names what a pack holds', async () => {
  const { spareParts } = await (await fetch(`${origin}/api/-/-/--1523`)).json();
  const { manufacturer, normNumber } = spareParts.find(
    ({ packSize, lowestTotal }: Listed) => packSize === 2 && lowestTotal !== null,
  ) as Listed;
  const visitor = new Visitor(origin);
  const article = await visitor.ask(`/Teilenummernsuche/${manufacturer.seoName}/${normNumber}`);
  const action = /action="?(\/api\/Warenkorb\/Hinzufuegen\/[^" >]*unit=piece[^" >]*)/.exec(article.text)?.[1] ?? '';
  const sent = { accept: 'text/html', origin, 'sec-fetch-site': 'same-origin' };
  const cart = await visitor.follow(
    await visitor.post(action.replaceAll('&amp;', '&'), { quantity: '3', locale: 'de-DE' }, sent),
  );
  expect(new URL(cart.address).pathname).toBe('/Warenkorb');
  expect(cart.text.replace(/<[^>]+>/g, ' ')).toContain('2 Packungen (4 Stück)');
  const { cartData } = JSON.parse((await visitor.ask('/api/Warenkorb')).text);
  expect(cartData.cartArticles).toMatchObject([{ normNumber, quantity: 2, packSize: 2 }]);
});
