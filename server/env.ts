import { z } from 'zod';
import {
  checkoutUrls,
  collectorHeaders,
  consoleRolePairs,
  editionHosts,
  hostNames,
  imageHosts,
  informationUrls,
  socialLinks,
} from './env-lists.js';
import { consoleTokensOf, marketplaceVariables, needsStoreKeys } from './env-marketplace.js';
import {
  address,
  decimal,
  flag,
  host,
  isFolder,
  isLoopback,
  keys,
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
const bigHosts =
  'youtube.com youtube-nocookie.com youtu.be vimeo.com dailymotion.com facebook.com instagram.com tiktok.com x.com';

const securityContact = z
  .string()
  .refine((text) => /^[^\s@:/]+@[^\s@:/]+$/.test(text) || URL.parse(text)?.protocol === 'https:', {
    message: 'must be an e-mail address or an https address',
  })
  .transform((text) => (text.startsWith('https:') ? text : `mailto:${text}`));

/** Kept as it is, since issuers are compared letter by letter (OpenID Connect Discovery 1.0, section 4.3). */
const issuer = address(
  (url) => !url.search && !url.hash && isEncryptedOrHere(url),
  'the https address of an OpenID Connect issuer, such as https://id.example.de',
);

/** A script of another company; plain http only on the same machine. */
const scriptAddress = address(
  isEncryptedOrHere,
  'the https address of a script, such as https://tags.example.de/script.js',
);

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
const environments = ['live', 'staging', 'remote', 'local'] as const;
/** Every page but those of `live` shows its environment. */
export type Environment = (typeof environments)[number];

const variables = z.object({
  ...marketplaceVariables,
  PORT: whole(0, 65_535, 'the port of the shop, 0 for a free one').default(3000),
  /** Address of an external marketplace; without it the shop starts the embedded one. */
  MARKETPLACE_URL: origin.optional(),
  SHOP_NAME: text(1, 40, 'the name of the shop').default('Partavo'),
  /** The shop's public origin; without it all addresses are path-absolute (D56). */
  PUBLIC_ORIGIN: origin.optional(),
  /** The environment; without it the host of a request decides (D75). */
  ENVIRONMENT: z.enum(environments, { message: `must be ${environments.join(', ')}` }).optional(),
  /** Hosts that serve one edition without a prefix (D2). */
  EDITION_HOSTS: editionHosts.default(new Map()),
  /** Keys of signatures: the first signs, both verify. Without it the shop makes a key and keeps it in DATA_DIR. */
  SESSION_SECRET: keys.optional(),
  LOG_LEVEL: z.enum(logLevels, { message: `must be one of ${logLevels.join(', ')}` }).default('info'),
  /** Foreign hosts of pictures (D64). */
  IMAGE_HOSTS: imageHosts.default([]),
  PICTURES_DIR: z
    .string()
    .refine(isFolder, { message: 'must be a folder with brands/, makes/ or categories/ in it' })
    .optional(),
  DOCUMENTS_DIR: z.string().refine(isFolder, { message: 'must be a folder' }).optional(),
  /** Address of the checkout, by edition (D68). */
  CHECKOUT_URL: checkoutUrls.default({}),
  /** Keys of carts for the checkout, which has the same keys (D68): the first signs, both verify. */
  CHECKOUT_SECRET: keys.optional(),
  /** Address for reports of security problems: mail or page; without it the edition's support address. */
  SECURITY_CONTACT: securityContact.optional(),
  /** Reverse proxies in front of the shop whose X-Forwarded headers count. */
  TRUST_PROXY: whole(0, 10, 'how many proxies are in front of the shop').default(0),
  /** Information pages on other sites, and `login` (D11). */
  INFORMATION_URLS: informationUrls.default(new Map()),
  /** The shop's pages on social networks, for the footer (specification 1). */
  SOCIAL_LINKS: socialLinks.default(new Map()),
  /** The OpenID Connect provider for logins (D29); without it an embedded one with a demo account. */
  OIDC_ISSUER: issuer.optional(),
  OIDC_CLIENT_ID: text(1, 200, "the shop's name at the provider").optional(),
  OIDC_CLIENT_SECRET: text(1, 2000, "the shop's secret at the provider").optional(),
  /** Account at Trusted Shops; pages show its rating and reviews, or else those of the marketplace. */
  TRUSTED_SHOPS_ID: z
    .string()
    .regex(/^X[0-9A-Z]{3,63}$/i, 'must be the id of an account at Trusted Shops: an X with digits and letters after it')
    .optional(),
  TRUSTED_SHOPS_API: origin.default('https://api.trustedshops.com'),
  /** Hosts, with their subdomains, whose content waits for the visitor's consent (D33). */
  CONSENT_HOSTS: hostNames.default(bigHosts.split(' ')),
  /** Script of a trust badge (D34). */
  TRUST_BADGE_URL: scriptAddress.optional(),
  /** Script of a tag manager that reads `window.dataLayer` (D34). */
  TAG_MANAGER_URL: scriptAddress.optional(),
  /** GrowthBook's endpoint of features (D32); without it `features.json`. */
  GROWTHBOOK_API_HOST: origin.optional(),
  GROWTHBOOK_CLIENT_KEY: z
    .string()
    .regex(/^[\w-]{1,100}$/, 'must be letters, digits and hyphens')
    .optional(),
  /** Pages that one client gets at once before the shop slows it down (D55); 0 = no limit. */
  RATE_LIMIT: whole(0, 1_000_000, 'pages that one client gets at once, 0 for no limit').optional(),
  /** Equal web tiers behind one balancer. Each allows its share of a client's pages. */
  WEB_TIERS: whole(1, 1000, 'how many web tiers share the requests of a client').default(1),
  METRICS_PORT: whole(0, 65_535, 'the port of /metrics, 0 for a free one').optional(),
  /** The address of METRICS_PORT: by default of the machine alone, since metrics are not public. */
  METRICS_HOST: host.default('127.0.0.1'),
  /** Port of the merchant portal; without a port it does not exist (D83). */
  MERCHANTS_PORT: whole(0, 65_535, 'the port of the merchant portal, 0 for a free one').optional(),
  /** Public origin of the merchant portal, to which invitations lead. */
  MERCHANTS_ORIGIN: origin.optional(),
  /** The address of MERCHANTS_PORT, behind a proxy with TLS. */
  MERCHANTS_HOST: host.default('127.0.0.1'),
  /** Port of the operator's console; without a port it does not exist (D83). */
  CONSOLE_PORT: whole(0, 65_535, "the port of the operator's console, 0 for a free one").optional(),
  /** The address of CONSOLE_PORT: by default of the machine alone. */
  CONSOLE_HOST: host.default('127.0.0.1'),
  /** Provider of logins at the console, besides its secret (P161). */
  CONSOLE_OIDC_ISSUER: issuer.optional(),
  CONSOLE_OIDC_CLIENT_ID: text(1, 200, "the console's name at the provider").optional(),
  CONSOLE_OIDC_CLIENT_SECRET: text(1, 2000, "the console's secret at the provider").optional(),
  CONSOLE_OIDC_SCOPE: z
    .string()
    .regex(/^openid( [\w:./-]+)*$/, 'must be scopes with a space between, openid first')
    .default('openid'),
  /** Claim of the ID token with the values of CONSOLE_OIDC_ROLE; dots lead into nested claims. */
  CONSOLE_OIDC_CLAIM: text(1, 200, 'the claim that names roles').default('roles'),
  CONSOLE_OIDC_ROLE: consoleRolePairs.optional(),
  VITALS_SAMPLE: whole(0, 100, 'views of pages in a hundred that are measured').default(10),
  /** Collector of traces (OTLP over HTTP); without it the shop does not load the tracing packages. */
  OTEL_EXPORTER_OTLP_ENDPOINT: address(
    ({ protocol }) => /^https?:$/.test(protocol),
    'the http or https address of a collector, such as http://127.0.0.1:4318',
  ).optional(),
  /** Headers of each call to the collector. */
  OTEL_EXPORTER_OTLP_HEADERS: collectorHeaders.default({}),
  OTEL_SERVICE_NAME: text(1, 100, 'what the collector calls the shop').default('partavo'),
  OTEL_TRACES_SAMPLER_ARG: decimal(0, 1, 'a share').default(1),
  /** Time after SIGTERM in which `/readyz` answers 503 and the shop still accepts requests. */
  DRAIN_SECONDS: whole(0, 5, 'seconds').optional(),
  /** Cache of finished pages; 0 = the shop renders every page for its request (D56). */
  PAGE_CACHE_MB: whole(0, 100_000, 'mebibytes').default(32),
  /** Cache of the marketplace's answers (D38). */
  ANSWER_CACHE_MB: whole(1, 100_000, 'mebibytes').default(24),
  /** Cache of merchants' photographs on disk, originals and finished pictures together. */
  IMAGE_CACHE_MB: whole(1, 1_000_000, 'mebibytes').default(512),
  /** 1 = a cache in front distinguishes hosts, delivery countries and encodings, so it may keep pages (D56). */
  CDN_KEYS_COUNTRY: flag('0'),
  /** 0 turns off the count of searches, which has no data about visitors (D80). */
  SEARCH_COUNTS: flag('1'),
  /** The kind of CDN in front. Pages name the products, shops and categories that they depend on in its header. */
  CACHE_TAGS: z.enum(['cloudflare', 'fastly'], { message: 'must be cloudflare or fastly' }).optional(),
});
/** Every environment variable of the shop. @internal for the tests */
export const variableNames: readonly string[] = Object.keys(variables.shape);

type Checked = z.output<typeof variables>;
/** Two variables that are needed together. */
const together = <Main extends keyof Checked, Other extends keyof Checked>(main: Main, other: Other) =>
  [
    (env: Pick<Checked, Main | Other>): boolean => !env[main] === !env[other],
    { path: [other], message: `is needed with ${main}, and has no meaning without it` },
  ] satisfies [unknown, unknown];

/** A shop on a loopback address has no default rate limit (D55), and no balancer that needs time. */
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
  .refine((env) => env.CONSOLE_OIDC_CLAIM !== 'email', {
    path: ['CONSOLE_OIDC_CLAIM'],
    message: 'must be another claim; CONSOLE_OIDC_ROLE takes addresses, and the console compares verified ones only',
  })
  .refine((env) => !env.CONSOLE_OIDC_ISSUER || consoleTokensOf(env).length > 0, {
    path: ['CONSOLE_TOKEN'],
    message: 'is needed with CONSOLE_OIDC_ISSUER, or in CONSOLE_TOKEN_FILE: the marketplace knows the console by it',
  })
  .refine((env) => Object.keys(env.CHECKOUT_URL).length === 0 || env.CHECKOUT_SECRET, {
    path: ['CHECKOUT_SECRET'],
    message: 'is needed with CHECKOUT_URL, so that the checkout recognises carts of this shop',
  })
  .superRefine((env, { addIssue }) => {
    const ports = ['PORT', 'MERCHANTS_PORT', 'CONSOLE_PORT'] as const;
    for (const [at, name] of ports.entries()) {
      const same = ports.slice(0, at).find((other) => env[other] === env[name]);
      if (same && env[name])
        addIssue({ code: 'custom', path: [name], message: `is the same as ${same}; each needs its own` });
    }
  })
  .refine(...together('GROWTHBOOK_API_HOST', 'GROWTHBOOK_CLIENT_KEY'))
  .refine((env) => !env.CACHE_TAGS || env.CDN_KEYS_COUNTRY, {
    path: ['CACHE_TAGS'],
    message: 'has no meaning without CDN_KEYS_COUNTRY=1, since no cache may keep pages then',
  })
  .superRefine(({ IMAGE_HOSTS, CONSENT_HOSTS, TRUST_BADGE_URL, TAG_MANAGER_URL }, { addIssue }) => {
    // Pictures load without consent, so no host of pictures may serve content that a visitor can refuse (D33).
    const pictures = new Set(IMAGE_HOSTS.map((host) => host.replace(/^https:\/\//i, '').toLowerCase()));
    const hostOf = (address = ''): string => URL.parse(address)?.host ?? '';
    const refusable = {
      CONSENT_HOSTS,
      TRUST_BADGE_URL: [hostOf(TRUST_BADGE_URL)],
      TAG_MANAGER_URL: [hostOf(TAG_MANAGER_URL)],
    };
    const message = 'names a host of IMAGE_HOSTS, whose pictures need no consent; it needs a host of its own';
    for (const [name, hosts] of Object.entries(refusable))
      if (hosts.some((host) => pictures.has(host))) addIssue({ code: 'custom', path: [name], message });
  })
  .transform((env) => ({
    ...env,
    RATE_LIMIT: env.RATE_LIMIT ?? (isLoopback(env.HOST) ? 0 : 300),
    DRAIN_SECONDS: env.DRAIN_SECONDS ?? (isLoopback(env.HOST) ? 0 : 3),
  }));

export type Env = z.output<typeof schema>;

/** Every environment variable of the shop, checked and typed. @throws EnvError */
export const readEnv = (source: Variables): Env => readVariables(schema, source);
