import { z } from 'zod';
import {
  checkoutUrls,
  collectorHeaders,
  editionHosts,
  hostNames,
  imageHosts,
  informationUrls,
  socialLinks,
} from './env-lists.js';
import { consoleTokenOf, marketplaceVariables, needsStoreKeys } from './env-marketplace.js';
import {
  address,
  decimal,
  flag,
  host,
  isFolder,
  isLoopback,
  readVariables,
  text,
  type Variables,
  whole,
} from './env-values.js';

const origin = address(
  (url, text) => /^https?:$/.test(url.protocol) && url.origin === text.replace(/\/$/, ''),
  'an http or https origin such as https://www.example.de, without a path',
).transform((text) => new URL(text).origin);
const isEncryptedOrHere = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));

/** The big video and social hosts (D33). */
const bigHosts = [
  'youtube.com',
  'youtube-nocookie.com',
  'youtu.be',
  'vimeo.com',
  'dailymotion.com',
  'facebook.com',
  'instagram.com',
  'tiktok.com',
  'x.com',
];

const securityContact = z
  .string()
  .refine((text) => /^[^\s@:/]+@[^\s@:/]+$/.test(text) || URL.parse(text)?.protocol === 'https:', {
    message: 'must be an e-mail address or an https address',
  })
  .transform((text) => (text.startsWith('https:') ? text : `mailto:${text}`));

/** Issuers are compared letter by letter (OpenID Connect Discovery 1.0, section 4.3), so nothing is tidied. */
const issuer = address(
  (url) => !url.search && !url.hash && isEncryptedOrHere(url),
  'the https address of an OpenID Connect issuer, such as https://id.example.de',
);

/** A script of somebody else; plain http only on the same machine. */
const scriptAddress = address(
  isEncryptedOrHere,
  'the https address of a script, such as https://tags.example.de/script.js',
);

/** One key, or the new one and the one before with a comma, while they are changed. */
const signingKeys = z
  .string()
  .transform((text) => text.split(',').map((key) => key.trim()))
  .refine((keys) => keys.length <= 2 && keys.every((key) => key.length >= 32), {
    message: 'must have at least 32 characters, or be two such keys with a comma between them',
    abort: true,
  })
  .transform(([newest = '', ...older]): readonly [string, ...string[]] => [newest, ...older]);

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
const environments = ['live', 'staging', 'remote', 'local'] as const;
/** Where the program runs; outside `live` every page says so. */
export type Environment = (typeof environments)[number];

const variables = z.object({
  ...marketplaceVariables,
  PORT: whole(0, 65_535, 'the port of the shop, 0 for a free one').default(3000),
  /** A marketplace somewhere else; without it the embedded one is started. */
  MARKETPLACE_URL: origin.optional(),
  /** Seconds that a page waits for all its calls, and one call for its answer; left out, 1.5, of carts 3 (P75). */
  MARKETPLACE_SECONDS: decimal(0.1, 60, 'seconds').optional(),
  SHOP_NAME: text(1, 40, 'the name of the shop').default('Partavo'),
  /** Where the shop is reached; without it all addresses are path-absolute (D56). */
  PUBLIC_ORIGIN: origin.optional(),
  /** What kind of place this is; unset, the host of a request says it (D75). */
  ENVIRONMENT: z.enum(environments, { message: `must be ${environments.join(', ')}` }).optional(),
  /** Hosts that serve one edition without a prefix (D2). */
  EDITION_HOSTS: editionHosts.default(new Map()),
  /** Keys of signatures: the first signs, a second is believed too; one is made and kept in DATA_DIR when absent. */
  SESSION_SECRET: signingKeys.optional(),
  LOG_LEVEL: z.enum(logLevels, { message: `must be one of ${logLevels.join(', ')}` }).default('info'),
  /** Foreign hosts that pictures may come from (D64). */
  IMAGE_HOSTS: imageHosts.default([]),
  PICTURES_DIR: z
    .string()
    .refine(isFolder, {
      message: 'must be a folder with brands/, makes/ or categories/ in it',
    })
    .optional(),
  DOCUMENTS_DIR: z.string().refine(isFolder, { message: 'must be a folder' }).optional(),
  /** Address that takes over the cart, per edition (D68). */
  CHECKOUT_URL: checkoutUrls.default({}),
  /** Key of the carts that are handed over; the checkout has the same (D68). */
  CHECKOUT_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  /** Where security problems are told: an address for mail, or a page; without it the edition's support address. */
  SECURITY_CONTACT: securityContact.optional(),
  /** Reverse proxies in front of the shop, whose X-Forwarded headers are believed. */
  TRUST_PROXY: whole(0, 10, 'how many proxies stand one behind the other in front of the shop').default(0),
  /** Information pages, and `login`, that are somewhere else (D11). */
  INFORMATION_URLS: informationUrls.default(new Map()),
  /** The shop's own pages on social networks, named in the footer (specification 1). */
  SOCIAL_LINKS: socialLinks.default(new Map()),
  /** The OpenID Connect provider that users log in with (D29); without it an embedded one with a demo account. */
  OIDC_ISSUER: issuer.optional(),
  OIDC_CLIENT_ID: text(1, 200, "the shop's name at the provider").optional(),
  OIDC_CLIENT_SECRET: text(1, 2000, "the shop's secret at the provider").optional(),
  /** Account at Trusted Shops, whose rating and reviews the pages show; without it the marketplace's own. */
  TRUSTED_SHOPS_ID: z
    .string()
    .regex(/^X[0-9A-Z]{3,63}$/i, 'must be the id of an account at Trusted Shops: an X with digits and letters after it')
    .optional(),
  /** Where Trusted Shops' public API is. */
  TRUSTED_SHOPS_API: origin.default('https://api.trustedshops.com'),
  /** Hosts of which nothing is shown before a visitor allows it (D33); a name stands for the names below it as well. */
  CONSENT_HOSTS: hostNames.default(bigHosts),
  /** Script of a trust badge (D34). */
  TRUST_BADGE_URL: scriptAddress.optional(),
  /** Script of a tag manager that reads `window.dataLayer` (D34). */
  TAG_MANAGER_URL: scriptAddress.optional(),
  /** GrowthBook's endpoint of features (D32); without it the file of the program. */
  GROWTHBOOK_API_HOST: origin.optional(),
  GROWTHBOOK_CLIENT_KEY: z
    .string()
    .regex(/^[\w-]{1,100}$/, 'must be letters, digits and hyphens')
    .optional(),
  /** Pages that one client gets at once before it is asked to slow down (D55); 0 = as many as it likes. */
  RATE_LIMIT: whole(0, 1_000_000, 'pages that one client gets at once, 0 for no limit').optional(),
  /** Web tiers alike behind one balancer, each of which lets its part of a client's pages through. */
  WEB_TIERS: whole(1, 1000, 'how many web tiers share the requests of a client').default(1),
  METRICS_PORT: whole(0, 65_535, 'the port of /metrics, 0 for a free one').optional(),
  /** Where METRICS_PORT listens: figures are nobody's outside, so the machine alone unless told otherwise. */
  METRICS_HOST: host.default('127.0.0.1'),
  /** Port of the merchant portal; without a port it does not exist (D83). */
  MERCHANTS_PORT: whole(0, 65_535, 'the port of the merchant portal, 0 for a free one').optional(),
  /** Where MERCHANTS_PORT listens; a proxy with TLS stands before it. */
  MERCHANTS_HOST: host.default('127.0.0.1'),
  /** Port of the operator's console; without it there is none (D83). */
  CONSOLE_PORT: whole(0, 65_535, "the port of the operator's console, 0 for a free one").optional(),
  /** Where CONSOLE_PORT listens: on this machine alone unless told otherwise. */
  CONSOLE_HOST: host.default('127.0.0.1'),
  /**
   * Provider of logins that lets operators into the console besides the word (P161), and what it knows the console as.
   */
  CONSOLE_OIDC_ISSUER: issuer.optional(),
  CONSOLE_OIDC_CLIENT_ID: text(1, 200, "the console's name at the provider").optional(),
  CONSOLE_OIDC_CLIENT_SECRET: text(1, 2000, "the console's secret at the provider").optional(),
  CONSOLE_OIDC_SCOPE: z
    .string()
    .regex(/^openid( [\w:./-]+)*$/, 'must be scopes with a space between, openid first')
    .default('openid'),
  /** Claim of the ID token that names roles, with dots for one within another, and the role that opens the console. */
  CONSOLE_OIDC_CLAIM: text(1, 200, 'the claim that names roles').default('roles'),
  CONSOLE_OIDC_ROLE: text(1, 200, 'the role that opens the console').optional(),
  VITALS_SAMPLE: whole(0, 100, 'views of pages in a hundred that are measured').default(10),
  /** Collector of traces that takes OTLP over HTTP; without it there are none, and nothing of them is loaded. */
  OTEL_EXPORTER_OTLP_ENDPOINT: address(
    ({ protocol }) => /^https?:$/.test(protocol),
    'the http or https address of a collector, such as http://127.0.0.1:4318',
  ).optional(),
  /** Headers of each call to it, as name=value pairs separated by commas. */
  OTEL_EXPORTER_OTLP_HEADERS: collectorHeaders.default({}),
  OTEL_SERVICE_NAME: text(1, 100, 'what the collector calls the shop').default('partavo'),
  OTEL_TRACES_SAMPLER_ARG: decimal(0, 1, 'a share').default(1),
  /** Seconds after SIGTERM in which `/readyz` says no and requests are still taken. */
  DRAIN_SECONDS: whole(0, 5, 'seconds').optional(),
  /** Mebibytes of finished pages that are kept; 0 = every page is made for its request (D56). */
  PAGE_CACHE_MB: whole(0, 100_000, 'mebibytes').default(32),
  /** Mebibytes of the marketplace's answers that are kept (D38). */
  ANSWER_CACHE_MB: whole(1, 100_000, 'mebibytes').default(24),
  /** Mebibytes of merchants' photographs on disk, originals and finished pictures together. */
  IMAGE_CACHE_MB: whole(1, 1_000_000, 'mebibytes').default(512),
  /** 1: a cache in front of the shop tells hosts, delivery countries and encodings apart and may keep pages (D56). */
  CDN_KEYS_COUNTRY: flag('0'),
  /** 0: nobody counts what is searched for, not even without anything about who did (D80). */
  SEARCH_COUNTS: flag('1'),
  /**
   * The CDN in front that is told on which products, shops and categories a page depends, so that it can be purged of
   * them.
   */
  CACHE_TAGS: z.enum(['cloudflare', 'fastly'], { message: 'must be cloudflare or fastly' }).optional(),
});
/** Every environment variable of the shop. @internal for the tests */
export const variableNames: readonly string[] = Object.keys(variables.shape);

/** Where a picture comes from without asking, nothing may be that a visitor can refuse (D33). */
const isPictureHost = ({ IMAGE_HOSTS }: { IMAGE_HOSTS: readonly string[] }, host: string): boolean =>
  IMAGE_HOSTS.some((one) => one.replace(/^https:\/\//i, '').toLowerCase() === host);
const alsoPictures = 'names a host of IMAGE_HOSTS, whose pictures need no consent; it needs a host of its own';

type Checked = z.output<typeof variables>;
/** Two variables of which none makes sense without the other. */
const together = <Main extends keyof Checked, Other extends keyof Checked>(main: Main, other: Other) =>
  [
    (env: Pick<Checked, Main | Other>): boolean => !env[main] === !env[other],
    { path: [other], message: `is needed with ${main}, and has no meaning without it` },
  ] satisfies [unknown, unknown];

/** A shop that only its own machine reaches slows nobody down unless told to (D55), and has no balancer in front. */
const schema = variables
  .refine(...needsStoreKeys)
  .refine(...together('OIDC_ISSUER', 'OIDC_CLIENT_ID'))
  .refine((env) => !env.OIDC_ISSUER || env.PUBLIC_ORIGIN, {
    path: ['PUBLIC_ORIGIN'],
    message: 'is needed with OIDC_ISSUER: a login comes back to this origin and those of EDITION_HOSTS, to no other',
  })
  .refine(...together('CONSOLE_OIDC_ISSUER', 'CONSOLE_OIDC_CLIENT_ID'))
  .refine((env) => !env.CONSOLE_OIDC_ISSUER === !env.CONSOLE_OIDC_ROLE, {
    path: ['CONSOLE_OIDC_ROLE'],
    message: 'is needed with CONSOLE_OIDC_ISSUER, or anybody with an account there could come in',
  })
  .refine((env) => !env.CONSOLE_OIDC_ISSUER || consoleTokenOf(env) !== null, {
    path: ['CONSOLE_TOKEN'],
    message: 'is needed with CONSOLE_OIDC_ISSUER, or in CONSOLE_TOKEN_FILE: the marketplace knows the console by it',
  })
  .refine((env) => Object.keys(env.CHECKOUT_URL).length === 0 || env.CHECKOUT_SECRET, {
    path: ['CHECKOUT_SECRET'],
    message: 'is needed with CHECKOUT_URL, so that the checkout can tell our carts from made-up ones',
  })
  .refine(...together('GROWTHBOOK_API_HOST', 'GROWTHBOOK_CLIENT_KEY'))
  .refine((env) => !env.CACHE_TAGS || env.CDN_KEYS_COUNTRY, {
    path: ['CACHE_TAGS'],
    message: 'has no meaning without CDN_KEYS_COUNTRY=1, since no cache may keep pages then',
  })
  .refine((env) => !env.CONSENT_HOSTS.some((host) => isPictureHost(env, host)), {
    path: ['CONSENT_HOSTS'],
    message: alsoPictures,
  })
  .refine((env) => !env.TRUST_BADGE_URL || !isPictureHost(env, new URL(env.TRUST_BADGE_URL).host), {
    path: ['TRUST_BADGE_URL'],
    message: alsoPictures,
  })
  .refine((env) => !env.TAG_MANAGER_URL || !isPictureHost(env, new URL(env.TAG_MANAGER_URL).host), {
    path: ['TAG_MANAGER_URL'],
    message: alsoPictures,
  })
  .transform((env) => ({
    ...env,
    RATE_LIMIT: env.RATE_LIMIT ?? (isLoopback(env.HOST) ? 0 : 300),
    DRAIN_SECONDS: env.DRAIN_SECONDS ?? (isLoopback(env.HOST) ? 0 : 3),
  }));

export type Env = z.output<typeof schema>;

/** Every environment variable of the shop, checked and typed. @throws EnvError */
export const readEnv = (source: Variables): Env => readVariables(schema, source);
