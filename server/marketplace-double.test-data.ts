import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Wire } from './api/contract.js';

/** A marketplace of one vehicle, one category, one product, over real HTTP; it counts and can be made to fail. */
export interface Double {
  url: string;
  calls: { method: string; url: string; session: string | undefined }[];
  /** Breaks the answers of addresses that the pattern fits. */
  breakOn(pattern: RegExp | null, how?: 'error' | 'reset' | 'garbage' | 'hang'): void;
  generation: string;
  stop(): Promise<void>;
}

const manufacturer = { id: '10', name: 'Volkswagen', slug: 'volkswagen', seoName: 'Volkswagen', popularity: 18 };
const seriesPage = { id: '55', slug: 'VW-Golf-VII', name: 'Golf VII' };
const years = { productionYearStart: 2012, productionYearEnd: 2019 };
const series = { id: '700', name: 'Golf VII (5G)', slug: 'golf-vii-5g', ...years, popularity: 9, seriesPage };
const model = {
  id: 'm7',
  name: '1.6 TDI',
  fullName: 'Volkswagen Golf VII (5G) 1.6 TDI',
  ps: 105,
  kw: 77,
  ccm: 1598,
  fuel: 'diesel' as const,
  ...years,
  popularity: 5,
  kbas: [{ kbaId: '4711', hsn: '0603', tsn: 'BGU' }],
};
const vehicle = { manufacturer, seriesFamily: null, seriesPage, series, model };
const reference = { id: '20', title: 'Bremsanlage', seoAlias: 'Bremsanlage' };
const category = {
  id: '1523',
  urlId: '1523',
  leafNumber: null,
  title: 'Bremsscheiben',
  seoAlias: 'Bremsscheiben',
  imageFilename: 'disc',
  level: 2,
  isUniversal: false,
  isLeaf: true,
  popularity: 400,
  parent: reference,
  topParent: reference,
};
const seoAliases = {
  de: 'Bremsscheiben',
  fr: 'disques-de-frein',
  es: 'discos-de-freno',
  it: 'dischi-freno',
  nl: 'remschijven',
};
const brand = { id: '30', name: 'Kelvo', seoName: 'Kelvo', logo: null };
const product = {
  id: '9001',
  offerId: '5001',
  title: 'Bremsscheibe vorn',
  normNumber: 'K12033',
  articleNumber: 'K 120.33',
  ean: null,
  manufacturer: brand,
  smallImages: [],
  type: { id: '1523', title: 'Bremsscheiben' },
  attributes: [{ key: 'diameter', label: 'Durchmesser', value: '288', unit: 'mm', letter: 'A' }],
  fit: { state: 'fits' as const, notes: [] },
  lowestPrice: 41.8,
  lowestTotal: 46.75,
  refund: 0,
  basePrice: null,
  deliveryDays: { min: 1, max: 2 },
  offerCount: 1,
  condition: 'new' as const,
  isUniversal: false,
};
const shop = {
  id: '3',
  name: 'Teile Nord',
  slug: 'Teile-Nord',
  rating: 4.8,
  ratingCount: 200,
  country: 'DE',
  city: 'Kiel',
};
const offer = {
  id: '5001',
  offerId: '5001',
  shop,
  price: 41.8,
  shipping: 4.95,
  totalPrice: 46.75,
  refund: 0,
  basePrice: null,
  lowest30: null,
  deliveryDays: { min: 1, max: 2 },
  stock: 5,
  condition: 'new' as const,
  returnCost: { cost: 4.95, days: 30 },
};

const documents = [
  ['MA-1', 1, 1, 'Montageanleitung', 'https://docs.example/ma-1.pdf'],
  ['MV-1', 1, 4, 'Einbauvideo', 'https://www.youtube-nocookie.com/embed/abc?rel=0'],
].map(([docNo, langNo, id, title, url]) => ({
  docNo: String(docNo),
  langNo: Number(langNo),
  type: { id: Number(id), title: String(title) },
  url: String(url),
  host: new URL(String(url)).host,
}));

const notFound = Symbol('not found');
const carts = new Map<string, number>();

function navigation(query: URLSearchParams): Wire<'navigation'> | typeof notFound {
  const [type, id, categoryId] = ['type', 'id', 'categoryId'].map((name) => query.get(name));
  const known = { '1': '10', '2': '55', '3': 'm7' }[type ?? ''];
  if (type && known !== id) return notFound;
  if (categoryId && !['1523', '243', '1312'].includes(categoryId)) return notFound;
  const node = { ...category, resultCount: 21, children: [] };
  return {
    vehicle: type
      ? {
          ...vehicle,
          model: type === '3' ? model : null,
          series: type === '3' ? series : null,
          seriesPage: type === '1' ? null : seriesPage,
        }
      : null,
    category: categoryId
      ? { ...category, id: categoryId, urlId: categoryId, seoAliases, seoText: '', description: '' }
      : null,
    ancestors: [],
    categories: categoryId ? [] : [node],
    popular: [],
    universal: [],
    seriesPages: [],
  };
}

function cartOf(sid: string | undefined): Wire<'cart'> {
  const quantity = carts.get(sid ?? '') ?? 0;
  const sum = Math.round(quantity * 4180) / 100;
  const line = {
    id: 'line-1',
    offerId: '5001',
    shopId: '3',
    productId: '9001',
    title: product.title,
    brand: { name: brand.name, seoName: brand.seoName },
    articleNumber: product.articleNumber,
    normNumber: product.normNumber,
    model: null,
    quantity,
    unitPrice: 41.8,
    previousPrice: null,
    sum,
    refund: 0,
    image: null,
    fit: { state: 'unknown' as const, notes: [] },
    deliveryDays: { min: 1, max: 2 },
    available: true,
    state: 'ok' as const,
  };
  const shipping = quantity > 0 ? 4.95 : 0;
  return {
    cartData: {
      cartArticles: quantity > 0 ? [line] : [],
      cartShops:
        quantity > 0 ? [{ ...shop, priceSum: sum, refundSum: 0, shippingSum: shipping, freeShippingFrom: 100 }] : [],
      minShopFeedbackAvg: quantity > 0 ? 4.8 : 0,
      countArticles: quantity,
      priceSum: sum,
      refundSum: 0,
      shippingSum: shipping,
      priceTotal: sum + shipping,
    },
    undo: null,
  };
}

function read(path: string, query: URLSearchParams, sid: string | undefined): unknown {
  if (path === '/api/vehicle/manufacturers') return [manufacturer];
  if (path === '/api/vehicle/manufacturers/10') return manufacturer;
  if (path === '/api/vehicle/manufacturers/10/series') return [series];
  if (path === '/api/vehicle/series/700/models') return [model];
  if (path === '/api/vehicle/series-pages/55')
    return { ...vehicle, series: null, model: null, seriesList: [{ ...series, models: [model] }] };
  if (path === '/api/vehicle/models/m7' || path === '/api/vehicle/kba/4711') return vehicle;
  if (path === '/api/vehicle/hsntsn/0603BGU') return [{ ...vehicle, kbaId: '4711' }];
  if (path === '/api/vehicle/hsntsn/0603TWO' || path === '/api/vehicle/license/fr/AA123ZZ') {
    const second = {
      ...model,
      id: 'm8',
      name: '2.0 TDI',
      fullName: 'Volkswagen Golf VII (5G) 2.0 TDI',
      kw: 110,
      ps: 150,
    };
    return [
      { ...vehicle, kbaId: '4711' },
      { ...vehicle, model: second, kbaId: null },
    ];
  }
  if (/^\/api\/vehicle\/(hsntsn|license)\//.test(path)) return [];
  if (path === '/api/navigation') return navigation(query);
  if (path === '/api/Marken') return [{ ...brand, id: '7', slug: brand.seoName, description: '', articleCount: 1 }];
  if (/^\/api\/x\/x\//.test(path)) {
    const page = Number(query.get('page'));
    if (page > 2) return notFound;
    const listing: Wire<'listing'> = {
      country: 'DE',
      isUniversal: false,
      spareParts: [product],
      resultCount: 21,
      availablePageCount: 2,
      page,
      sort: 'popularity',
      filters: [],
    };
    return listing;
  }
  if (/^\/api\/Teilenummernsuche\/Kelvo\/K1203[34]$/.test(path)) {
    const maker = { ...brand, address: 'Musterweg 1', email: 'a@b.example', euResponsible: null };
    const normNumber = path.slice(-6);
    const hasDocuments = normNumber === 'K12034';
    const detail = {
      ...product,
      normNumber,
      manufacturer: maker,
      images: [],
      documents: hasDocuments ? documents : [],
      warnings: [],
      goods: [],
      tyreLabel: null,
    };
    return {
      product: detail,
      category,
      ancestors: [],
      vehicle: query.get('modelId') === 'm7' ? vehicle : null,
      related: [],
    };
  }
  if (path === '/api/search/suggestions') {
    const { id, title, normNumber, articleNumber } = product;
    const image = { url: '/api/Bilder/disc.svg', width: 400, height: 300, alt: title };
    const found: Wire<'suggestions'> = {
      results: 4,
      universal: [{ ...category, id: '463', urlId: '463', title: 'Öle', seoAlias: 'Oele', isUniversal: true }],
      vehicleSpecific: query.get('vehicleModelId') === 'm7' ? [category] : [],
      specific: query.get('vehicleModelId') === 'm7' ? [] : [category],
      products: [{ id, title, normNumber, articleNumber, brand, image }],
      universalProducts: [],
      vehicle: query.get('vehicleModelId') === 'm7' ? vehicle : null,
      vehicles: [vehicle, { ...vehicle, model: null }, { ...vehicle, model: null, seriesPage: null }],
    };
    return found;
  }
  if (path === '/api/TrustedShops/Rating')
    return { shop: { qualityIndicators: { reviewIndicator: { overallMark: 4.5, totalReviewCount: 30 } } } };
  if (path === '/api/TrustedShops/Reviews') {
    const comments = ['Schnell da.', '', 'Passt.', ' ', 'Gut verpackt.', 'Gerne wieder.', 'Der fünfte.'];
    return { shop: { reviews: comments.map((comment) => ({ comment, mark: 5, creationDate: '2026-09-01' })) } };
  }
  if (path === '/api/Preissenkung') return { percent: 0 };
  if (path === '/api/Angebote') return { offers: [offer], shops: [shop] };
  if (path === '/api/Artikel/9001/Fahrzeuge') return [];
  if (path === '/api/Artikel/9001/Originalteile') return [{ manufacturer: 'Volkswagen', numbers: ['5Q0 615 301 F'] }];
  if (path === '/api/Warenkorb') return cartOf(sid);
  if (path === '/api/Warenkorb/count') return { countArticles: carts.get(sid ?? '') ?? 0 };
  if (path === '/api/openapi.json') return { openapi: '3.1.0' };
  if (path === '/readyz') return { status: 'ready', isDemonstration: true };
  return notFound;
}

async function write(
  path: string,
  message: IncomingMessage,
  response: ServerResponse,
  sid: string | undefined,
): Promise<unknown> {
  let text = '';
  for await (const chunk of message) text += chunk;
  if (path === '/api/Warenkorb/Generieren') {
    const { items } = JSON.parse(text) as { items: { quantity: number }[] };
    const session = sid ?? `session-${carts.size}-abcdefghijkl`;
    if (session !== sid) response.setHeader('x-session', session);
    for (const item of items) carts.set(session, (carts.get(session) ?? 0) + item.quantity);
    return cartOf(session);
  }
  const quantity = (text ? (JSON.parse(text) as { quantity?: number }) : {}).quantity ?? 0;
  if (path === '/api/session') return { sid: sid ?? `session-${carts.size}-abcdefghijkl` };
  if (path === '/api/Warenkorb/Hinzufuegen/5001') {
    const session = sid ?? `session-${carts.size}-abcdefghijkl`;
    if (session !== sid) response.setHeader('x-session', session);
    carts.set(session, (carts.get(session) ?? 0) + quantity);
    return cartOf(session);
  }
  if (path === '/api/Warenkorb/Aendern/line-1' && sid) {
    carts.set(sid, quantity);
    return cartOf(sid);
  }
  if (path === '/api/Warenkorb/Loeschen/line-1' && sid) {
    carts.set(sid, 0);
    return cartOf(sid);
  }
  return notFound;
}

export async function startDouble(): Promise<Double> {
  let pattern: RegExp | null = null;
  let how: 'error' | 'reset' | 'garbage' | 'hang' = 'error';
  const double: Double = {
    url: '',
    calls: [],
    generation: 'g1',
    breakOn(broken, kind = 'error') {
      pattern = broken;
      how = kind;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve()).closeAllConnections()),
  };
  const server = createServer(async (message, response) => {
    const { pathname, searchParams } = new URL(message.url ?? '/', 'http://double');
    const sid = message.headers['x-session'] as string | undefined;
    double.calls.push({ method: message.method ?? '', url: message.url ?? '', session: sid });
    response.setHeader('content-type', 'application/json');
    response.setHeader('x-catalogue-generation', double.generation);
    if (pattern?.test(message.url ?? '')) {
      if (how === 'hang') return;
      if (how === 'reset') return void message.socket.destroy();
      if (how === 'garbage') return void response.end('{"cartData":');
      response.statusCode = 500;
      return void response.end('{}');
    }
    const answer =
      message.method === 'POST' ? await write(pathname, message, response, sid) : read(pathname, searchParams, sid);
    if (answer === notFound) {
      response.statusCode = 404;
      const code = /Hinzufuegen/.test(pathname)
        ? 'offer_unknown'
        : /Aendern|Loeschen/.test(pathname)
          ? 'line_unknown'
          : 'not_found';
      response.setHeader('content-type', 'application/problem+json');
      response.end(JSON.stringify({ type: 'about:blank', title: 'x', status: 404, code }));
      return;
    }
    response.end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  double.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return double;
}
