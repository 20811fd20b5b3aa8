import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fc } from '../test/support/properties.js';
import { readEnv, variableNames } from './env.js';
import { marketplaceSettings, readMarketplaceEnv, storeOf } from './env-marketplace.js';
import { EnvError } from './env-values.js';

const errorsOf = (source: Record<string, string>): readonly string[] => {
  try {
    readEnv(source);
    return [];
  } catch (error) {
    if (error instanceof EnvError) return error.errors;
    throw error;
  }
};

describe('environment', () => {
  it('has a default for each variable', () => {
    expect(readEnv({})).toMatchObject({
      PORT: 3000,
      HOST: '127.0.0.1',
      DATA_DIR: './data',
      SHOP_NAME: 'Partavo',
      TRUST_PROXY: 0,
    });
    expect(readEnv({ PORT: '', PUBLIC_ORIGIN: '' })).toEqual(readEnv({}));
  });

  it('limits the rate of clients unless the shop listens on a loopback address', () => {
    expect(
      [readEnv({}), readEnv({ HOST: '::1' }), readEnv({ HOST: 'localhost' })].map((env) => env.RATE_LIMIT),
    ).toEqual([0, 0, 0]);
    expect(readEnv({ HOST: '0.0.0.0' }).RATE_LIMIT).toBe(300);
    expect(readEnv({ RATE_LIMIT: '50' }).RATE_LIMIT).toBe(50);
    expect(readEnv({ HOST: '0.0.0.0', RATE_LIMIT: '0' }).RATE_LIMIT).toBe(0);
  });

  it.each([
    'de-DE:imprint=http://x.example',
    'de-DE:nothing=https://x.example',
    'xx-XX:imprint=https://x.example',
    'a',
  ])('refuses the information page %s', (INFORMATION_URLS) => {
    expect(errorsOf({ INFORMATION_URLS })).toHaveLength(1);
  });

  it('reads the pages on social networks by edition', () => {
    const { SOCIAL_LINKS } = readEnv({
      SOCIAL_LINKS:
        'de-DE:Mastodon=https://social.example/@shop,fr-FR:Instagram=https://i.example/shop?a=b,de-DE:Video=https://v.example',
    });
    expect(SOCIAL_LINKS.get('de-DE')?.map(({ name }) => name)).toEqual(['Mastodon', 'Video']);
    expect(SOCIAL_LINKS.get('fr-FR')?.[0]).toMatchObject({ name: 'Instagram', href: 'https://i.example/shop?a=b' });
    expect(errorsOf({ SOCIAL_LINKS: 'de-DE=https://social.example' })).toHaveLength(1);
  });

  it('reads lists', () => {
    const env = readEnv({
      EDITION_HOSTS: 'www.example.fr=fr-FR, WWW.example.nl=nl-NL',
      CHECKOUT_URL: 'de-DE=https://pay.example.de/a?b=c',
      CHECKOUT_SECRET: 'k'.repeat(32),
      IMAGE_HOSTS: 'https://img.example.de, cdn.example.de',
    });
    expect([...env.EDITION_HOSTS]).toEqual([
      ['www.example.fr', 'fr-FR'],
      ['www.example.nl', 'nl-NL'],
    ]);
    expect(env.CHECKOUT_URL).toEqual({ 'de-DE': 'https://pay.example.de/a?b=c' });
    expect(env.IMAGE_HOSTS).toEqual(['https://img.example.de', 'cdn.example.de']);
  });

  it('keeps the default address of metrics on the machine, whatever HOST is', () => {
    expect(readEnv({ HOST: '0.0.0.0', METRICS_PORT: '9464' }).METRICS_HOST).toBe('127.0.0.1');
    expect(readEnv({ METRICS_HOST: '10.0.0.5' }).METRICS_HOST).toBe('10.0.0.5');
  });

  it('allows CACHE_TAGS only with a cache that may keep pages', () => {
    expect(errorsOf({ CACHE_TAGS: 'fastly' })).toEqual([expect.stringMatching(/^CACHE_TAGS: /)]);
    expect(readEnv({ CACHE_TAGS: 'fastly', CDN_KEYS_COUNTRY: '1' }).CACHE_TAGS).toBe('fastly');
    expect(readEnv({ CACHE_TAGS: '' }).CACHE_TAGS).toBeUndefined();
  });

  it('needs a port of its own for each listener', () => {
    expect(errorsOf({ PORT: '4001', CONSOLE_PORT: '4001', CONSOLE_TOKEN: 'k'.repeat(32) })).toEqual([
      'CONSOLE_PORT: is the same as PORT; each needs its own.',
    ]);
    expect(readEnv({ PORT: '0', MERCHANTS_PORT: '0' }).MERCHANTS_PORT).toBe(0);
  });

  it('needs a token of the console beside its provider', () => {
    const provider = {
      CONSOLE_OIDC_ISSUER: 'https://id.example',
      CONSOLE_OIDC_CLIENT_ID: 'shop',
      CONSOLE_OIDC_ROLE: 'shop-operator=owner',
    };
    expect(errorsOf(provider)).toEqual([expect.stringMatching(/^CONSOLE_TOKEN: is needed with CONSOLE_OIDC_ISSUER/)]);
    expect(errorsOf({ ...provider, CONSOLE_TOKEN: 'k'.repeat(32) })).toEqual([]);
  });

  it('has a store of catalogues only where it is named, though keys for other buckets are there', () => {
    const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };
    const store = (source: Record<string, string>) => storeOf(readMarketplaceEnv(source));
    expect(store(keys)).toBeNull();
    expect(store({ ...keys, CATALOGUE_STORE: 's3://bucket/a/b//' })).toEqual({
      kind: 's3',
      bucket: 'bucket',
      prefix: 'a/b/',
      endpoint: 'https://s3.us-east-1.amazonaws.com',
      region: 'us-east-1',
      keyId: 'id',
      secret: 'secret',
    });
    for (const AWS_ACCESS_KEY_ID of ['id', ''])
      expect(() => store({ CATALOGUE_STORE: 's3://bucket', AWS_ACCESS_KEY_ID })).toThrow('CATALOGUE_STORE');
  });

  it('leaves a page that waits for a register a fifth of its time', () => {
    const settings = (source: Record<string, string>) => marketplaceSettings(readMarketplaceEnv(source));
    expect(settings({ MARKETPLACE_SECONDS: '2.5' }).registerTimeoutMs).toBe(2000);
    expect(settings({}).registerTimeoutMs).toBeUndefined();
  });

  it('needs the key of signed carts with a checkout', () => {
    expect(errorsOf({ CHECKOUT_URL: 'fr-FR=http://127.0.0.1:9/' })).toEqual([
      expect.stringMatching(/^CHECKOUT_SECRET: /),
    ]);
  });

  it.each([
    ['CONSENT_HOSTS', 'video.example,shared.example'],
    ['TRUST_BADGE_URL', 'https://shared.example/badge.js'],
    ['TAG_MANAGER_URL', 'https://shared.example/tags.js'],
  ])('refuses a host of pictures, which need no consent, in %s', (name, value) => {
    const pictures = { IMAGE_HOSTS: 'img.example, https://Shared.example' };
    expect(errorsOf({ ...pictures, [name]: value })).toEqual([
      expect.stringMatching(new RegExp(`^${name}: names a host of IMAGE_HOSTS`)),
    ]);
    expect(errorsOf({ IMAGE_HOSTS: '*.example', [name]: value })).toEqual([]);
  });

  it.each([
    ['PORT', 'abc'],
    ['PORT', '70000'],
    ['VITALS_SAMPLE', '101'],
    ['MARKETPLACE_SECONDS', 'soon'],
    ['MARKETPLACE_SECONDS', '99'],
    ['MARKETPLACE_URL', 'ftp://x'],
    ['MARKETPLACE_URL', 'http://x/path'],
    ['PUBLIC_ORIGIN', 'www.example.com'],
    ['EDITION_HOSTS', 'www.example.com=xx-XX'],
    ['EDITION_HOSTS', 'a.fr=fr-FR,b.fr=fr-FR'],
    ['CONSOLE_OIDC_ROLE', 'shop-operator=boss'],
    ['CONSOLE_OIDC_ROLE', '=read'],
    ['CONSOLE_OIDC_CLAIM', 'email'],
    ['SESSION_SECRET', 'short-secret'],
    ['SESSION_SECRET', `${'k'.repeat(32)},short`],
    ['SESSION_SECRET', Array(3).fill('k'.repeat(32)).join()],
    ['WEB_TIERS', '2000'],
    ['CATALOGUE_STORE', 'ftp://bucket'],
    ['CATALOGUE_STORE', 's3://bucket/prefix'],
    ['LOG_LEVEL', 'loud'],
    ['CACHE_TAGS', 'varnish'],
    ['IMAGE_HOSTS', 'img.example.de; script-src *'],
    ['IMAGE_HOSTS', 'https://a'],
    ['CHECKOUT_URL', 'de-DE=http://pay.example.de'],
    ['OIDC_ISSUER', 'http://id.example.de'],
    ['PICTURES_DIR', '/nowhere/at-all'],
    ['DOCUMENTS_DIR', '/nowhere/at-all'],
    ['CHECKOUT_SECRET', 'too-short'],
    ['SMTP_URL', 'https://wrong.example'],
    ['PLATES_URL', 'http://wrong.example/{plate}'],
    ['PLATES_URL', 'https://wrong.example/plates'],
    ['VIN_URL', 'https://wrong.example/{plate}'],
    ['PLATES_NL_URL', 'http://wrong.example/{plate}'],
    ['CODES_AT_URL', 'https://wrong.example/{code}/{code}'],
    ['FEEDS_LOOPBACK', 'sure'],
    ['TRUST_PROXY', '-1'],
  ])('refuses %s=%s with a sentence that does not repeat it', (name, value) => {
    const errors = errorsOf({ [name]: value });
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(new RegExp(`^${name}: .+\\.$`));
    expect(errors[0]).not.toContain(value);
  });

  it('names the meaning and the bounds of a variable in its error', () => {
    expect(errorsOf({ PORT: '99999' })).toEqual([
      'PORT: must be a whole number from 0 to 65535: the port of the shop, 0 for a free one.',
    ]);
    expect(errorsOf({ RATE_LIMIT: '-4' })[0]).toContain('from 0 to 1000000: pages that one client gets at once');
    expect(errorsOf({ VITALS_SAMPLE: '200' })[0]).toContain('from 0 to 100');
    expect(errorsOf({ TRUST_PROXY: 'true' })[0]).toContain('how many proxies');
    expect(errorsOf({ LOG_LEVEL: 'loud' })).toEqual([
      'LOG_LEVEL: must be one of trace, debug, info, warn, error, fatal, silent.',
    ]);
    expect(readEnv({ PORT: ' 8080 ', DRAIN_SECONDS: '0' })).toMatchObject({ PORT: 8080, DRAIN_SECONDS: 0 });
  });

  it.each([
    ['PUBLIC_ORIGIN', 'http'],
    ['PUBLIC_ORIGIN', 'http://'],
    ['SHOP_NAME', '  '],
    ['TRUSTED_SHOPS_ID', '1'],
    ['HOST', 'no host'],
    ['TAG_MANAGER_URL', 'foo'],
    ['TRUST_BADGE_URL', '//badge.example/x.js'],
    ['PORT', '1e3'],
    ['PORT', '0x10'],
    ['PORT', '3000.5'],
  ])('refuses %s=%j', (name, value) => {
    expect(errorsOf({ [name]: value })).toEqual([expect.stringMatching(new RegExp(`^${name}: must .+\\.$`))]);
  });

  it('refuses nonsense in every variable with a sentence, and throws nothing but EnvError', () => {
    const nonsense = fc.oneof(
      fc.string({ minLength: 1, maxLength: 60 }),
      fc.constantFrom('foo', '-1', '1e99', 'NaN', 'true', 'null', '//', 'http', 'https://', 'http://[', '{plate}', '='),
      fc.constantFrom(',', 'de-DE=', 'de-DE:imprint=', 'a=b,c', '%', '\u0000', '💥', '../..', '{}', '[object Object]'),
    );
    fc.assert(
      fc.property(fc.constantFrom(...variableNames), nonsense, (name, value) => {
        for (const error of errorsOf({ [name]: value })) {
          expect(error).toMatch(/^[A-Z0-9_]+: (must|is needed|names)\b.{10,}\.$/s);
          expect(error).not.toMatch(/\n {4}at |Invalid|expected/);
        }
      }),
      { numRuns: process.env.TEST_LONG ? 20_000 : 1500 },
    );
  });

  it('is documented, each variable', () => {
    const guide = readFileSync('docs/operating.md', 'utf8');
    expect(variableNames.filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
  });

  it('needs PUBLIC_ORIGIN with a provider of logins', () => {
    const provider = { OIDC_ISSUER: 'https://login.example', OIDC_CLIENT_ID: 'shop' };
    const sentence = expect.stringMatching(/^PUBLIC_ORIGIN: is needed with OIDC_ISSUER: a login comes back to this/);
    expect(errorsOf(provider)).toEqual([sentence]);
    expect(errorsOf({ ...provider, EDITION_HOSTS: 'shop.at.example=de-AT' })).toEqual([sentence]);
    expect(errorsOf({ ...provider, PUBLIC_ORIGIN: 'https://www.shop.example' })).toEqual([]);
  });

  it('reports all faults together', () => {
    expect(errorsOf({ PORT: 'x', LOG_LEVEL: 'x' })).toHaveLength(2);
  });
});
