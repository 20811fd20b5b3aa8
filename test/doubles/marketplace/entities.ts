export const manufacturer = { id: '10', name: 'Volkswagen', slug: 'volkswagen', seoName: 'Volkswagen', popularity: 18 };
export const seriesPage = { id: '55', slug: 'VW-Golf-VII', name: 'Golf VII' };
export const years = { productionYearStart: 2012, productionYearEnd: 2019 };
export const series = {
  id: '700',
  name: 'Golf VII (5G)',
  slug: 'golf-vii-5g',
  shortName: 'Golf VII',
  body: null,
  ...years,
  popularity: 9,
  seriesPage,
};
export const model = {
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
export const vehicle = { manufacturer, seriesFamily: null, seriesPage, series, model };
export const reference = { id: '20', title: 'Bremsanlage', seoAlias: 'Bremsanlage' };
export const category = {
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
export const seoAliases = {
  de: 'Bremsscheiben',
  fr: 'disques-de-frein',
  es: 'discos-de-freno',
  it: 'dischi-freno',
  nl: 'remschijven',
};
export const brand = { id: '30', name: 'Kelvo', seoName: 'Kelvo', logo: null };
export const product = {
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
  usualPieces: 1,
  packSize: null,
  packs: 1,
  isShort: false,
  lowestTotal: 46.75,
  refund: 0,
  basePrice: null,
  deliveryDays: { min: 1, max: 2 },
  offerCount: 1,
  condition: 'new' as const,
  isUniversal: false,
};
export const shop = {
  id: '3',
  name: 'Teile Nord',
  slug: 'Teile-Nord',
  rating: 4.8,
  ratingCount: 200,
  country: 'DE',
  city: 'Kiel',
};
export const offer = {
  id: '5001',
  offerId: '5001',
  shop,
  price: 41.8,
  shipping: 4.95,
  totalPrice: 46.75,
  amount: { goods: 41.85, shipping: 4.9, total: 46.75 },
  refund: 0,
  basePrice: null,
  lowest30: null,
  deliveryDays: { min: 1, max: 2 },
  stock: 5,
  condition: 'new' as const,
  returnCost: { paidBy: 'buyer' as const, cost: 4.95, days: 30 },
};

export const documents = [
  ['MA-1', 1, 1, 'Montageanleitung', 'https://docs.example/ma-1.pdf'],
  ['MV-1', 1, 4, 'Einbauvideo', 'https://www.youtube-nocookie.com/embed/abc?rel=0'],
].map(([docNo, langNo, id, title, url]) => ({
  docNo: String(docNo),
  langNo: Number(langNo),
  type: { id: Number(id), title: String(title) },
  url: String(url),
  host: new URL(String(url)).host,
}));

export const notFound = Symbol('not found');
