import { fuels } from '../../contract/vehicles.js';
import { modelNaturalKey } from '../catalogue-file/ids.js';
import { nameKey } from '../offer-store/name-key.js';
import { foreignKeysIn } from './foreign-keys.js';
import words from './reading/data/words.json' with { type: 'json' };
import { RowError } from './reading/import-errors.js';
import type { Fields } from './reading/records.js';
import { parseDate } from './reading/times.js';
import { decimal, meaningsIn, plainText, requiredText, whole } from './values.js';

/** Metric horse power per kilowatt. */
const horsePower = 1.35962;

const fuelsByName = new Map<string, Fuel>([
  ...[...meaningsIn(words.fuels)].map(([word, fuel]) => [nameKey(word), fuel] as const),
  ...fuels.map((fuel) => [fuel, fuel] as const),
]);

/** Reads a fuel in any of the languages; undefined = the word is unknown. */
export const fuelNamed = (text: string): Fuel | undefined => fuelsByName.get(nameKey(text));

type Fuel = (typeof fuels)[number];
export type Car = ReturnType<typeof readCar>;

/**
 * Reads a row of a list of cars.
 * @param spelled returns a make as the catalogue writes it
 */
export function readCar(fields: Fields, line: number, spelled: (make: string) => string) {
  const make = spelled(requiredText(fields, 'make', 60));
  const seriesName = requiredText(fields, 'series', 100);
  const page = plainText(fields, 'page', 100) ?? seriesName;
  const ccm = Math.round(decimal(fields, 'ccm', 0, 20_000) ?? 0);
  const fuel = fuelOf(fields, ccm);
  const displacement = fuel === 'electric' ? 0 : ccm;
  const kw = powerOf(fields, fuel);
  const [from, to] = [month(fields, 'from', 1), month(fields, 'to', 12)];
  if (from !== null && to !== null && to < from)
    throw new RowError('to', fields.to ?? '', 'is before the month of "from"');
  const keys = keysOf(fields);
  const foreignKeys = foreignKeysIn(fields, 'key');
  const popularity = whole(fields, 'popularity', 0, 100_000);
  const name = plainText(fields, 'model', 100) ?? (displacement > 0 ? (displacement / 1000).toFixed(1) : 'EV');
  const natural = modelNaturalKey({ make, page, series: seriesName, name, fuel, ccm: displacement, kw, from });
  const family = plainText(fields, 'family', 100) ?? page;
  const cylinders = whole(fields, 'cylinders', 1, 16);
  return {
    /** Key of its id in the registry (D50). */
    natural,
    line,
    make,
    family,
    page,
    seriesName,
    name,
    kw,
    ccm: displacement,
    fuel,
    /** Months since year 0. */
    from,
    to,
    popularity,
    cylinders,
    /** Keys of German registration papers. */
    keys,
    /** Keys of other systems. */
    foreignKeys,
  };
}

function fuelOf(fields: Fields, ccm: number): Fuel {
  const text = plainText(fields, 'fuel', 60) ?? (ccm === 0 ? 'electric' : 'petrol');
  const fuel = fuelNamed(text);
  if (fuel === undefined) throw new RowError('fuel', text, `is not one of ${fuels.join(', ')}`);
  return fuel;
}

/** Whole kilowatts; 0 = not known, for electric cars only, whose power lists measure in several ways. */
function powerOf(fields: Fields, fuel: string): number {
  const kw = decimal(fields, 'kw', 0, 2000);
  if (kw) return Math.round(kw);
  const ps = decimal(fields, 'ps', 0, 2700);
  if (!ps && fuel === 'electric' && fields.fuel !== undefined) return 0;
  if (!ps && kw === null && ps === null) throw new RowError('kw', '', 'is missing, and so is ps');
  if (!ps) throw new RowError(kw === 0 ? 'kw' : 'ps', '0', 'is zero, and must be more than zero');
  return Math.round(ps / horsePower);
}

/**
 * Reads a date as months since year 0.
 * @param usual month of a year alone: the first or the last, since the catalogue keeps years
 */
function month(fields: Fields, field: string, usual: number): number | null {
  const text = plainText(fields, field, 20);
  if (text === null) return null;
  const date = parseDate(text);
  if (!date) throw new RowError(field, text, 'is no month (YYYY-MM, MM/YYYY or DD.MM.YYYY)');
  return date.year * 12 + (date.month ?? usual) - 1;
}

/** Keys of German papers: one maker number and up to four type keys, separated by commas. */
function keysOf(fields: Fields): { hsn: string; tsn: string }[] {
  const hsn = plainText(fields, 'hsn', 10);
  const types = plainText(fields, 'tsn', 40);
  if (hsn !== null && !/^\d{4}$/.test(hsn)) throw new RowError('hsn', hsn, 'is not four digits');
  if (types === null) return [];
  if (hsn === null) throw new RowError('tsn', types, 'is given without hsn');
  const keys = types.split(/[,\s]+/).map((tsn) => ({ hsn, tsn: tsn.toUpperCase() }));
  if (keys.length > 4 || !keys.every(({ tsn }) => /^[A-Z0-9]{3}$/.test(tsn)))
    throw new RowError('tsn', types, 'is not one to four keys of three letters or digits');
  return keys;
}
