import { fill } from '../../../views/fill.js';
import { type Formats, keepPlaceholders, type Translate } from '../../../views/formats.js';
import type { Edition } from '../routes/editions.js';

/** Makes the formats of an edition, once because `Intl` objects are expensive (D5). */
export function createFormats({ locale }: Edition, t: Translate): Formats {
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' });
  const number = new Intl.NumberFormat(locale);
  const rating = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const date = new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    timeZone: 'Europe/Berlin',
  });
  const displayNames = new Intl.DisplayNames(locale, { type: 'region' });
  // Every page lists all delivery countries, and asking `Intl` costs more than the rest of that list.
  const countryNames = new Map<string, string>();
  const country = (code: string): string => {
    const known = countryNames.get(code) ?? displayNames.of(code) ?? code;
    countryNames.set(code, known);
    return known;
  };
  // Lists of models call these hundreds of times, so the templates are read once.
  const power = t('meta:format.power', keepPlaceholders);
  const from = t('meta:format.from', keepPlaceholders);
  const until = t('meta:format.until', keepPlaceholders);
  return {
    money: (cents) => money.format(cents / 100),
    number: (value) => number.format(value),
    date: (value) => date.format(value),
    rating: (value) => rating.format(value),
    country,
    power: (kw, ps) => (kw > 0 ? fill(power, { kw, ps }) : ''),
    years(start, end) {
      if (start === null) return end === null ? '' : fill(until, { year: end });
      if (end === null) return fill(from, { year: start });
      return start === end ? String(start) : `${start}–${end}`;
    },
  };
}
