import { allEditions } from '../../server/web/routes/editions.js';

/** Returns a seeded generator of numbers from 0 to 1 (mulberry32), so that a failure can be repeated. */
export function randomFrom(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Returns a generator of addresses similar to known ones; the same seed makes the same ones. */
export function grammar(known: readonly string[], seed: number): () => string {
  const random = randomFrom(seed);
  const one = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const some = (most: number, make: () => string, between = ''): string =>
    Array.from({ length: Math.floor(random() * (most + 1)) }, make).join(between);
  const digits = (length: number): string => Array.from({ length }, () => Math.floor(random() * 10)).join('');

  const nasty = (): string =>
    one([
      '%00',
      '%2f',
      '%2F',
      '%5c',
      '%C3%A4',
      '%E0%A4%A',
      '%ff%fe',
      '%',
      '%zz',
      '%25',
      '%2e%2e',
      '..',
      '.',
      '~',
      '+',
      "'",
      '"',
      '<script>',
      '{{x}}',
      '%0d%0a',
      '%F0%9F%9A%97',
      '%C0%AF',
      ';',
      ':',
      '@',
      '%20',
      '__proto__',
      'constructor',
      'null',
      'undefined',
      '-',
      '--',
      '---',
      'a'.repeat(300),
      '\\',
    ]);
  const word = (): string =>
    one([() => one(['Oelfilter', 'golf', 'Bremsscheiben', 'VW', 'x', 'Ä', 'a-b', '1']), nasty, () => digits(4)])();
  const id = (): string =>
    one([
      () => digits(3),
      () => digits(15),
      () => digits(16),
      () => digits(40),
      () => '0',
      () => `0${digits(2)}`,
      () => '',
      () => 'abc',
      () => '-1',
      () => '1e3',
      nasty,
    ])();
  const tail = (): string => one(['', '1', '2', '3', '4', '8', '9', '01', 'x']) + some(5, () => `-${id()}`);
  const key = (): string =>
    one([
      'page',
      'f',
      'sort',
      'modelId',
      'articleId',
      'seriesId',
      'kbaTypeId',
      'hsntsn',
      'manufacturerId',
      'query',
      'categoryId',
      'brand',
      'norm',
      'redirectUrl',
      '__proto__',
      'x',
    ]);
  const value = (): string =>
    one([word, id, tail, nasty, () => one(['price', '2', '1', '99999', 'brand:1,2', 'a:b;c:d', '[]', '{}'])])();
  const query = (): string =>
    random() < 0.5
      ? ''
      : `?${some(4, () => one([`${key()}=${value()}`, key(), `${key()}[]=${value()}`, `${key()}=${value()}&${key()}=${value()}`]), '&')}`;
  const prefix = (): string =>
    one(['', '', '/de-DE', '/fr-FR', '/FR-fr', '/es-ES', '/xx-XX', '/it-IT', '/nl-NL', '/de-AT', '//', '/de-AT/']);
  const first = (): string => {
    const { pathNames } = one(allEditions);
    return one([
      pathNames.section,
      pathNames.partNumbers,
      pathNames.shop,
      pathNames.cart,
      pathNames.fullText,
      pathNames.information,
      pathNames.allVehicles,
      'search',
      'bot',
      'developers',
      'api',
      'build',
      'sitemaps',
      'manifest',
      '.well-known',
      word(),
      word(),
    ]);
  };
  const mutated = (): string => {
    const text = one(known);
    const at = Math.floor(random() * text.length);
    return one([
      () => text.slice(0, at) + nasty() + text.slice(at),
      () => text.slice(0, at) + text.slice(at + 1),
      () => text.slice(0, at) + text.slice(at).toUpperCase(),
      () => text + nasty(),
      () => `${text}${some(3, () => `/${word()}`)}`,
      () => text.replace(/\d+/, () => id()),
      () => text.replaceAll('/', '//'),
      () => text.replaceAll('/', '%2f').replace('%2f', '/'),
    ])();
  };
  const made = (): string =>
    one([
      () => `${prefix()}/${first()}${some(4, () => `/${word()}`)}`,
      () => `${prefix()}/${word()}/${word()}/${tail()}${some(2, () => `/${word()}`)}`,
      () => `${prefix()}/${word()}/8-${id()}`,
      () => `${prefix()}/${first()}/${first()}/${tail()}`,
      mutated,
      mutated,
    ])();
  return () => {
    const address = made() + (random() < 0.4 ? query() : '');
    // Request lines cannot contain blanks and control characters.
    const sendable = address.replace(/[^\u0021-\u007e]/g, (character) => encodeURIComponent(character));
    return sendable.startsWith('/') ? sendable : `/${sendable}`;
  };
}
