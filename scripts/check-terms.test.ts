import { describe, expect, test } from 'vitest';
import { termErrors, termsIn, termsOf } from './check-terms.ts';
import { wordingErrors } from './check-texts.ts';

const guide = `# German texts

## Terms

| word | rejected | why | not checked in |
| --- | --- | --- | --- |
| Händler | Shop, Shops | one word per party | reviews:checkedByTrustedShops |
| Gesamtpreis | bis zur Haustür |  |  |

## Which check finds what

| Shop | not a term |
`;
const text = (key: string, words: string) => new Map([[key, words]]);

describe('a style guide', () => {
  test('has the terms of its table alone', () =>
    expect(termsIn(guide)).toEqual([
      { word: 'Händler', rejected: ['Shop', 'Shops'], except: ['reviews:checkedByTrustedShops'] },
      { word: 'Gesamtpreis', rejected: ['bis zur Haustür'], except: [] },
    ]));
  test('without terms is refused', () => expect(() => termsIn('# German')).toThrow('## Terms'));
  test.each(['de', 'fr', 'es', 'it', 'nl'])('of %s rejects the rivals of its word for the seller', (language) => {
    const [seller] = termsOf(language);
    const rival = seller?.rejected[0] ?? '';
    expect(termErrors(text('cart:x', `${rival}.`), termsOf(language))).toHaveLength(1);
    expect(termErrors(text('cart:x', `${seller?.word}.`), termsOf(language))).toEqual([]);
  });
});

describe('a rejected word', () => {
  const terms = termsIn(guide);
  test.each(['Dieser Shop liefert nicht.', 'shop', 'Preis bis  zur Haustür'])('is found in: %s', (words) =>
    expect(termErrors(text('cart:x', words), terms)).toHaveLength(1),
  );
  test.each(['Demo-Shop', 'Shopping', 'Workshop', 'Händler'])('is not found in: %s', (words) =>
    expect(termErrors(text('cart:x', words), terms)).toEqual([]),
  );
  test('is allowed where the guide exempts it', () =>
    expect(termErrors(text('reviews:checkedByTrustedShops', 'Trusted Shops'), terms)).toEqual([]));
});

describe('a number in front of a noun', () => {
  test.each([
    ['shop:days', '{{count}} días'],
    ['demo:shop', 'en {{handlingDays}} días laborables'],
    ['islands:cart.about', '({{ratings}}\u00a0Bewertungen)'],
  ])('needs plural forms: %s', (key, words) => expect(wordingErrors('es', text(key, words))).toHaveLength(1));
  test.each([
    ['shop:days_other', '{{count}} días'],
    ['islands:loaded', 'Opciones disponibles: {{count}}.'],
    ['demo:shop', '{{#oneDay}}un día{{/oneDay}}{{^oneDay}}{{handlingDays}} días{{/oneDay}}'],
  ])('is accepted: %s', (key, words) => expect(wordingErrors('es', text(key, words))).toEqual([]));
});

describe('wording', () => {
  test.each([
    ['es', 'delantero izquierdo'],
    ['it', 'anteriore destro'],
    ['fr', 'avant droite'],
  ])('a phrase that does not agree with every noun is refused, %s: %s', (language, words) =>
    expect(wordingErrors(language, text('catalogue:places.front-left', words))).toHaveLength(1),
  );
  test.each([
    ['es', 'eje delantero, lado izquierdo'],
    ['it', 'asse anteriore, lato destro'],
    ['fr', 'essieu avant, côté droit'],
    ['de', 'Vorderachse links'],
    ['nl', 'linksvoor'],
  ])('a phrase that agrees with every noun is accepted, %s: %s', (language, words) =>
    expect(wordingErrors(language, text('catalogue:places.front-left', words))).toEqual([]),
  );
  test('decimals have a comma', () => {
    expect(wordingErrors('de', text('items:1', 'Sicherung 7.5 A'))).toHaveLength(1);
    expect(wordingErrors('de', text('items:1', 'Sicherung 7,5 A, Sockel P14.5s'))).toEqual([]);
  });
  test('titles have at most 70 characters', () => {
    expect(wordingErrors('de', text('meta:home.title', 'x'.repeat(71)))).toHaveLength(1);
    expect(wordingErrors('de', text('meta:home.title', 'x'.repeat(70)))).toEqual([]);
    expect(wordingErrors('de', text('meta:home.description', 'x'.repeat(150)))).toEqual([]);
  });
});

describe('the address of the reader', () => {
  test.each([
    ['de', 'Wähle dein Fahrzeug.', 'Wählen Sie Ihr Fahrzeug.'],
    ['fr', 'Choisis-toi une pièce.', 'Vous êtes de nouveau en ligne.'],
    ['es', 'Añádelo a tu carrito.', 'Añádalo a su carrito.'],
    ['it', 'Spedizione con il tuo pacco.', 'Legga i suoi dati tecnici.'],
    ['it', 'Ricerca per la sua auto.', 'Ricerca per la Sua auto.'],
    ['nl', 'Kies je auto.', 'Kies uw auto.'],
  ])('%s: %s', (language, wrong, right) => {
    expect(wordingErrors(language, text('cart:x', wrong))).toHaveLength(1);
    expect(wordingErrors(language, text('cart:x', right))).toEqual([]);
  });
});
