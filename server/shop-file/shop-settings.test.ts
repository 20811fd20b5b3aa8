import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readEnv } from '../env.js';
import { coloursCss } from './colours.js';
import { identityFields } from './identity.js';
import { incompleteEditions, joinEnvironment } from './join-environment.js';
import { ShopFileError, shopKeys } from './shop-file-content.js';
import { readShopSettings } from './shop-settings.js';

const folder = mkdtempSync(join(tmpdir(), 'shop-settings-'));
afterAll(() => rmSync(folder, { recursive: true }));

const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
const read = (content: unknown) => {
  write('shop.json', typeof content === 'string' ? content : JSON.stringify(content));
  return readShopSettings(folder);
};
const svg = (inner: string, box = '0 0 120 24'): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="${box}">${inner}</svg>`;
const whole = {
  company: 'Teile Nord GmbH',
  address: 'Hafenstr. 1, 20457 Hamburg',
  email: 'hilfe@teile-nord.de',
  phone: '+49 40 123456',
  representedBy: null,
  register: 'HRB 1, Amtsgericht Hamburg',
  vatId: 'DE000000000',
  processors: 'Rechenzentrum Nord GmbH, Deutschland; 30 Tage.',
  responsible: 'Erika Muster',
  dispute: 'Wir nehmen nicht teil.',
};

test('without a file, and with one about feeds alone, there are no settings', () => {
  rmSync(join(folder, 'shop.json'), { force: true });
  expect(readShopSettings(folder)).toBeNull();
  expect(read({ feeds: [] })).toBeNull();
});

test('an edition has the values of the shop, except those that it replaces', () => {
  const settings = read({
    name: 'Teile Nord',
    identity: whole,
    services: { delivery: ['DHL'], payment: ['Visa'] },
    socialLinks: [{ name: 'Mastodon', address: 'https://social.example.org/@nord' }],
    pages: { press: 'https://www.teile-nord.de/presse' },
    editions: {
      'de-DE': {},
      'fr-FR': {
        ...{ identity: { email: 'aide@teile-nord.fr' }, services: { payment: ['CB'] }, socialLinks: [] },
        pages: { press: 'https://www.teile-nord.fr/presse' },
      },
    },
  });
  expect([...(settings?.editions.keys() ?? [])]).toEqual(['de-DE', 'fr-FR']);
  expect(settings?.editions.get('de-DE')).toMatchObject({
    ...{ identity: whole, deliveryServices: ['DHL'] },
    socialLinks: [{ name: 'Mastodon', href: 'https://social.example.org/@nord' }],
    pages: { press: 'https://www.teile-nord.de/presse' },
  });
  expect(settings?.editions.get('fr-FR')).toMatchObject({
    identity: { company: whole.company, email: 'aide@teile-nord.fr' },
    deliveryServices: ['DHL'],
    paymentServices: ['CB'],
    socialLinks: [],
    pages: { press: 'https://www.teile-nord.fr/presse' },
  });
});

test('the ids of categories on the drawing of a front axle have up to fifteen digits', () => {
  const frontAxle = { disc: '1'.repeat(15) };
  expect(read({ name: 'A', frontAxle })?.frontAxle).toEqual(frontAxle);
  expect(read({ name: 'A' })?.frontAxle).toBeNull();
});

test('a file without editions means all six', () => {
  expect(read({ name: 'Teile Nord' })?.editions.size).toBe(6);
});

test('the missing legal data of each country are listed with their acts', () => {
  const env = readEnv({});
  const missing = (content: object) => {
    const settings = read({ name: 'Teile Nord', ...content });
    if (!settings) throw new Error('no settings');
    return incompleteEditions(joinEnvironment(env, settings, {}), settings).map(({ locale, missing: fields }) => [
      locale,
      ...fields.map(({ field }) => field),
    ]);
  };
  expect(missing({ identity: whole, editions: { 'de-DE': {} } })).toEqual([]);
  expect(missing({ identity: whole, editions: { 'de-DE': {}, 'fr-FR': {} } })).toEqual([
    ['fr-FR', 'capital', 'host', 'mediator'],
  ]);
  // Every French shop has a mediator; a small business may have no capital.
  const french = { identity: { capital: null, mediator: null, host: 'Hébergeur SAS, Paris, +33 1' } };
  expect(missing({ identity: whole, editions: { 'fr-FR': french } })).toEqual([['fr-FR', 'mediator']]);
  expect(missing({ identity: { ...whole, vatId: undefined }, editions: { 'de-DE': {} } })).toEqual([
    ['de-DE', 'vatId'],
  ]);
  const pages = { imprint: 'https://www.teile-nord.de/impressum', privacy: 'https://www.teile-nord.de/datenschutz' };
  const { company, address, email, phone } = whole;
  expect(missing({ identity: { company, address, email, phone }, pages, editions: { 'de-DE': {} } })).toEqual([]);
  const { imprint } = pages;
  expect(
    missing({ identity: { company, address, email, phone }, pages: { imprint }, editions: { 'de-DE': {} } }),
  ).toEqual([['de-DE', 'processors']]);
  expect(missing({ identity: { company }, pages, editions: { 'de-DE': {} } })).toEqual([
    ['de-DE', 'address', 'email', 'phone'],
  ]);
});

test.each([
  ['{"name":', /cannot be read: .*JSON/],
  [{ title: 'A' }, /its top: .*title/],
  [{ identity: {} }, /name: is missing/],
  [{ name: '' }, /name: must be a text of 1 to 40 characters, found ""\.$/],
  [{ name: 'A', identity: { firm: 'x' } }, /identity: does not know "firm", only company/],
  [
    { name: 'A', identity: { email: 'hilfe at a.de' } },
    /identity email: must be an e-mail address, found "hilfe at a.de"/,
  ],
  [{ name: 'A', identity: { company: '[A](https://b.de)' } }, /identity company: must be one line without square/],
  [{ name: 'A', identity: { company: '' } }, /identity company: is empty; write null/],
  [{ name: 'A', identity: { company: 'A\nB' } }, /identity company: must be one line without square/],
  [{ name: 'A', identity: { company: 'A'.repeat(601) } }, /identity company: must have at most 600 characters/],
  [{ name: 'A', identity: { certifiedEmail: 'pec' } }, /identity certifiedEmail: must be an e-mail address/],
  [{ name: 'A', frontAxle: { disc: '1'.repeat(16) } }, /frontAxle disc: must be the id of a category in quotes/],
  [{ name: 'A', editions: {} }, /editions: must name an edition/],
  [{ name: 'A', editions: { 'en-GB': {} } }, /editions: does not know "en-GB", only de-DE/],
  [{ name: 'A', editions: { 'fr-FR': { on: true } } }, /editions fr-FR: .*on/],
  [{ name: 'A', pages: { press: 'http://a.de' } }, /pages press: must be an https address.*found "http:\/\/a\.de"/],
  [{ name: 'A', socialLinks: [{ name: 'M', address: 'a' }] }, /socialLinks 1 "M" address: must be an https.*found "a"/],
  [{ name: 'A', rating: 'stars' }, /rating: must be "own", "none".*found "stars"/],
  [{ name: 'A', frontAxle: { disc: 7 } }, /frontAxle disc: .*/],
  [{ name: 'A', colours: { light: { signal: 'red' } } }, /colours light signal: must be a colour such as.*"red"/],
  [{ name: 'A', colours: { light: { accent: '#000000' } } }, /colours light: does not know "accent", only paper/],
  [
    { name: 'A', colours: { light: { signal: '#222222' } } },
    /colours light signal: on-signal \(#181a1c\) on signal \(#222222\) has a contrast of 1\.\d\d to 1 and needs 4\.5/,
  ],
  [{ name: 'A', colours: { light: { 'signal-d': '#222222' } } }, /colours light signal-d: on-signal .* on signal-d/],
  [{ name: 'A', colours: { light: { paper: '#777777' } } }, /colours light paper: ink .* on paper/],
  // Rounded up, it would say that 4.50 is too little.
  [{ name: 'A', colours: { light: { soft: '#60727b' } } }, /soft .* has a contrast of 4\.49 to 1 and needs 4\.5/],
  [{ name: 'A', colours: { dark: { focus: '#15181b' } } }, /colours dark focus: focus .* needs 3, found "#15181b"/],
  [{ name: 'A', logo: 'none.svg' }, /logo: cannot be read: there is no file .*none\.svg/],
])('the error about %j names the field and its value', (content, sentence) => {
  expect(() => read(content)).toThrow(ShopFileError);
  expect(() => read(content)).toThrow(sentence);
});

test('the styles of a shop have the colours that it changes, in the scheme that they are for', () => {
  const css = (light: object, dark: object) => coloursCss({ light, dark });
  expect(css({}, {})).toBe('');
  expect(css({}, { focus: '#ABCDEF' })).toBe('@media(prefers-color-scheme:dark){:root{--focus:#abcdef}}');
});

test('each mistake has a sentence', () => {
  const wrong = { name: 'A', logo: 'none.svg', icon: 'none.svg', colours: { light: { signal: '#222222' } } };
  expect(() => read(wrong)).toThrow(/logo: .*\n.*icon: .*\n.*colours light signal: /);
});

test('the file names official notices by language', () => {
  write('notice.svg', svg('<path d="M0 0h9"/>'));
  expect(read({ name: 'A', guaranteeNotice: { de: 'notice.svg' } })?.guaranteeNotice).toMatchObject({
    de: { width: 120 },
  });
  write('large.svg', svg(`<!--${' '.repeat(200_000)}-->`));
  expect(read({ name: 'A', guaranteeNotice: { fr: 'large.svg' } })?.guaranteeNotice).toMatchObject({
    fr: { width: 120 },
  });
  expect(() => read({ name: 'A', guaranteeNotice: { fr: 'none.svg' } })).toThrow(/guaranteeNotice fr: cannot be read/);
  expect(() => read({ name: 'A', guaranteeNotice: { en: 'notice.svg' } })).toThrow(/guaranteeNotice/);
});

test('the label of durability has each of its places once, and may contain its typeface', () => {
  const face = '<style>@font-face{font-family:Inter;src:url(data:font/woff2;base64,AAAA)}</style>';
  write('label.svg', svg(`${face}<text>{years}</text><text>{producer}</text><text>{model}</text>`));
  expect(read({ name: 'A', durabilityLabel: 'label.svg' })?.durabilityLabel).toMatchObject({ width: 120 });
  write('label.svg', svg('<text>{years} {years}</text><text>{producer}</text><text>{model}</text>'));
  expect(() => read({ name: 'A', durabilityLabel: 'label.svg' })).toThrow(/durabilityLabel: has \{years\} 2 times/);
});

test('a logo is a self-contained drawing', () => {
  write('logo.svg', svg('<style>path{fill:#000}</style><path d="M0 0h9" fill="url(#g)"/><use href="#g"/>'));
  expect(read({ name: 'A', logo: 'logo.svg' })?.logo).toMatchObject({ width: 120, height: 24 });
  expect(read({ name: 'A', logo: join(folder, 'logo.svg') })?.logo).toMatchObject({ width: 120 });
});

test.each([
  ['<script>alert(1)</script>', 'an element <script>'],
  ['<foreignObject><p/></foreignObject>', 'an element <foreignObject>'],
  ['<path onload="alert(1)"/>', 'a handler onload'],
  ['<image href="https://a.example/a.png"/>', 'leads elsewhere by href'],
  ['<use xlink:href="other.svg#a"/>', 'leads elsewhere by xlink:href'],
  ['<path style="fill:url(https://a.example/x)"/>', 'from elsewhere by style'],
  ['<style>@import "https://a.example/a.css";</style>', 'a style that loads'],
  ['<style><![CDATA[a{b:url("//a.example")}]]></style>', 'a style that loads'],
  ['<path style="fill:u\\72l(https://a.example/x)"/>', 'from elsewhere by style'],
  ['<image src="https://a.example/a.png"/>', 'leads elsewhere by src'],
  ['<image href="data:image/svg+xml;base64,AAAA"/>', 'leads elsewhere by href'],
  ['<g xml:base="https://a.example/"/>', 'has an xml:base'],
  ['<?xml-stylesheet href="https://a.example/a.css"?>', 'has an instruction <?xml-stylesheet?>'],
  ['<path>', 'no well-formed SVG'],
])('a logo with %s is refused', (inner, reason) => {
  write('logo.svg', svg(inner));
  expect(() => read({ name: 'A', logo: 'logo.svg' })).toThrow(reason);
});

test('a drawing has at most 100,000 bytes', () => {
  const drawn = (bytes: number): void => write('logo.svg', svg(`<!--${' '.repeat(bytes - svg('<!---->').length)}-->`));
  drawn(100_000);
  expect(read({ name: 'A', logo: 'logo.svg' })?.logo?.bytes).toHaveLength(100_000);
  drawn(100_001);
  expect(() => read({ name: 'A', logo: 'logo.svg' })).toThrow('logo: has 100001 bytes; at most 100000 are a drawing');
});

test('a drawing has a size, and an icon is square', () => {
  write('icon.svg', svg('<path d="M0 0"/>'));
  expect(() => read({ name: 'A', icon: 'icon.svg' })).toThrow('must be square; its viewBox is 120 to 24');
  write('icon.svg', svg('<path d="M0 0"/>', ''));
  expect(() => read({ name: 'A', icon: 'icon.svg' })).toThrow('needs a viewBox');
  write('logo.svg', svg('', '0 0 120 0'));
  expect(() => read({ name: 'A', logo: 'logo.svg' })).toThrow('needs a viewBox');
  write('logo.svg', '<g viewBox="0 0 120 24"/>');
  expect(() => read({ name: 'A', logo: 'logo.svg' })).toThrow('begins with <g>, not with <svg>');
  write('icon.svg', '<!DOCTYPE svg [<!ENTITY a "b">]><svg viewBox="0 0 1 1"/>');
  expect(() => read({ name: 'A', icon: 'icon.svg' })).toThrow('document type');
});

test('a value comes from the file or from a variable, never from both', () => {
  const pages = { press: 'https://a.de/presse' };
  const settings = read({ name: 'Teile Nord', pages, rating: { trustedShops: 'X123456' }, editions: { 'fr-FR': {} } });
  const env = readEnv({ SHOP_NAME: 'Other' });
  expect(joinEnvironment(env, null, {})).toBe(env);
  expect(joinEnvironment(env, settings, {})).toMatchObject({ SHOP_NAME: 'Teile Nord', TRUSTED_SHOPS_ID: 'X123456' });
  expect(joinEnvironment(env, settings, {}).INFORMATION_URLS).toEqual(new Map([['fr-FR:press', pages.press]]));
  const paying = readEnv({ CHECKOUT_URL: 'fr-FR=https://pay.a.de', CHECKOUT_SECRET: 's'.repeat(32) });
  expect(joinEnvironment(paying, settings, {}).CHECKOUT_URL).toEqual({});
  expect(Object.keys(paying.CHECKOUT_URL)).toEqual(['fr-FR']);
  // The legal data on pages of another site, which the file names, are data too.
  const { company, address, email, phone } = whole;
  const elsewhere = { imprint: 'https://a.de/impressum', privacy: 'https://a.de/datenschutz' };
  const complete = read({ name: 'A', identity: { company, address, email, phone }, pages: elsewhere, rating: 'own' });
  const selling = readEnv({ CHECKOUT_URL: 'de-DE=https://pay.a.de', CHECKOUT_SECRET: 's'.repeat(32) });
  expect(Object.keys(joinEnvironment(selling, complete, {}).CHECKOUT_URL)).toEqual(['de-DE']);
  const rated = readEnv({ TRUSTED_SHOPS_ID: 'X123456' });
  expect(joinEnvironment(rated, complete, {}).TRUSTED_SHOPS_ID).toBeUndefined();
  const social = [{ name: 'M', address: 'https://social.example.org/@a' }];
  const linked = joinEnvironment(env, read({ name: 'A', socialLinks: social, editions: { 'it-IT': {} } }), {});
  expect(linked.SOCIAL_LINKS).toEqual(new Map([['it-IT', [{ name: 'M', href: social[0]?.address }]]]));
  expect(() => joinEnvironment(env, settings, { SHOP_NAME: 'Other' })).toThrow(/^SHOP_NAME: is set, and name in shop/);
  const mapped = readEnv({ EDITION_HOSTS: 'a.example=it-IT' });
  expect(() => joinEnvironment(mapped, settings, {})).toThrow(/EDITION_HOSTS: names it-IT/);
});

test('the sample in docs/ is complete, and own-shop.md names every field', () => {
  const docs = join(import.meta.dirname, '../../docs');
  const settings = readShopSettings(join(docs, 'shop'));
  if (!settings) throw new Error('no sample');
  expect(incompleteEditions(joinEnvironment(readEnv({}), settings, {}), settings)).toEqual([]);
  expect(settings).toMatchObject({ logo: { width: 168 }, icon: { width: 40 } });
  // Each operator gets the official notices and the label.
  const official = ['guaranteeNotice', 'durabilityLabel'];
  expect(settings.keys).toEqual(new Set(shopKeys.filter((key) => !official.includes(key))));
  const text = readFileSync(join(docs, 'own-shop.md'), 'utf8');
  const named = [...text.matchAll(/^\| ((?:`\w+`(?:, )?)+) \|/gm)].flatMap(([, cell = '']) => cell.match(/\w+/g) ?? []);
  for (const field of [...shopKeys, ...identityFields]) expect(named).toContain(field);
});
