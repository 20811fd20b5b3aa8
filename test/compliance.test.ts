import type { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reasonsOf } from '../server/marketplace/offer-store/offer-rejections.js';
import { allEditions, type Edition } from '../server/web/routes/editions.js';
import { localPath } from '../server/web/routes/paths.js';
import { createTexts } from '../server/web/texts/texts.js';
import type { RulePage } from './duties/compliance-rule.js';
import { complianceRules } from './duties/compliance-rules.js';
import type { Facts, Proof, Subject } from './duties/proof.js';
import { priceProofs } from './duties/proofs-of-prices.js';
import { productProofs } from './duties/proofs-of-products.js';
import { shopProofs } from './duties/proofs-of-shop.js';
import { pricedDatabase } from './support/catalogue-database.js';
import { sharedShop } from './support/shared-shop.js';

const shop = sharedShop();
let catalogue: DatabaseSync;
const proofs: Readonly<Record<string, Proof>> = { ...shopProofs, ...priceProofs, ...productProofs };
const texts = createTexts(() => allEditions[0] as Edition);

beforeAll(async () => {
  catalogue = pricedDatabase(shop.dataDir);
});
afterAll(async () => {
  catalogue?.close();
});

/**
 * Conditions that select a product for a kind of page. `o` is the cheapest offer for the country, which the page shows
 * first.
 */
const articleKinds: Partial<Record<RulePage, string>> = {
  article: `b.eu_responsible is not null`,
  reducedArticle: 'o.lowest30 is not null',
  depositArticle: `o.refund > 0 and p.condition = 'remanufactured'`,
  measuredArticle: 'p.base_amount is not null and o.price <> p.base_amount',
  oilArticle: `p.category_id in (select category_id from category_goods where goods = 'oil')`,
  batteryArticle: `o.refund > 0 and p.category_id in (select category_id from category_goods where goods = 'starterBattery')`,
  tyreArticle: 'p.id in (select product_id from tyre_label)',
  guaranteedArticle: 'p.durability is not null',
};
const pages = [
  'home',
  'category',
  ...(Object.keys(articleKinds) as RulePage[]),
  'shop',
  'shopTerms',
  'cart',
  'guaranteedCart',
  'search',
  'partNumber',
  'fluids',
  'warningTriangles',
  'abroadArticle',
  'abroadCart',
  'consent',
  'withdrawal',
  'imprint',
  'accessibility',
  'ranking',
] as const satisfies readonly RulePage[];

/** Category of motor oils. */
const motorOil = 2447;
/** Category of warning triangles. */
const warningTriangle = 2478;

type Row = Record<string, string | number | null>;
interface Sight {
  path: string;
  facts: Facts;
  cookie?: string;
}

/** Returns a product of the kind, with the facts that the law requires on its page. */
function articleOf(edition: Edition, condition: string): Sight {
  const country = edition.locale.slice(3);
  // Batteries have a deposit in Germany only; elsewhere any battery will do.
  const wanted = country === 'DE' ? condition : condition.replace('o.refund > 0 and p.category_id', 'p.category_id');
  const row = catalogue
    .prepare(
      `select p.id, p.norm_number, p.base_amount, p.base_unit, b.name, b.seo_name, b.address, b.email, b.eu_responsible, p.article_number, p.warnings, p.category_id, p.durability,
         pp.total, pp.price, o.refund, o.lowest30, o.surcharge, s.name as shop
       from product_price pp join product p on p.id = pp.product_id join brand b on b.id = p.brand_id
       join offer o on o.id = pp.offer_id join shop s on s.id = o.shop_id
       where pp.country = ? and ${wanted} order by p.popularity desc, p.id limit 1`,
    )
    .get(country) as Row | undefined;
  if (!row) throw new Error(`no product for ${country}: ${condition}`);
  const label = catalogue.prepare('select * from tyre_label where product_id = ?').get(Number(row.id)) as
    | Row
    | undefined;
  const value = row.base_amount && Math.round((Number(row.price) * 1000) / Number(row.base_amount));
  const match = { brand: String(row.seo_name), number: String(row.norm_number) };
  return {
    // For one piece, since some products have another usual quantity.
    path: `${edition.prefix}${localPath(edition, 'article', match)}?quantity=1`,
    facts: {
      maker: { name: String(row.name), address: String(row.address), email: String(row.email) },
      product: {
        number: String(row.article_number),
        warnings: (JSON.parse(String(row.warnings)) as Record<string, string>[]).map(
          (of) => of[edition.language] ?? '',
        ),
      },
      responsible: row.eu_responsible === null ? null : String(row.eu_responsible),
      offer: {
        shop: String(row.shop),
        total: Number(row.total),
        shipping: Number(row.total) - Number(row.price),
        refund: Number(row.refund),
        lowest30: row.lowest30 === null ? null : Number(row.lowest30),
        basePrice: value ? { value, unit: String(row.base_unit) } : null,
      },
      ...(row.durability !== null && { durability: JSON.parse(String(row.durability)) }),
      ...(label && {
        tyre: { noise: Number(label.noise), noiseClass: String(label.noise_class), eprel: String(label.eprel) },
      }),
    },
  };
}

function shopOf(edition: Edition, page: 'shop' | 'shopTerms' = 'shop'): Sight {
  const row = catalogue
    .prepare(
      `select s.* from shop s join shop_rate r on r.shop_id = s.id where r.country = ? and s.rating_count > 0 and s.offers > 0
       order by ${page === 'shopTerms' ? 's.country = r.country desc, ' : ''}s.id`,
    )
    .get(edition.locale.slice(3)) as Record<string, string>;
  const { name = '', street = '', postcode = '', city = '', phone = '', email = '', register = '', vat_id = '' } = row;
  return {
    path: edition.prefix + localPath(edition, page, { shop: String(row.slug) }),
    facts: { shop: { name, street, postcode, city, phone, email, register, vatId: vat_id } },
  };
}

/** The list of fluids whose first product has a price per litre. */
function fluids(edition: Edition): Sight {
  const { facts } = articleOf(edition, `p.category_id = ${motorOil} and p.base_amount is not null`);
  return { path: `${edition.prefix}/x/8-${motorOil}`, facts };
}

/** A cart or an article for a visitor from Switzerland. */
async function abroad(edition: Edition, page: 'abroadArticle' | 'abroadCart'): Promise<Sight> {
  const { path, cookie } = page === 'abroadCart' ? await cartOf(edition) : articleOf(edition, 'p.base_amount is null');
  return { path, facts: {}, cookie: [cookie, 'country=CH'].filter(Boolean).join('; ') };
}

/** Makes a cart with the best offer of an article. */
async function cartOf(edition: Edition, condition = 'p.base_amount is null'): Promise<Sight> {
  const { path, facts } = articleOf(edition, condition);
  const html = await (await fetch(shop.origin + path)).text();
  const action = /action="(\/api\/Warenkorb\/Hinzufuegen\/\d+)/.exec(html)?.[1];
  const response = await fetch(shop.origin + action, {
    method: 'POST',
    redirect: 'manual',
    headers: { accept: 'text/html', origin: shop.origin },
    body: new URLSearchParams({ locale: edition.locale, quantity: '1' }),
  });
  const cookie = response.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  const { durability } = facts;
  return { path: edition.prefix + localPath(edition, 'cart', {}), facts: durability ? { durability } : {}, cookie };
}

async function sightOf(edition: Edition, page: RulePage): Promise<Sight> {
  const condition = articleKinds[page];
  if (condition) return articleOf(edition, condition);
  const information = {
    withdrawal: 'revocation',
    imprint: 'imprint',
    accessibility: 'accessibility',
    ranking: 'ranking',
  };
  if (page in information)
    return {
      path: edition.prefix + localPath(edition, 'information', { page: information[page as 'imprint'] as 'imprint' }),
      facts: {},
    };
  if (page === 'shop') return shopOf(edition);
  if (page === 'shopTerms') return shopOf(edition, page);
  if (page === 'warningTriangles') return { path: `${edition.prefix}/x/8-${warningTriangle}`, facts: {} };
  if (page === 'cart') return cartOf(edition);
  if (page === 'guaranteedCart') return cartOf(edition, articleKinds.guaranteedArticle);
  if (page === 'fluids') return fluids(edition);
  if (page === 'abroadArticle' || page === 'abroadCart') return abroad(edition, page);
  const plain = { facts: {} };
  if (page === 'consent') return { ...plain, path: edition.prefix + localPath(edition, 'consent', {}) };
  if (page === 'search') return { ...plain, path: edition.prefix + localPath(edition, 'fullText', { query: 'golf' }) };
  if (page === 'partNumber') {
    const number = String(
      catalogue.prepare('select norm_number from product order by popularity desc').get()?.norm_number,
    );
    return { ...plain, path: edition.prefix + localPath(edition, 'partNumber', { number }) };
  }
  // Words in a category's address do not matter: it redirects to the right ones.
  return { path: page === 'home' ? `${edition.prefix}/` : `${edition.prefix}/x/x/--1523`, facts: {} };
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" };
/** Returns the HTML with plain spaces only. */
const readable = (html: string): string =>
  html
    .replace(/<(script|style)\b[\s\S]*?<\/\1>/g, ' ')
    .replace(/<!-- -->/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole)
    .replace(/\s+/g, ' ');

test.each(allEditions)('$locale shows on each kind of page what the law asks for', async (edition) => {
  const { locale } = edition;
  const missing: string[] = [];
  let checked = 0;
  for (const page of pages) {
    const { path, facts, cookie } = await sightOf(edition, page);
    const response = await fetch(shop.origin + path, { headers: cookie ? { cookie } : {} });
    const html = await response.text();
    if (response.status !== 200) missing.push(`${page} ${path}: status ${response.status}`);
    const read = readable(html);
    const subject: Subject = {
      ...texts.of(edition),
      locale,
      address: (name) => edition.prefix + localPath(edition, 'information', { page: name }),
      facts,
    };
    for (const rule of complianceRules) {
      if (rule.pages && !rule.pages.includes(page)) continue;
      if (rule.editions && !rule.editions.includes(locale)) continue;
      checked++;
      const { words, links, always, never } = proofs[rule.name] ?? {};
      for (const text of words?.(subject) ?? [])
        if (!read.includes(text.replace(/\s+/g, ' '))) missing.push(`${page} ${path}: ${rule.name}: "${text}"`);
      for (const link of links?.(subject) ?? [])
        if (!new RegExp(`href="[^"]*${link.replace(/[.*+?^$()|[\]\\]/g, '\\$&')}`).test(html))
          missing.push(`${page} ${path}: ${rule.name}: link ${link}`);
      if (always && !always.test(html)) missing.push(`${page} ${path}: ${rule.name}: ${always}`);
      if (never?.test(html)) missing.push(`${page} ${path}: ${rule.name}`);
    }
  }
  expect(missing).toEqual([]);
  expect(checked).toBeGreaterThan(170);
});

test('every duty names its law, is checked on a page, and asks for something', () => {
  for (const { name, source, since, unread, pages: own = pages } of complianceRules) {
    const { words, links, always, never } = proofs[name] ?? {};
    const laws = typeof source === 'string' ? [source] : Object.values(source);
    // Where nobody has read the national act, the source is the common one, with the date of the search for it.
    for (const locale of Object.keys(unread?.known ?? {}) as Edition['locale'][])
      expect([name, typeof source === 'string' ? source : source[locale]]).toEqual([
        name,
        expect.stringMatching(/^(Directive|Code) /),
      ]);
    const starts = typeof since === 'object' ? Object.values(since) : [since ?? '2000-01-01'];
    for (const start of starts) expect([name, start]).toEqual([name, expect.stringMatching(/^\d{4}-\d\d-\d\d$/)]);
    if (unread) expect([name, unread.on]).toEqual([name, expect.stringMatching(/^\d{4}-\d\d-\d\d$/)]);
    expect([name, laws.every((law) => /\d/.test(law) || law === 'Wet milieubeheer')]).toEqual([name, true]);
    expect([name, own.length > 0 && own.every((page) => (pages as readonly string[]).includes(page))]).toEqual([
      name,
      true,
    ]);
    expect([name, Boolean(words || links || always || never)]).toEqual([name, true]);
  }
  expect(new Set(complianceRules.map(({ name }) => name)).size).toBe(complianceRules.length);
});

test('what lacks what the law needs is not sold: no price, no listing, and a cart that has it says so', async () => {
  const withheld = catalogue
    .prepare(
      `select w.id, w.product_id, p.norm_number, b.seo_name from withheld_offer w join product p on p.id = w.product_id
       join brand b on b.id = p.brand_id where p.id not in (select product_id from offer) limit 1`,
    )
    .get() as Row;
  const reasons = catalogue.prepare('select distinct withheld from withheld_offer').all();
  const named = reasons.flatMap((row) => reasonsOf(Number(row.withheld)));
  expect([...new Set(named)].sort()).toEqual(['basePrice', 'euResponsible', 'trader', 'tyreLabel']);
  const offers = await (await fetch(`${shop.origin}/api/Angebote?sparePartId=${withheld.product_id}`)).json();
  expect(offers).toEqual({ packs: 1, offers: [], shops: [] });
  const added = await fetch(`${shop.origin}/api/Warenkorb/Hinzufuegen/${withheld.id}`, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json', origin: shop.origin },
    body: JSON.stringify({ quantity: 1 }),
  });
  expect(added.status).toBe(404);
  const edition = allEditions[0] as Edition;
  const match = { brand: String(withheld.seo_name), number: String(withheld.norm_number) };
  const html = await (await fetch(shop.origin + localPath(edition, 'article', match))).text();
  expect(readable(html)).toContain(texts.of(edition).t('article:buy.none'));
  expect(html).not.toContain('Hinzufuegen');
});
