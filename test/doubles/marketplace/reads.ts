import type { Wire } from '../../../server/contract/operations/handler-types.js';
import { emptyPlans } from '../../../server/web/api/calls/cart.js';
import { cartOf, countOf, sessionKnown } from './carts.js';
import {
  brand,
  category,
  documents,
  manufacturer,
  model,
  notFound,
  offer,
  product,
  seoAliases,
  series,
  seriesPage,
  shop,
  vehicle,
} from './entities.js';

function navigation(query: URLSearchParams): Wire<'navigation'> | typeof notFound {
  const [type, id, categoryId] = ['type', 'id', 'categoryId'].map((name) => query.get(name));
  const known = { '1': '10', '2': '55', '3': 'm7' }[type ?? ''];
  if (type && known !== id) return notFound;
  if (categoryId && !['1523', '243', '1312', '20', '2349'].includes(categoryId)) return notFound;
  // A group with products, but none for the model.
  const isGroup = categoryId === '20';
  const node = { ...category, resultCount: isGroup && type === '3' ? 0 : 21, children: [] };
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
      ? {
          ...category,
          id: categoryId,
          urlId: categoryId,
          isLeaf: !isGroup,
          ...(categoryId === '2349' && { isUniversal: true, leafNumber: 452 }),
          seoAliases,
          seoText: '',
          description: '',
        }
      : null,
    ancestors: [],
    categories: categoryId && !isGroup ? [] : [node],
    popular: [],
    universal: [],
    seriesPages: [],
    models: [],
  };
}

/** The fit of a part for some cars of a model only. */
const conditional = { state: 'conditional' as const, notes: ['PR 1ZE'], checks: [], conditions: ['aaaaaa'] };

/** Returns the response to a read. */
export function read(path: string, query: URLSearchParams, sid: string | undefined): unknown {
  if (path === '/api/vehicle/manufacturers') return [manufacturer];
  if (path === '/api/vehicle/manufacturers/10') return manufacturer;
  if (path === '/api/vehicle/manufacturers/10/series') return [series];
  if (path === '/api/vehicle/series/700/models') return [model];
  if (path === '/api/vehicle/series-pages/55')
    return { ...vehicle, series: null, model: null, seriesList: [{ ...series, models: [model] }] };
  if (path === '/api/vehicle/models/m7' || path === '/api/vehicle/kba/4711') return vehicle;
  if (path === '/api/vehicle/hsntsn/0603BGU') return [{ ...vehicle, kbaId: '4711' }];
  if (path === '/api/vehicle/hsntsn/0603SAM') return ['4711', '4712'].map((kbaId) => ({ ...vehicle, kbaId }));
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
  if (path === '/api/Bilder/disc.svg') return `<svg><desc>${query.get('a')}</desc></svg>`;
  if (path === '/api/navigation') return navigation(query);
  if (path === '/api/Preissenkung') return { percent: query.get('categoryId') === '243' ? 80 : 79 };
  if (path === '/api/Marken') return [{ ...brand, id: '7', slug: brand.seoName, description: '', articleCount: 1 }];
  if (/^\/api\/x\/x\//.test(path)) {
    const page = Number(query.get('page'));
    if (page > 2) return notFound;
    const isEmpty = path.endsWith('/3-m7-20');
    const listing: Wire<'listing'> = {
      country: 'DE',
      isUniversal: false,
      spareParts: isEmpty ? [] : [path.endsWith('/3-m7-243') ? { ...product, fit: conditional } : product],
      resultCount: isEmpty ? 0 : 21,
      availablePageCount: isEmpty ? 0 : 2,
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
      durability: null,
      recall: null,
    };
    return {
      product: detail,
      category,
      ancestors: [],
      vehicle: query.get('modelId') === 'm7' ? vehicle : null,
      hasPriceHistory: false,
      related: [],
    };
  }
  if (path === '/api/Vergleich')
    return { products: [product], category, vehicle: query.get('modelId') === 'm7' ? vehicle : null };
  if (path === '/api/vehicle/models/m7/fits') return [{ id: product.id, fit: product.fit }];
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
      f: '',
    };
    return found;
  }
  if (path === '/api/TrustedShops/Rating')
    return { shop: { qualityIndicators: { reviewIndicator: { overallMark: 4.5, totalReviewCount: 30 } } } };
  if (path === '/api/TrustedShops/Reviews') {
    const comments = ['Schnell da.', '', 'Passt.', ' ', 'Gut verpackt.', 'Gerne wieder.', 'Der fünfte.'];
    return { shop: { reviews: comments.map((comment) => ({ comment, mark: 5, creationDate: '2026-09-01' })) } };
  }
  const directory = /^\/api\/Verzeichnis\/([\w-]+)$/.exec(path)?.[1];
  // The categories are too many for one page.
  if (directory === 'categories') {
    const { urlId, title } = category;
    const entries = query.get('page') === '2' ? [{ urlId, title, seoAliases }] : [];
    return { kind: directory, entries, pageCount: 2, lastModified: '2026-01-01T00:00:00Z' };
  }
  if (directory) return { kind: directory, entries: [], pageCount: 1, lastModified: '2026-01-01T00:00:00Z' };
  if (path === '/api/Preissenkung') return { percent: 0 };
  // No shop ships to Iceland.
  if (path === '/api/Angebote')
    return query.get('country') === 'IS'
      ? { packs: 1, offers: [], shops: [] }
      : { packs: 1, offers: [offer], shops: [shop] };
  if (path === '/api/recommendation/spare-part/9001') return [product];
  if (/^\/api\/Shop\/Teile-Nord\/(terms|policy)$/.test(path))
    return {
      shop: { id: shop.id, name: shop.name, slug: shop.slug },
      language: 'de',
      html: '<p>Es gilt das Gesetz.</p>',
    };
  if (path === '/api/Artikel/9001/Fahrzeuge') return [];
  if (path === '/api/Artikel/9001/Originalteile') return [{ manufacturer: 'Volkswagen', numbers: ['5Q0 615 301 F'] }];
  if (path === '/api/session') return sessionKnown(sid);
  if (path === '/api/Warenkorb') {
    const beside = query.has('besideMs') && { plans: emptyPlans.plans, advice: { missing: [], sets: [] } };
    return { ...cartOf(sid), ...beside };
  }
  if (path === '/api/Warenkorb/optimize') return emptyPlans;
  if (path === '/api/Warenkorb/count') return countOf(sid);
  if (path === '/readyz') return { status: 'ready', isDemonstration: true };
  return notFound;
}
