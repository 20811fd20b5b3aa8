/**
 * Import rules of the modules: the tiers from top to bottom, the folders of each, and what each folder may import,
 * types included. `npm run boundaries` checks it and makes the tables of ARCHITECTURE.md from it.
 */

/** What is in a folder, and which others its files may import; their own is always allowed. */
export interface Folder {
  /** Missing: what the tier holds, of which it is the only folder. */
  readonly holds?: string;
  /**
   * With a space between: `./x` is a folder of the same tier, `.` the files that lie in the tier itself, else a path.
   */
  readonly may: string;
}
export interface Tier {
  readonly folder: string;
  readonly holds: string;
  /** Packages that its files may import; missing: any. */
  readonly packages?: readonly string[];
  /** Every folder with sources, named as in `may`; `*` at the end stands for whatever begins so. */
  readonly folders: Readonly<Record<string, Folder>>;
}

/** Types of one file may be imported by so many folders; what more of them need is split by subject. */
export const maxFolders = 15;
/** Files that every folder of the server may import without a word here: their subject is one that all share. */
export const sharedByAll: readonly string[] = ['server/clock/clock.ts', 'server/clock/loop.ts'];

export const tiers: readonly Tier[] = [
  {
    folder: 'scripts',
    holds: 'commands: build, checks, benches',
    folders: {
      '.': {
        may: 'server/marketplace/cart-plans server/web/marks server/web/render server/web/routes test/fixtures/* test/support',
      },
    },
  },
  {
    folder: 'test',
    holds: 'tests of the running shop; looks at everything',
    folders: {
      './support': { holds: 'shops, browsers and catalogues to test with', may: '' },
      './fixtures/*': { holds: 'data to test with, by the folder that it is of', may: '' },
    },
  },
  {
    folder: 'server',
    holds: 'what a process is: reads the environment, starts what it was asked for, stops it',
    folders: {
      '.': {
        holds: 'entries of the program',
        may: './process server/env* server/marketplace/commands server/marketplace/http server/marketplace/workers server/shop-file server/web server/web/accounts server/web/admission server/web/api server/web/cache server/web/console server/web/experiments server/web/http server/web/marks server/web/merchants server/web/metrics server/web/pictures server/web/render server/web/reputation server/web/routes server/web/texts server/web/tracing',
      },
      './process': { holds: 'ports, secret, signals, first page', may: 'server/web/http' },
    },
  },
  {
    folder: 'server/web',
    holds: 'web tier',
    folders: {
      '.': {
        holds: '`createApp`: the order of the middleware, and what it is made of',
        may: './accounts ./admission ./api ./api-description ./api/calls ./cache ./checkout ./consent ./experiments ./http ./marks ./metrics ./pages ./pictures ./render ./reputation ./routes ./search-engines ./texts ./tracing server/contract server/env* server/shop-file views',
      },
      './admission': { holds: 'slots of work: who is let in under load', may: './http ./routes server/contract' },
      './api-description': {
        holds: 'OpenAPI description of the public calls',
        may: './routes ./texts server/contract server/contract/operations views',
      },
      './experiments': {
        holds: 'GrowthBook',
        may: './api ./api/calls ./consent ./http ./outside ./routes server/env*',
      },
      './metrics': { holds: 'Prometheus', may: './admission ./cache ./http server/contract views' },
      './pages': {
        holds: 'one file a page, and the forms that belong to it',
        may: './accounts ./api ./api-description ./api/calls ./cache ./checkout ./consent ./http ./http/rate-limit ./information ./marks ./render ./reputation ./routes ./search-engines ./texts server/contract server/env* server/shop-file views views/components views/components/article views/layout views/pages',
      },
      './doors': {
        holds: "what merchants' door and operator's console share: cookie, pages, bounds of guessing",
        may: './api ./http ./http/rate-limit ./marks ./metrics ./render ./routes ./texts ./tracing server/contract server/env* views/layout',
      },
      './merchants': {
        holds: "merchants' door, on a port of its own",
        may: './admission ./api ./api-description ./doors ./http ./http/rate-limit ./routes ./texts server/contract views/pages',
      },
      './console': {
        holds: "operator's console, on a port of its own",
        may: './accounts ./api ./doors ./http server/contract server/env* views/pages',
      },
      './accounts': {
        holds: 'login and saved vehicles',
        may: './api ./http ./routes server/contract server/env*',
      },
      './checkout': {
        holds: 'hand-over of carts',
        may: './api ./api/calls ./http ./routes server/contract server/env*',
      },
      './api/calls': {
        holds: "the visitor's own calls",
        may: './api ./cache ./http ./routes ./texts server/contract views',
      },
      './information': { holds: 'texts of the shop', may: './routes ./texts server/contract server/shop-file views' },
      './marks': {
        holds: 'logo, icons and colours of the shop',
        may: './http ./render server/contract server/shop-file views',
      },
      './pictures': {
        holds: 'drawings and photographs as files',
        may: './api ./http server/contract server/env* server/outbound views',
      },
      './render': {
        holds: 'a page as one HTML document',
        may: './admission ./api ./cache ./consent ./http ./http/rate-limit ./marks ./reputation ./routes ./search-engines ./texts server/contract server/env* server/shop-file views views/islands views/layout views/pages',
      },
      './consent': {
        holds: 'what is shown only with consent',
        may: './http ./routes server/contract server/env* views',
      },
      './reputation': {
        holds: 'ratings of the shop',
        may: './api ./http ./outside server/contract server/env* views',
      },
      './outside': { holds: 'data of others that is followed', may: '' },
      './search-engines': {
        holds: 'sitemap, robots, structured data',
        may: './api ./http ./marks ./routes ./texts server/contract server/env* server/shop-file views',
      },
      './api': {
        holds: 'typed client of the marketplace, public API',
        may: './cache ./http ./routes server/contract server/contract/operations server/env*',
      },
      './cache': {
        holds: 'answers and pages',
        may: './http server/contract server/contract/operations',
      },
      './http': {
        holds: 'log, security, origin, forms, errors',
        may: './http/rate-limit ./routes ./texts ./tracing server/contract server/env*',
      },
      './http/rate-limit': { holds: 'rate limit', may: './http' },
      './tracing': { holds: 'traces for a collector', may: '' },
      './texts': { holds: 'sentences and formats of an edition', may: './routes server/contract views' },
      './routes': { holds: 'route table, editions', may: 'server/contract server/env* server/shop-file views' },
    },
  },
  {
    folder: 'client',
    holds: 'browser only: loader and hydrator',
    packages: ['react', 'react-dom/client'],
    folders: {
      '.': { holds: 'entries', may: './enhance views views/components views/islands' },
      './enhance': { holds: 'what script adds to a page', may: '. views' },
    },
  },
  {
    folder: 'server/demo',
    holds: 'demonstration catalogue',
    folders: {
      './data*': { holds: 'tables and texts', may: '' },
      '.': {
        holds: 'generator',
        may: './attributes ./data* ./scale ./texts server/contract server/env* server/marketplace/catalogue server/marketplace/commands server/marketplace/offer-store server/marketplace/search server/marketplace/store server/marketplace/vehicles',
      },
      './attributes': { holds: 'sizes of parts', may: '. ./data* server/drawings server/marketplace/commands' },
      './scale': {
        holds: 'catalogues as large as wanted',
        may: '. ./attributes ./texts server/contract server/marketplace/catalogue server/marketplace/store',
      },
      './texts': { holds: 'invented sentences', may: '. ./data* server/contract' },
    },
  },
  {
    folder: 'server/marketplace',
    holds: 'embedded marketplace',
    folders: {
      './workers': {
        holds: 'its threads and how they start',
        may: './carts ./catalogue ./catalogue-store ./commands ./console ./corrections ./data-reports ./feeds ./http ./merchants ./offer-commits ./offer-store ./offers ./reviews ./search ./search-counts ./shop-file ./shops ./store ./users ./vehicles ./withdrawals server/contract server/contract/operations server/env*',
      },
      './operator': {
        holds: 'commands of who runs it',
        may: './carts ./catalogue-store ./commands ./corrections ./feeds ./import ./merchants ./offer-commits ./offer-store ./outbox ./shop-file ./store ./store/migrations server/contract server/env* server/shop-file',
      },
      './users': { holds: 'logins and saved vehicles', may: './carts ./http ./store ./vehicles server/contract' },
      './carts': {
        holds: 'carts and sessions',
        may: './cart-plans ./catalogue ./http ./offer-store ./offers ./outbox ./shipping ./store ./vehicles server/contract',
      },
      './withdrawals': { holds: 'declared withdrawals', may: './outbox ./store server/contract' },
      './data-reports': { holds: 'reported errors in data', may: './outbox ./store server/contract' },
      './search-counts': { holds: 'what was searched for, by day', may: './store server/contract' },
      './cart-plans': { holds: 'cheapest and fewest parcels', may: './http' },
      './shops': { holds: 'pages of shops', may: './catalogue ./http ./offer-store ./offers ./store server/contract' },
      './reviews': { holds: 'ratings and reviews', may: './catalogue ./store server/contract' },
      './feeds': {
        holds: 'feeds that the shop gets by itself',
        may: './commands ./http ./import/reading ./offer-store ./outbox ./shop-file ./store server/contract server/outbound server/shop-file',
      },
      './merchants': {
        holds: 'tokens of merchants, and what they send',
        may: './commands ./feeds ./http ./offer-store ./outbox ./shop-file ./store server/contract',
      },
      './console': {
        holds: "what the operator's console shows and does",
        may: './catalogue ./commands ./corrections ./feeds ./http ./import ./merchants ./shop-file ./store server/contract',
      },
      './outbox': {
        holds: "signed messages to other people's servers",
        may: './http ./shop-file ./store server/contract server/env* server/outbound',
      },
      './shop-file': {
        holds: "feeds and receivers in the operator's file",
        may: './commands ./import server/env* server/shop-file',
      },
      './catalogue-store': {
        holds: 'generations handed from machine to machine',
        may: './commands ./http ./store server/contract server/env*',
      },
      './import': {
        holds: 'feeds become a catalogue',
        may: './catalogue ./catalogue-store ./commands ./import/reading ./offer-store ./search ./store ./vehicles server/contract server/drawings server/env*',
      },
      './import/reading': { holds: 'formats of feeds', may: './import' },
      './search': {
        holds: 'search and suggestions',
        may: './catalogue ./commands ./http ./search/reading ./store ./vehicles server/contract',
      },
      './search/reading': {
        holds: 'what a search says: measures, brands, sides, symptoms',
        may: './catalogue ./search ./store ./vehicles server/contract',
      },
      './catalogue': {
        holds: 'categories, articles, listings',
        may: './catalogue/texts ./corrections ./http ./offer-store ./offers ./store ./vehicles server/contract server/drawings',
      },
      './catalogue/texts': { holds: 'names of attributes, places and values by language', may: '' },
      './offers': {
        holds: 'offers as of now',
        may: './catalogue ./corrections ./http ./offer-store ./shipping ./store server/contract',
      },
      './offer-store': {
        holds: 'shops, tariffs and offers, changed in place',
        may: './commands ./corrections ./http ./offers ./shipping ./store server/contract',
      },
      './corrections': {
        holds: 'texts in the place of imported ones',
        may: './http ./offer-store ./store server/contract',
      },
      './offer-commits': {
        holds: 'offers in PostgreSQL, whose commits folders follow',
        may: './commands ./http ./offer-store ./store',
      },
      './shipping': { holds: 'what a parcel costs', may: 'server/contract' },
      './vehicles': {
        holds: 'makes, series, models and ways to them',
        may: './catalogue ./commands ./store server/contract',
      },
      './store': {
        holds: 'databases, generations',
        may: './catalogue ./commands ./http ./offer-store ./store/migrations ./vehicles server/contract',
      },
      './store/migrations': { holds: 'changes of state.db', may: '' },
      './http': {
        holds: 'server, log, requests',
        may: './commands ./store server/contract server/contract/operations',
      },
      './commands': { holds: 'how a command ends, tables that come with it', may: 'server/env*' },
    },
  },
  {
    folder: 'server/shop-file',
    holds: "the operator's file: what the shop is",
    packages: ['node:fs', 'node:path', 'saxes', 'zod'],
    folders: {
      '.': { may: 'server/contract server/env* views' },
    },
  },
  {
    folder: 'server/env*',
    holds: 'environment, read in one schema',
    folders: {
      'server/env*': { may: 'server/contract views' },
    },
  },
  {
    folder: 'server/outbound',
    holds: "guarded calls to other people's servers",
    packages: ['node:dns', 'node:net', 'undici'],
    folders: {
      '.': { may: '' },
    },
  },
  {
    folder: 'server/drawings',
    holds: 'drawings of parts from their attributes',
    packages: ['sharp'],
    folders: {
      '.': { may: '' },
    },
  },
  {
    folder: 'views',
    holds: 'JSX without I/O; islands also run in the browser',
    packages: ['i18next', 'react'],
    folders: {
      './pages': {
        holds: 'one view a page',
        may: '. ./components ./components/article ./components/law ./islands ./layout server/contract',
      },
      '.': { holds: 'models, links, contexts', may: 'locales/* server/contract' },
      './layout': { holds: 'header, foot, icons', may: '. ./components ./islands server/contract' },
      './components': { holds: 'pieces of pages', may: '. ./components/article ./islands ./layout server/contract' },
      './components/article': {
        holds: 'pieces of the article page',
        may: '. ./components ./components/law ./layout server/contract',
      },
      './components/law': { holds: 'notices that the law asks for', may: '. ./components server/contract' },
      './islands': { holds: 'widgets that hydrate', may: '. ./components ./layout locales/* server/contract' },
    },
  },
  {
    folder: 'server/contract',
    holds: 'what goes over the wire between the tiers and to the outside',
    packages: ['zod'],
    folders: {
      '.': { holds: 'schemas, one file per thing', may: './operations' },
      './operations': { holds: 'calls by matter', may: '.' },
    },
  },
  {
    folder: 'server/clock',
    holds: 'time as a parameter',
    packages: ['node:timers/promises'],
    folders: {
      '.': { may: '' },
    },
  },
  {
    folder: 'locales',
    holds: 'texts; `de-AT` holds overrides only',
    folders: {
      './*': { may: '' },
    },
  },
];
