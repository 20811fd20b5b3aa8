import { readdirSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { allEditions, type Edition } from '../server/web/routes/editions.js';
import { localPath } from '../server/web/routes/paths.js';
import { randomFrom } from './support/address-grammar.js';
import { pricedDatabase } from './support/catalogue-database.js';
import { isLong } from './support/sample.js';
import { sharedShop } from './support/shared-shop.js';
import { Visitor } from './support/visitor.js';

/**
 * No page says or shows that universal goods fit (D73). Each universal category is checked in one edition, or in all of
 * them in the long suite.
 */
const seed = Number(process.env.TEST_SEED ?? 20260101);

/** Words for "fits" in each language. */
const fitTexts: Readonly<Record<string, RegExp>> = {
  de: /\bpass(t|en|end\w*|ung)\b|geeignet/i,
  fr: /compatib|convien/i,
  es: /compatib|adecuad|encaja/i,
  it: /compatib|adatt[aoie]\b|idone/i,
  nl: /\bpas(t|sen|send\w*)\b|geschikt/i,
};
/** The filled square with a tick, other ticks, and their green. */
const fitMarks = /#i-(fits|yes)\b|class="[^"]*\btone-ok\b/;

interface Product {
  id: number;
  number: string;
  brand: string;
  category: string;
  categoryId: number;
  offerId: number;
}
interface Known {
  modelId: string;
  /** A brake disc that fits the model. */
  disc: Product;
  /** A product on sale from each universal category. */
  goods: Product[];
  /** Numbers of all universal goods, which identify their links. */
  numbers: ReadonlySet<string>;
}
const shop = sharedShop();
let known: Known;

/** Products whose offers ship to every edition's country, so that all can be in a cart. */
const productsWhere = (where: string): string => `
  select product.id, norm_number as number, brand.seo_name as brand, category_text.title as category, category.id as categoryId,
    min(product_price.offer_id) as offerId
  from product join brand on brand.id = brand_id join category on category.id = product.category_id
  join category_text on category_text.category_id = category.id and language = 'de'
  join product_price on product_price.product_id = product.id where ${where}
  group by product.id having count(distinct product_price.country) = 6 order by product.id`;

function readKnown(dataDir: string): Known {
  const _file = readdirSync(dataDir).find((name) => /^catalogue-.*\.db$/.test(name)) ?? '';
  const db = pricedDatabase(dataDir);
  const random = randomFrom(seed);
  const all = db.prepare(productsWhere('is_universal = 1')).all() as unknown as Product[];
  const goods = [...Map.groupBy(all, ({ categoryId }) => categoryId).values()].map(
    (list) => list[Math.floor(random() * list.length)] as Product,
  );
  const { modelId } = db
    .prepare(
      `select model.id as modelId from fitment join model on number = model_number
        where category_id = 1523 and note_id = 0 group by model.id order by count(*) desc limit 1`,
    )
    .get() as { modelId: string };
  const fitting = `product.id in (select product_id from fitment join model on number = model_number
    where model.id = '${modelId}' and category_id = 1523 and note_id = 0)`;
  const disc = db.prepare(productsWhere(fitting)).get() as unknown as Product;
  const numbers = db
    .prepare(
      'select norm_number as number from product join category on category.id = category_id where is_universal = 1',
    )
    .all()
    .map(({ number }) => String(number));
  db.close();
  return { modelId, disc, goods, numbers: new Set(numbers) };
}

beforeAll(async () => {
  known = readKnown(shop.dataDir);
});

const lines = /<li(?: class="cart-line[^>]*)?>(?:(?!<\/li>).)*?<h3><a href="[^"?]*\/([^"/?]+)[?"].*?<\/li>/gs;
/** Returns the parts of a page about single products: lines of lists, related parts and the cart. */
function linesOf(html: string): { number: string; markup: string }[] {
  return [...html.matchAll(lines)].map(([markup, number = '']) => ({ number: decodeURIComponent(number), markup }));
}
const universalLines = (html: string) => linesOf(html).filter(({ number }) => known.numbers.has(number));

/** Returns the text about a page's own article, without other parts and the maker's warnings. */
const aboutArticle = (html: string): string =>
  (/<main.*<\/main>/s.exec(html)?.[0] ?? '')
    .replace(/<ul class="related-parts">.*?<\/ul>/gs, '')
    .replace(/<section [^>]*"h-maker".*?<\/section>/s, '');

function errorsOf(markup: string, { language }: Edition): string[] {
  const text = markup.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
  const word = fitTexts[language]?.exec(text);
  const mark = fitMarks.exec(markup);
  return [...(word ? [text.slice(Math.max(0, word.index - 60), word.index + 60)] : []), ...(mark ? [mark[0]] : [])];
}

/** Returns the universal categories that are checked in an edition. */
const goodsOf = (edition: Edition): Product[] =>
  known.goods.filter((_, at) => isLong || at % allEditions.length === allEditions.indexOf(edition));

describe.each(allEditions.map((edition) => [edition.locale, edition] as const))('%s', (locale, edition) => {
  async function read(visitor: Visitor, path: string): Promise<string> {
    const seen = await visitor.follow(await visitor.ask(edition.prefix + path));
    expect([path, seen.status]).toEqual([path, 200]);
    return seen.text;
  }
  const articlePath = ({ brand, number }: Product) =>
    localPath(edition, 'article', { brand, number, modelId: known.modelId });
  const add = async (visitor: Visitor, { offerId }: Product) =>
    visitor.call(`/api/Warenkorb/Hinzufuegen/${offerId}?modelId=${known.modelId}&locale=${locale}`, 'POST', {
      quantity: 1,
    });

  test('a brake disc that fits does show the word and the mark: in the list, the article and the cart', async () => {
    const visitor = new Visitor(shop.origin);
    const list = await read(visitor, `/x/y/3-${known.modelId}-1523`);
    const fitting = linesOf(list).filter(({ markup }) => errorsOf(markup, edition).length === 2);
    expect(fitting.length).toBeGreaterThan(0);
    expect(errorsOf(aboutArticle(await read(visitor, articlePath(known.disc))), edition)).toHaveLength(2);
    await add(visitor, known.disc);
    const [line] = linesOf(await read(visitor, localPath(edition, 'cart', {})));
    expect(line?.number).toBe(known.disc.number);
    expect(errorsOf(line?.markup ?? '', edition)).toHaveLength(2);
  });

  test('universal goods show neither, on any page with a car', async () => {
    const visitor = new Visitor(shop.origin);
    const errors: Record<string, string[]> = {};
    const seen = { list: 0, article: 0, cart: 0, 'full text': 0, 'part number': 0 };
    const look = (kind: keyof typeof seen, about: string, markup: readonly string[]): void => {
      seen[kind] += markup.length;
      const found = markup.flatMap((each) => errorsOf(each, edition));
      if (found.length > 0) errors[`${kind}: ${about}`] = found;
    };
    const lookAtLines = (kind: keyof typeof seen, about: string, html: string): void =>
      look(
        kind,
        about,
        universalLines(html).map(({ markup }) => markup),
      );
    const goods = goodsOf(edition);
    for (const product of goods) {
      const { category, categoryId, number } = product;
      const article = await read(visitor, articlePath(product));
      look('article', `${category} ${number}`, [aboutArticle(article)]);
      lookAtLines('article', `related to ${number}`, article);
      const { modelId } = known;
      lookAtLines('list', category, await read(visitor, `/x/y/3-${modelId}-${categoryId}`));
      lookAtLines(
        'full text',
        category,
        await read(visitor, localPath(edition, 'fullText', { query: number, modelId })),
      );
      lookAtLines('part number', number, await read(visitor, localPath(edition, 'partNumber', { number, modelId })));
      expect((await add(visitor, product)).status).toBe(200);
    }
    const cart = universalLines(await read(visitor, localPath(edition, 'cart', {})));
    expect(new Set(cart.map(({ number }) => number))).toEqual(new Set(goods.map(({ number }) => number)));
    look(
      'cart',
      'all',
      cart.map(({ markup }) => markup),
    );
    expect(errors).toEqual({});
    for (const [kind, count] of Object.entries(seen)) expect([kind, count >= goods.length]).toEqual([kind, true]);
  });
});
