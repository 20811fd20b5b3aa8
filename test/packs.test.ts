import { expect, test } from 'vitest';
import { catalogueDatabase } from './support/catalogue-database.js';
import { sharedShop } from './support/shared-shop.js';
import { Visitor } from './support/visitor.js';

/** Visitors choose pieces and buy packs (D74) with a plain form. */
const { origin, dataDir } = sharedShop();

interface Listed {
  readonly id: string;
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

test('a list for a car of six cylinders has the prices of six plugs, a list without a car those of four', async () => {
  const catalogue = catalogueDatabase(dataDir);
  const { model, category, products } = catalogue
    .prepare(
      `select model.id as model, category.id as category, json_group_array(distinct product.id) as products from model
       join fitment on model_number = model.number join category on category.id = fitment.category_id
       join product on product.id = product_id and attributes not like '%packSize%'
       where cylinders = 6 and per_cylinder = 1 and usual_quantity = 4 group by model.id, category.id limit 1`,
    )
    .get() as { model: string; category: number; products: string };
  catalogue.close();
  const pricesIn = async (tail: string): Promise<Map<string, number | null>> => {
    const prices = new Map<string, number | null>();
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const list = await (await fetch(`${origin}/api/-/-/${tail}?sort=price&page=${page}`)).json();
      pages = list.availablePageCount;
      for (const { id, lowestTotal } of list.spareParts as Listed[]) prices.set(id, lowestTotal);
    }
    return prices;
  };
  const [forCar, forAll] = [await pricesIn(`3-${model}-${category}`), await pricesIn(`--${category}`)];
  const compared = (JSON.parse(products) as number[]).flatMap((id) => {
    const [six, four] = [forCar.get(`${id}`) ?? null, forAll.get(`${id}`) ?? null];
    return six === null || four === null ? [] : [[id, six > four]];
  });
  expect(compared.length).toBeGreaterThan(0);
  expect(compared).toEqual(compared.map(([id]) => [id, true]));
  // The order follows the shown prices.
  const shown = [...forCar.values()].filter((price) => price !== null);
  expect(shown).toEqual(shown.toSorted((one, other) => one - other));
});
