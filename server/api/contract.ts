/**
 * The contract between the web tier and the marketplace: the only words the two share. Whatever is on the wire
 * is described here once, as zod schemas; `/api/openapi.json` is made from the same objects.
 */
export * from './contract/articles.js';
export * from './contract/carts.js';
export * from './contract/catalogue.js';
export * from './contract/directory.js';
export * from './contract/filters.js';
export * from './contract/offers.js';
export * from './contract/operations.js';
export * from './contract/problem.js';
export * from './contract/reputation.js';
export * from './contract/scalars.js';
export * from './contract/search.js';
export * from './contract/shops.js';
export * from './contract/tail.js';
export * from './contract/top-manufacturers.js';
export * from './contract/unusable.js';
export * from './contract/users.js';
export * from './contract/vehicle-inputs.js';
export * from './contract/vehicles.js';
export * from './contract/withdrawals.js';
