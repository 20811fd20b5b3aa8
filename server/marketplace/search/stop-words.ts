import { type Language, languages } from '../../contract/languages.js';

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Words that say nothing about a part, as `norm` spells them; they are neither stored nor searched for. */
const stopWords: Readonly<Record<Language, ReadonlySet<string>>> = {
  de: set(
    'der die das den dem des ein eine einen und oder fur fuer mit ohne von vom zu zum zur im in am an auf bei nr',
  ),
  fr: set('le la les un une des de du d l et ou pour avec sans sur au aux a en qu n'),
  es: set('el la los las un una de del y o para con sin en al a por n'),
  it: set('il lo la i gli le un uno una di del dello della dei degli delle dell d l e o per con senza da in su al'),
  nl: set('de het een en of voor met zonder van op aan in bij te nr'),
};

/** Written around part numbers in every language. */
const numberWords = set('oe oem oen ean gtin ref art artnr teilenummer nummer');

/**
 * Words that narrow a search where something is called so, and are let go where nothing is: `Bremsscheiben vorne` has no
 * category of its own, `Blinkleuchte vorn` has one.
 */
const optionalWords: Readonly<Record<Language, ReadonlySet<string>>> = {
  de: set(
    'vorn vorne vorderachse hinten hinterachse links rechts oben unten innen aussen satz set kit paar neu gunstig guenstig billig original kaufen online auto kfz pkw wechseln wechsel ersatzteil teile teil fahrzeug',
  ),
  fr: set(
    'avant arriere gauche droit droite essieu jeu kit paire neuf neuve pas cher origine voiture auto changement piece pieces prix acheter',
  ),
  es: set(
    'delantero delantera delanteros delanteras trasero trasera traseros traseras izquierdo izquierda derecho derecha eje juego kit nuevo original coche auto carro barato recambio repuesto comprar precio',
  ),
  it: set(
    'anteriore anteriori posteriore posteriori sinistro sinistra destro destra asse kit set coppia nuovo originale auto macchina ricambio ricambi prezzo comprare',
  ),
  nl: set(
    'voor achter vooras achteras links rechts linksvoor rechtsvoor linksachter rechtsachter set kit paar nieuw origineel goedkoop auto onderdeel onderdelen kopen',
  ),
};

/** Ends of places as they are stored (`front-left`), by the words that mean them. */
const positionPrefixes: readonly (readonly [RegExp, string])[] = [
  [/^(?:vorn|vorder|avant$|delanter|anterior|voor|linksvoor|rechtsvoor)/, 'front'],
  [/^(?:hint|arriere$|traser|posterior|achter|linksachter|rechtsachter)/, 'rear'],
  [/^(?:links|gauche$|izquierd|sinistr)/, 'left'],
  [/^(?:rechts|droite?$|derech|destr)/, 'right'],
];

export const isStopWord = (word: string, language: Language): boolean =>
  stopWords[language].has(word) || numberWords.has(word);
export const isOptionalWord = (word: string, language: Language): boolean => optionalWords[language].has(word);

/** Sides of the car that words name: `front`, `rear`, `left`, `right`. */
export function positionsOf(words: readonly string[]): string[] {
  const named = positionPrefixes.filter(([pattern]) => words.some((word) => pattern.test(word)));
  return named.map(([, place]) => place);
}

/** Languages whose compounds are written as one word. */
export const compounding: ReadonlySet<Language> = new Set(languages.filter((each) => each === 'de' || each === 'nl'));
