import type { OperationId } from '../../server/contract/operations/operations.js';

/** A read, and the status that it has; 200 if omitted. */
type Read = [id: OperationId, path: string, status?: number];

/** Reads of section 7; `{name}` is replaced by an id of the catalogue. */
export const reads: readonly Read[] = [
  ['listing', '/api/x/y/--1523?sort=price&page=2'],
  ['listing', '/api/x/y/3-{model}-1523'],
  ['listing', '/api/x/y/--1523?hsntsn={keys}'],
  ['listing', '/api/x/y/--1523?page=9999', 404],
  ['article', '/api/Teilenummernsuche/{brand}/{number}?modelId={model}'],
  ['navigation', '/api/navigation?type=3&id={model}'],
  ['recommendation', '/api/recommendation/spare-part/{part}?modelId={model}'],
  ['recommendation', '/api/recommendation/spare-part/999999999999', 404],
  ['offers', '/api/Angebote?sparePartId={part}&categoryId=1523&modelId={model}'],
  ['offers', '/api/Angebote?sparePartId={part}&deliveryCountry=AT&vehicleModelId={model}'],
  ['offers', '/api/Angebote?sparePartId=x', 400],
  ['fittingVehicles', '/api/Artikel/{part}/Fahrzeuge?modelId={model}'],
  ['oeNumbers', '/api/Artikel/{part}/Originalteile?modelId={model}'],
  ['priceHistory', '/api/Artikel/{part}/Preisverlauf?country=FR'],
  ['priceHistory', '/api/Artikel/999999999999/Preisverlauf', 404],
  ['comparison', '/api/Vergleich?ids={part},999999999999&modelId={model}'],
  ['comparison', '/api/Vergleich?ids=1,2,3,4,5', 400],
  ['seriesPage', '/api/vehicle/series-pages/{page}'],
  ['model', '/api/vehicle/models/{model}'],
  ['model', '/api/vehicle/models/nix', 404],
  ['fits', '/api/vehicle/models/{model}/fits?ids={part},999999999999'],
  ['fits', '/api/vehicle/models/nix/fits?ids={part}', 404],
  ['fits', '/api/vehicle/models/{model}/fits', 400],
  ['manufacturers', '/api/vehicle/manufacturers?limit=10&exclude={manufacturer}&categoryId=1523'],
  ['manufacturers', '/api/vehicle/manufacturers?limit=0', 400],
  ['manufacturerSeries', '/api/vehicle/manufacturers/{manufacturer}/series?limit=5'],
  ['seriesModels', '/api/vehicle/series/{series}/models'],
  ['hsntsn', '/api/vehicle/hsntsn/{keys}'],
  ['license', '/api/vehicle/license/fr/AA-123-ZZ?locale=fr-FR'],
  ['suggestions', '/api/search/suggestions?query=brems&vehicleModelId={model}'],
  ['searchProducts', '/api/search/products?query=bremsscheibe&pageSize=8&productsOnly=1&modelId={model}'],
  ['searchProducts', '/api/search/products?f={oils}&page=2&sort=price'],
  ['searchProducts', '/api/search/products?query=bremse&f={ofBrand}&sort=price'],
  ['searchProducts', '/api/search/products', 400],
  ['searchProducts', '/api/search/products?query=bremsscheibe&pageSize=1000', 400],
  ['fullText', '/api/Volltextsuche/bremsscheibe?type=3&id={model}'],
  ['fullText', '/api/Volltextsuche/bremse?f={ofBrand}&sort=price-desc&country=FR'],
  ['fullText', '/api/Volltextsuche/bremse?f={ofBrand}&pageSize=2&page=9999', 404],
  ['fullText', '/api/Volltextsuche/bremse?sort=worst', 400],
  ['fullText', '/api/Volltextsuche/bremsscheibe?type=3&id=nix', 404],
  ['rating', '/api/TrustedShops/Rating'],
  ['reviews', '/api/TrustedShops/Reviews?locale=fr-FR'],
  ['manufacturer', '/api/vehicle/manufacturers/{manufacturer}'],
  ['manufacturer', '/api/vehicle/manufacturers/999999', 404],
  ['kbaModel', '/api/vehicle/kba/999999999', 404],
  ['seriesPage', '/api/vehicle/series-pages/999999', 404],
  ['seriesModels', '/api/vehicle/series/999999/models', 404],
  ['hsntsn', '/api/vehicle/hsntsn/9999ZZZ'],
  ['fittingVehicles', '/api/Artikel/999999999999/Fahrzeuge', 404],
  ['oeNumbers', '/api/Artikel/999999999999/Originalteile', 404],
  ['navigation', '/api/navigation?type=1', 400],
  ['navigation', '/api/navigation?categoryId=999999', 404],
  ['article', '/api/Teilenummernsuche/nobody/X1', 404],
];
/** Reads for pages. They have no public path on the web tier. */
export const readsForPages: readonly Read[] = [
  ['reduction', '/api/Preissenkung?categoryId=1523'],
  ['shop', '/api/Shop/{shop}'],
  ['shop', '/api/Shop/nobody', 404],
  ['shopText', '/api/Shop/{shop}/terms?locale=it-IT'],
  ['shopText', '/api/Shop/{shop}/nothing', 400],
  ['brands', '/api/Marken'],
  ['brand', '/api/Marken/{brandId}'],
  ['brand', '/api/Marken/999999', 404],
  ['partNumber', '/api/Teilenummern/{number}?modelId={model}'],
  ['partNumber', '/api/Teilenummern/---', 400],
  ['directory', '/api/Verzeichnis/shops'],
  ['directory', '/api/Verzeichnis/nothing', 400],
  ['feeds', '/api/Feeds'],
  ['storage', '/api/Speicher'],
];
/** Operations whose response is a file. */
export const files: readonly Read[] = [
  ['picture', '/api/Bilder/disc.svg?a=diameter%3A288'],
  ['picture', '/api/Bilder/nothing.svg', 404],
];
/** Operations that other tests cover. */
export const others: readonly OperationId[] = [
  ...(['session', 'cart', 'cartCount', 'cartAdd', 'cartChange', 'cartDelete', 'cartReplace', 'cartPlan'] as const),
  ...([
    'cartOptimise',
    'cartGenerate',
    'cartRestore',
    'dataReport',
    'withdrawal',
    'withdrawalMail',
    'cartHandedOver',
  ] as const),
  ...(['cartAdvice', 'cartShipping', 'cartEquivalent', 'cartEquivalentPlan'] as const),
  ...(['login', 'logout', 'userDelete', 'userVehicles', 'userVehicleSave', 'userVehicleDelete'] as const),
  // The web tier reports counted searches (server/marketplace/operator/report-searches.test.ts).
  'countSearches',
  // External registers (test/registers.test.ts).
  ...(['vin', 'dutchPlate', 'nationalCode'] as const),
  // Calls of the merchant portal (test/merchants.test.ts).
  ...(['merchant', 'merchantSignIn', 'merchantSignOut', 'merchantOffers', 'merchantImport'] as const),
  ...(['merchantImports', 'merchantReport', 'merchantRepeat', 'merchantPage', 'merchantTerms'] as const),
  // Calls of the operator's console (test/console.test.ts).
  ...(['consoleSignIn', 'consoleWho', 'consoleSignOut', 'consoleOverview', 'consoleFeeds', 'consoleReport'] as const),
  ...(['consoleHeld', 'consoleOffers', 'consoleSearches', 'consoleOrders', 'consoleCase'] as const),
  ...(['consoleTexts', 'consoleText', 'consoleCorrect', 'consoleActs'] as const),
  ...(['consoleFile', 'consoleUpload', 'consoleRepeat', 'consoleShops', 'consoleShop', 'consoleInvite'] as const),
  // Tests of pictures cover photographs, which have no fixed address.
  'photograph',
];
