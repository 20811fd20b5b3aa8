import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { inTurn } from './support/sample.js';
import { sharedShop } from './support/shared-shop.js';
import { askUntil, until } from './support/until.js';
import { Visitor } from './support/visitor.js';

/** Pictures in responses exist, parameters have an effect, and an idempotency key belongs to one write. */
const shop = sharedShop();
// biome-ignore lint/suspicious/noExplicitAny: answers of every shape are looked into
type Answered = any;
/** A part with offers of several shops, a car that it fits, and one that it does not. */
let part: { id: string; offers: Answered[]; fits: string; fitsNot: string; leaf: string };
const get = async (path: string, headers: Record<string, string> = {}): Promise<Answered> =>
  (await fetch(shop.origin + path, { headers })).json();
beforeAll(async () => {
  const { spareParts } = await get('/api/x/x/--1523?sort=price');
  for (const { id } of spareParts) {
    const { offers } = await get(`/api/Angebote?sparePartId=${id}`);
    const fitting: Answered[] = await get(`/api/Artikel/${id}/Fahrzeuge`);
    const models = fitting.flatMap(({ models }) => models.map((model: { id: string }) => model.id));
    const all: Answered[] = [];
    for (const make of ['121', '138', '16']) {
      const series = await get(`/api/vehicle/manufacturers/${make}/series?limit=3`);
      if (Array.isArray(series))
        for (const each of series) all.push(...(await get(`/api/vehicle/series/${each.id}/models`)));
    }
    const fitsNot = all.map((model) => model.id).find((model) => !models.includes(model));
    if (offers.length > 5 && models.length > 1 && fitsNot) {
      part = { id, offers, fits: models.at(-1), fitsNot, leaf: '1523' };
      break;
    }
  }
  expect(part).toBeDefined();
});

/** Returns every address of a picture in a response. */
const picturesIn = (response: Answered): string[] =>
  [...JSON.stringify(response).matchAll(/"(\/(?:api\/(?:Fotos|Bilder)|images|pictures)\/[^"]*)"/g)].map(
    ([, address]) => address as string,
  );

test('every picture that an answer names is one on this origin, and may be shown elsewhere', async () => {
  const visitor = new Visitor(shop.origin);
  const listings = await Promise.all(['1523', '243', '1312'].map((id) => get(`/api/x/x/--${id}`)));
  const products: Answered[] = listings.flatMap(({ spareParts }) => spareParts);
  const photographed = products.find((product) => JSON.stringify(product).includes('/api/Fotos/'));
  const { seoName } = photographed.manufacturer;
  const article = await get(`/api/Teilenummernsuche/${seoName}/${photographed.normNumber}`);
  for (const { offerId } of [photographed, products[0]])
    await visitor.call(`/api/Warenkorb/Hinzufuegen/${offerId}`, 'POST', { quantity: 1 });
  const responses = {
    listing: listings,
    search: await get('/api/search/products?query=bremsscheibe'),
    fullText: await get(`/api/Volltextsuche/${encodeURIComponent(photographed.title)}`),
    article,
    cart: (await visitor.call('/api/Warenkorb')).body,
    suggestions: await get(`/api/search/suggestions?query=${photographed.normNumber}`),
    recommendation: await get(`/api/recommendation/spare-part/${photographed.id}`),
  };
  const addresses = new Set<string>();
  for (const [name, response] of Object.entries(responses)) {
    const found = picturesIn(response);
    expect({ name, pictures: found.length > 0 }).toEqual({ name, pictures: true });
    for (const address of found) addresses.add(address);
  }
  const photographs = [...addresses].filter((address) => address.startsWith('/api/Fotos/'));
  expect(photographs.length).toBeGreaterThan(3);
  const drawings = [...addresses].filter((address) => !photographs.includes(address));
  for (const address of [...inTurn(photographs, 4), ...inTurn(drawings, 4)]) {
    let picture = new Response();
    // A busy machine may make it too late, and then tries again after a minute.
    await until(`${address} is there`, async () => {
      picture = await fetch(shop.origin + address, { headers: { 'sec-fetch-site': 'cross-site' } });
      return picture.status !== 503;
    });
    const bytes = Buffer.from(await picture.arrayBuffer());
    expect({
      address,
      status: picture.status,
      type: picture.headers.get('content-type'),
      policy: picture.headers.get('cross-origin-resource-policy'),
      cache: picture.headers.get('cache-control'),
    }).toEqual({
      address,
      status: 200,
      type: expect.stringMatching(/^image\/(jpeg|svg\+xml|avif|webp)/),
      policy: 'cross-origin',
      cache: 'public, max-age=31536000, immutable',
    });
    if (address.startsWith('/api/Fotos/')) expect(bytes.subarray(0, 3).toString('hex')).toBe('ffd8ff');
  }
  const [photograph = ''] = photographs;
  const other = photograph.replace(/[\w-]{12}\.jpg$/, 'AAAAAAAAAAAA.jpg');
  expect((await fetch(shop.origin + other)).status).toBe(404);
  expect((await fetch(`${shop.origin}/api/Fotos/1/x.jpg`)).status).toBe(400);
});

describe('the context of offers', () => {
  const asked = (context: Record<string, string>): Promise<Answered> =>
    get(`/api/Angebote?${new URLSearchParams({ sparePartId: part.id, ...context })}`);

  test('the car of modelId decides the verdict, and takes no offer away', async () => {
    const without = await asked({});
    expect(without.fit).toBeUndefined();
    const [fits, fitsNot] = [await asked({ modelId: part.fits }), await asked({ modelId: part.fitsNot })];
    expect(['fits', 'conditional']).toContain(fits.fit.state);
    expect(fitsNot.fit).toEqual({ state: 'no', notes: [] });
    for (const { fit: _, ...response } of [fits, fitsNot]) expect(response).toEqual(without);
    expect((await asked({ vehicleModelId: part.fitsNot })).offers).toEqual([]);
  });

  test('a category that the part is not in has none of its offers', async () => {
    const all = await asked({});
    for (const name of ['category', 'categoryId']) {
      expect(await asked({ [name]: part.leaf })).toEqual(all);
      expect(await asked({ [name]: '243' })).toEqual({ offers: [], packs: 1, shops: [] });
    }
  });

  test('the car asked about comes first among those that fit, and its maker among those with numbers', async () => {
    const [first] = await get(`/api/Artikel/${part.id}/Fahrzeuge?modelId=${part.fits}`);
    expect(first.models[0].id).toBe(part.fits);
    const numbers = await get(`/api/Artikel/${part.id}/Originalteile`);
    const last = numbers.at(-1).manufacturer;
    const fitting: Answered[] = await get(`/api/Artikel/${part.id}/Fahrzeuge`);
    const car = fitting.find(({ manufacturer }) => manufacturer.name === last)?.models[0];
    const ordered = await get(`/api/Artikel/${part.id}/Originalteile?modelId=${car.id}`);
    expect(ordered[0].manufacturer).toBe(last);
    expect(ordered.length).toBe(numbers.length);
  });
});

test('the edition of a call is that of its page’s path, else the one that it names', async () => {
  const titles = async (path: string, headers = {}) => (await get(path, headers)).filters[0].label;
  const french = await titles('/api/fr-FR/x/tout-type-de-vehicule/--1523');
  expect(await titles('/api/x/x/--1523?locale=fr-FR')).toBe(french);
  expect(await titles('/api/x/x/--1523', { 'x-locale': 'fr-FR' })).toBe(french);
  expect(await titles('/api/fr-FR/x/x/--1523?locale=es-ES')).toBe(french);
  expect(await titles('/api/x/x/--1523')).not.toBe(french);
});

const json = { accept: 'application/json', 'content-type': 'application/json' };
/** Writes with an idempotency key, like an external client. */
async function write(visitor: Visitor, path: string, body: object, key: string, headers = {}): Promise<Answered> {
  const { status, text } = await visitor.ask(path, {
    method: 'POST',
    headers: { ...json, 'idempotency-key': key, ...headers },
    body: JSON.stringify(body),
  });
  return { status, ...JSON.parse(text) };
}

test('a key belongs to one write: 40 at once are one add, another write is refused, the same one answers as before', async () => {
  const visitor = new Visitor(shop.origin);
  const [first, second] = part.offers as [Answered, Answered];
  await visitor.call(`/api/Warenkorb/Hinzufuegen/${first.id}`, 'POST', { quantity: 1 });
  const key = randomUUID();
  const path = `/api/Warenkorb/Hinzufuegen/${first.id}?modelId=${part.fits}`;
  /** Repeats a write that a busy machine refuses before it begins. */
  const insist = (): Promise<Answered> =>
    askUntil(
      'the shop has time for it',
      () => write(visitor, path, { quantity: 2 }, key),
      ({ code }) => code !== 'busy',
    );
  const responses = await Promise.all(Array.from({ length: 40 }, insist));
  const reported = responses.map(({ status, cartData, undo }) => JSON.stringify([status, cartData, undo]));
  expect(new Set(reported).size).toBe(1);
  expect([responses[0].status, responses[0].cartData.countArticles]).toEqual([200, 3]);
  const line = responses[0].cartData.cartArticles[0].id;
  const others: [path: string, body: object][] = [
    [path, { quantity: 3 }],
    [`/api/Warenkorb/Hinzufuegen/${first.id}`, { quantity: 2 }],
    [`/api/Warenkorb/Hinzufuegen/${first.id}?modelId=${part.fitsNot}`, { quantity: 2 }],
    [`/api/Warenkorb/Hinzufuegen/${second.id}?modelId=${part.fits}`, { quantity: 2 }],
    [`/api/Warenkorb/Aendern/${line}`, { quantity: 2 }],
    [`/api/Warenkorb/Loeschen/${line}`, {}],
    [`/api/Warenkorb/Ersetzen/${line}/${second.id}`, {}],
  ];
  for (const [otherPath, body] of others) {
    const refused = await write(visitor, otherPath, { ...body, locale: 'nl-NL' }, key);
    expect([refused.status, refused.code, refused.title]).toEqual([
      422,
      'idempotency_key_reused',
      'Deze sleutel hoort al bij een ander verzoek. Er is niets gewijzigd.',
    ]);
  }
  const again = await write(visitor, path, { quantity: 2 }, `"${key}"`);
  expect(JSON.stringify([again.status, again.cartData, again.undo])).toBe(reported[0]);
  const malformed = await write(visitor, path, { quantity: 2 }, 'a b');
  expect(malformed).toMatchObject({ status: 400, code: 'invalid', parameter: 'Idempotency-Key' });
  expect((await visitor.call('/api/Warenkorb')).body).toEqual({ cartData: again.cartData, undo: again.undo });
});

describe('an offer that cannot take a line over says why', () => {
  /** Makes a visitor with one line in the cart, and finds another offer of the same part. */
  async function wish(quantity: number, fits: (offer: Answered) => boolean) {
    const visitor = new Visitor(shop.origin);
    for (const { id } of (await get('/api/x/x/--1523?sort=price')).spareParts) {
      const { offers } = await get(`/api/Angebote?sparePartId=${id}&country=FR`);
      const to = offers.find(fits);
      const from = offers.find(
        (offer: Answered) => offer.id !== to?.id && offer.condition === to?.condition && offer.totalPrice !== null,
      );
      if (!to || !from) continue;
      const { body } = await visitor.call(`/api/Warenkorb/Hinzufuegen/${from.id}`, 'POST', { quantity });
      return { visitor, line: (body as Answered).cartData.cartArticles[0].id, to };
    }
    throw new Error('the demonstration has no such offer');
  }
  /** Returns the refusals for a script and for a plain form. */
  async function refusal({ visitor, line, to }: Awaited<ReturnType<typeof wish>>) {
    const fields = { locale: 'fr-FR', country: 'FR' };
    const path = `/api/Warenkorb/Ersetzen/${line}/${to.id}`;
    const reported = await write(visitor, path, fields, randomUUID());
    const plan = await write(
      visitor,
      '/api/Warenkorb/Plan',
      { ...fields, replacements: [{ from: line, to: to.id }] },
      randomUUID(),
    );
    expect([plan.status, plan.code, plan.detail]).toEqual([reported.status, reported.code, reported.detail]);
    const page = await visitor.post(path, fields, { accept: 'text/html' });
    expect(page.status).toBe(reported.status);
    expect(page.text).toContain(reported.detail);
    return reported;
  }

  test('too few pieces, with how many are left', async () => {
    const wished = await wish(99, ({ stock, totalPrice }) => stock > 1 && stock < 99 && totalPrice !== null);
    expect(await refusal(wished)).toMatchObject({
      status: 409,
      code: 'too_few',
      title: 'Le vendeur n’en a plus autant.',
      detail: `Le vendeur n’en a plus que ${wished.to.stock} pour vous.`,
      pieces: wished.to.stock,
    });
  });

  test('a country that the shop does not ship to', async () => {
    const wished = await wish(1, ({ totalPrice }) => totalPrice === null);
    expect(await refusal(wished)).toMatchObject({
      status: 409,
      code: 'not_delivered',
      detail: 'Ce vendeur ne livre pas dans ce pays\u202f: France.',
      country: 'FR',
    });
  });
});
