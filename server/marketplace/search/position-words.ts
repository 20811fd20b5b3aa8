import type { Language } from '../../contract/languages.js';

/** A side of the car as places are called (`front-left`). */
export type Axle = 'front' | 'rear';
export type Side = 'left' | 'right';

const everywhere: readonly (readonly [RegExp, Axle | Side])[] = [
  [
    /^(?:vorn|vorne|vorder\w*(?:achse|seite)|vordere\w?|front|avant|delanter[oa]s?|anterior[ei]|voor(?:as|aan|ste|zijde))$/,
    'front',
  ],
  [
    /^(?:hinten|hinter(?:achse|seite)|hintere\w?|rear|arriere|traser[oa]s?|posterior[ei]|achter(?:as|aan|ste|zijde)?)$/,
    'rear',
  ],
  [
    /^(?:links|linke\w?|linker|fahrerseite|fahrerseitig|left|gauche|conducteur|izquierd[oa]s?|sinistr[oaie]|bestuurderszijde)$/,
    'left',
  ],
  [
    /^(?:rechts|rechte\w?|rechter|beifahrerseite|beifahrerseitig|right|droite?|passager|derech[oa]s?|destr[oaie]|passagierszijde)$/,
    'right',
  ],
];
const byLanguage: Readonly<Record<Language, readonly (readonly [RegExp, Axle | Side])[]>> = {
  de: [
    [/^(?:va|vl|vr|vornelinks|vornerechts)$/, 'front'],
    [/^(?:ha|hl|hr)$/, 'rear'],
    [/^(?:vl|hl|li)$/, 'left'],
    [/^(?:vr|hr|re)$/, 'right'],
  ],
  fr: [
    [/^(?:av|avg|avd)$/, 'front'],
    [/^(?:ar|arg|ard)$/, 'rear'],
    [/^(?:avg|arg)$/, 'left'],
    [/^(?:avd|ard)$/, 'right'],
  ],
  es: [
    [/^del$/, 'front'],
    [/^(?:tras|post)$/, 'rear'],
    [/^(?:izq|conductor)$/, 'left'],
    [/^(?:der|dcha|dcho|dch|acompanante|pasajero|copiloto)$/, 'right'],
  ],
  it: [
    [/^ant$/, 'front'],
    [/^post$/, 'rear'],
    [/^(?:sx|guida|guidatore|conducente)$/, 'left'],
    [/^(?:dx|passeggero)$/, 'right'],
  ],
  nl: [
    [/^(?:voor|linksvoor|rechtsvoor|voorlinks|voorrechts)$/, 'front'],
    [/^(?:linksachter|rechtsachter|achterlinks|achterrechts)$/, 'rear'],
    [/^(?:linksvoor|linksachter|voorlinks|achterlinks)$/, 'left'],
    [/^(?:rechtsvoor|rechtsachter|voorrechts|achterrechts)$/, 'right'],
  ],
};
/** Words that mean a position only where they do not begin what follows them. */
export const ambiguous: Readonly<Partial<Record<Language, ReadonlySet<string>>>> = {
  nl: new Set(['voor']),
  es: new Set(['del']),
};

/** Sides of the car that a word names by itself; none for most words. */
export const sidesOf = (plain: string, language: Language): (Axle | Side)[] => [
  ...new Set([...everywhere, ...byLanguage[language]].filter(([shape]) => shape.test(plain)).map(([, side]) => side)),
];
