import { expect, test } from 'vitest';
import { readEnv } from './env.js';
import { isAllowedHost } from './env-lists.js';
import { marketplaceSettings, readCommandEnv, readMarketplaceEnv, storeOf } from './env-marketplace.js';
import { EnvError, isLoopback } from './env-values.js';

/** Whether a setting is refused for its own value, and not for what it lacks beside it. */
function isRefused(name: string, value: string): boolean {
  try {
    readEnv({ [name]: value });
    return false;
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    return error.errors.some((message) => message.startsWith(`${name}: must`));
  }
}
const key = (length: number): string => 'k'.repeat(length);

test.each<[name: string, accepted: string[], refused: string[]]>([
  ['PORT', ['0', '65535', ' 80 '], ['-1', '65536', '1.5', 'x', '0x10']],
  ['HOST', ['::1', '[::1]', '0.0.0.0', 'shop-1.local', key(63)], ['a b', '-a', 'a-', 'a..b', key(64), 'a:80']],
  ['SHOP_NAME', [key(40)], [key(41), ' ']],
  [
    'PUBLIC_ORIGIN',
    ['https://a.example', 'http://a.example/'],
    ['a.example', 'https://a.example/x', 'ftp://a.example'],
  ],
  ['MARKETPLACE_URL', ['http://10.0.0.1:3100'], ['http://10.0.0.1:3100/api']],
  ['MARKETPLACE_TRUST', [key(16)], [key(15)]],
  ['MARKETPLACE_SECONDS', ['0.1', '60'], ['0.05', '60.5', 'x']],
  ['ENVIRONMENT', ['live', 'staging', 'remote', 'local'], ['test']],
  ['LOG_LEVEL', ['trace', 'silent'], ['loud']],
  ['SESSION_SECRET', [key(32), key(400), `${key(32)}, ${key(33)}`], [key(31), key(401), `${key(32)},${key(31)}`]],
  ['CHECKOUT_SECRET', [key(32)], [`${key(32)},${key(32)},${key(32)}`]],
  ['CONSOLE_TOKEN', [key(32)], [key(31)]],
  [
    'EDITION_HOSTS',
    ['a.example:80=fr-FR'],
    ['a.example', 'a.example=en-GB', 'a.example=fr-FR,b.example=fr-FR', 'a/b=fr-FR'],
  ],
  ['IMAGE_HOSTS', ['a.example', '*.cdn.example', 'localhost:80'], ['*', 'a', 'http://a.example', 'a.example/x']],
  ['CONSENT_HOSTS', ['a.example, b.example:80'], ['https://a.example', 'a.example,']],
  ['SECURITY_CONTACT', ['a@b.example', 'https://b.example/x'], ['a', 'http://b.example', 'a@b@c']],
  ['TRUST_PROXY', ['0', '10'], ['11']],
  ['OIDC_ISSUER', ['https://id.example', 'http://localhost:1'], ['http://id.example', 'https://id.example?a', 'x']],
  ['OIDC_CLIENT_ID', [key(200)], [key(201)]],
  ['OIDC_CLIENT_SECRET', [key(2000)], [key(2001)]],
  ['CONSOLE_OIDC_CLIENT_SECRET', [key(2000)], [key(2001)]],
  ['CONSOLE_OIDC_SCOPE', ['openid', 'openid email api:read'], ['email', 'openid,email']],
  ['CONSOLE_OIDC_CLAIM', ['realm_access.roles'], ['email', key(201)]],
  ['CONSOLE_OIDC_ROLE', ['a=read,b'], ['a=admin', '=read']],
  ['TRUSTED_SHOPS_ID', ['X123', `x${key(63)}`], ['X12', 'Y123', `X${key(64)}`]],
  ['TRUST_BADGE_URL', ['https://a.example/b.js', 'http://127.0.0.1/b.js'], ['http://a.example/b.js']],
  ['TAG_MANAGER_URL', ['https://a.example/b.js'], ['http://a.example/b.js']],
  ['GROWTHBOOK_CLIENT_KEY', [key(100), 'sdk-1_a'], [key(101), 'a b']],
  ['RATE_LIMIT', ['0', '1000000'], ['1000001']],
  ['WEB_TIERS', ['1', '1000'], ['0', '1001']],
  ['VITALS_SAMPLE', ['0', '100'], ['101']],
  ['DRAIN_SECONDS', ['0', '5'], ['6']],
  ['PAGE_CACHE_MB', ['0', '100000'], ['100001']],
  ['ANSWER_CACHE_MB', ['1', '100000'], ['0', '100001']],
  ['IMAGE_CACHE_MB', ['1', '1000000'], ['0', '1000001']],
  ['CDN_KEYS_COUNTRY', ['0', '1'], ['yes']],
  ['SEARCH_COUNTS', ['0', '1'], ['2']],
  ['CACHE_TAGS', ['cloudflare', 'fastly'], ['nginx']],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', ['http://a.example:4318'], ['a.example', 'grpc://a.example']],
  ['OTEL_EXPORTER_OTLP_HEADERS', ['a=b%20c, d=e'], ['a', 'a b=c', 'a=%zz']],
  ['OTEL_SERVICE_NAME', [key(100)], [key(101)]],
  ['OTEL_TRACES_SAMPLER_ARG', ['0', '1', '0.5'], ['1.1', '-0.1']],
  ['DATABASE_URL', ['postgres://u:p@a:1/b', 'postgresql://a/b'], ['mysql://a/b', 'postgres://a', 'postgres://a/b/c']],
  ['DATABASE_CONNECTIONS', ['1', '200'], ['0', '201']],
  ['EMBARGO', ['none', 'by, RU'], ['XX', 'Belarus']],
  ['SMTP_URL', ['smtp://a.example', 'smtps://u:p@a.example:465'], ['http://a.example', 'a.example']],
  [
    'PLATES_URL',
    ['https://a.example/{plate}'],
    ['https://a.example/', 'https://a.example/{plate}/{plate}', 'http://a.example/{plate}'],
  ],
  ['VIN_URL', ['http://127.0.0.1:1/{vin}'], ['https://a.example/{plate}']],
  ['CATALOGUE_STORE', ['folder:/a'], ['/a', 's3://b', 's3://UPPER/x', 'folder:']],
  ['INFORMATION_URLS', ['de-DE:login=https://a.example'], ['de-DE:cart=https://a.example']],
])('%s has its bounds', (name, accepted, refused) => {
  expect(accepted.filter((value) => isRefused(name, value))).toEqual([]);
  expect(refused.filter((value) => !isRefused(name, value))).toEqual([]);
});

test('a shop without settings listens on its machine alone, keeps the usual caches and shares nothing', () => {
  const { CONSENT_HOSTS, EMBARGO, ...env } = readEnv({});
  expect(env).toMatchObject({
    ...{ METRICS_HOST: '127.0.0.1', MERCHANTS_HOST: '127.0.0.1', CONSOLE_HOST: '127.0.0.1' },
    ...{ PAGE_CACHE_MB: 32, ANSWER_CACHE_MB: 24, IMAGE_CACHE_MB: 512, RATE_LIMIT: 0, WEB_TIERS: 1, DRAIN_SECONDS: 0 },
    ...{ LOG_LEVEL: 'info', VITALS_SAMPLE: 10, CDN_KEYS_COUNTRY: false, SEARCH_COUNTS: true, IMAGE_HOSTS: [] },
    ...{ OTEL_SERVICE_NAME: 'partavo', OTEL_TRACES_SAMPLER_ARG: 1, OTEL_EXPORTER_OTLP_HEADERS: {} },
    ...{ CONSOLE_OIDC_SCOPE: 'openid', CONSOLE_OIDC_CLAIM: 'roles', TRUSTED_SHOPS_API: 'https://api.trustedshops.com' },
    ...{ CHECKOUT_URL: {}, FEEDS_LOOPBACK: false, DATABASE_CONNECTIONS: 10, AWS_REGION: 'us-east-1' },
  });
  expect(CONSENT_HOSTS).toEqual(expect.arrayContaining(['youtube.com', 'youtube-nocookie.com', 'vimeo.com', 'x.com']));
  expect(EMBARGO).toEqual(['BY', 'RU']);
  expect(readEnv({ EMBARGO: 'none' }).EMBARGO).toEqual([]);
  // A balancer in front needs time to notice that the shop stops.
  expect(readEnv({ HOST: '0.0.0.0' }).DRAIN_SECONDS).toBe(3);
  expect([readMarketplaceEnv({}).MARKETPLACE_PORT, readCommandEnv({}).IMPORT_PRIORITY]).toEqual([3100, 'idle']);
});

test('values are read in one spelling', () => {
  const env = readEnv({
    EDITION_HOSTS: 'WWW.Example.fr=fr-FR',
    CONSENT_HOSTS: 'Video.Example',
    SECURITY_CONTACT: 'cert@a.example',
    PUBLIC_ORIGIN: 'https://a.example/',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20x',
    SESSION_SECRET: `${key(32)}, ${key(33)}`,
  });
  expect([...env.EDITION_HOSTS]).toEqual([['www.example.fr', 'fr-FR']]);
  expect([env.CONSENT_HOSTS, env.SECURITY_CONTACT, env.PUBLIC_ORIGIN]).toEqual([
    ['video.example'],
    'mailto:cert@a.example',
    'https://a.example',
  ]);
  expect(env.OTEL_EXPORTER_OTLP_HEADERS).toEqual({ authorization: 'Bearer x' });
  expect(env.SESSION_SECRET).toEqual([key(32), key(33)]);
  expect(readEnv({ SECURITY_CONTACT: 'https://a.example/x' }).SECURITY_CONTACT).toBe('https://a.example/x');
});

test('names of the machine itself, hosts below a star, and folders of a bucket', () => {
  const here = ['localhost', 'shop.localhost', 'LOCALHOST', '127.0.0.1', '127.9.9.9', '::1', '[::1]'];
  expect(here.filter((host) => !isLoopback(host))).toEqual([]);
  expect(['localhost.example', '128.0.0.1', 'xlocalhost', '::2', ''].filter(isLoopback)).toEqual([]);
  const allowed = ['https://Img.example', '*.cdn.example'];
  expect(
    ['img.example', 'a.cdn.example', 'cdn.example', 'acdn.example'].map((host) => isAllowedHost(allowed, host)),
  ).toEqual([true, true, false, false]);
  const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };
  const prefixOf = (CATALOGUE_STORE: string) => {
    const store = storeOf(readMarketplaceEnv({ ...keys, CATALOGUE_STORE }));
    return store?.kind === 's3' ? store.prefix : store?.path;
  };
  expect(['s3://bucket', 's3://bucket/a', 's3://bucket/a/b/', 'folder:/x'].map(prefixOf)).toEqual([
    '',
    'a/',
    'a/b/',
    '/x',
  ]);
});

test('a register has four fifths of the time of the page that waits for it', () => {
  const settings = (MARKETPLACE_SECONDS?: string) =>
    marketplaceSettings(readMarketplaceEnv({ ...(MARKETPLACE_SECONDS && { MARKETPLACE_SECONDS }) })).registerTimeoutMs;
  expect([settings('2'), settings()]).toEqual([1600, undefined]);
});
