import { z } from 'zod';
import { decimalId, modelId, slug } from './ids.js';
import { isRegisterInput, type RegisterWay, readRegisterInput } from './registers.js';
import { isPlate, plateKey, readPlate } from './vehicle-inputs.js';

/** Production years; null for an unknown start, and for an end that is unknown or in the future. */
const years = { productionYearStart: z.number().int().nullable(), productionYearEnd: z.number().int().nullable() };

export const manufacturer = z.object({ id: decimalId, name: z.string(), slug, seoName: slug, popularity: z.number() });
export const seriesFamily = z.object({ id: decimalId, slug, name: z.string() });
export const seriesPage = z.object({ id: decimalId, slug, name: z.string() });
/** Body of a car. A maker's own name for it, such as Avant, is no body. */
export const bodies = [
  'hatchback',
  'notchback',
  'saloon',
  'estate',
  'tModel',
  'coupe',
  'cabriolet',
  'roadster',
  'mpv',
  'panelVan',
  'bus',
  'pickup',
  'offRoad',
  'platform',
  'threeDoors',
  'fiveDoors',
] as const;
export type Body = (typeof bodies)[number];
export const series = z.object({
  id: decimalId,
  name: z.string(),
  slug,
  /** Name without chassis code and body, as the edition's market writes it. */
  shortName: z.string(),
  /** Body as part of the name, which is translated; null if the name has none. */
  body: z.enum(bodies).nullable(),
  ...years,
  popularity: z.number(),
  seriesPage,
});
export const kba = z.object({ kbaId: decimalId, hsn: z.string(), tsn: z.string() });
export const fuels = ['petrol', 'diesel', 'electric', 'hybrid', 'lpg', 'cng'] as const;
export const model = z.object({
  id: modelId,
  name: z.string(),
  /** Manufacturer, series and model in one line. */
  fullName: z.string(),
  /** Metric horse power computed from kW (D14); 0 if unknown. */
  ps: z.number().int(),
  /** 0 if unknown, as for some electric cars. */
  kw: z.number().int(),
  /** Displacement in cm³; 0 for electric cars. */
  ccm: z.number().int(),
  fuel: z.enum(fuels),
  ...years,
  popularity: z.number(),
  kbas: z.array(kba),
});
export const vehicle = z.object({
  manufacturer,
  seriesFamily: seriesFamily.nullable(),
  seriesPage: seriesPage.nullable(),
  series: series.nullable(),
  model: model.nullable(),
});
/** A series page with all its series and models. */
export const seriesPageDetail = vehicle.extend({ seriesList: z.array(series.extend({ models: z.array(model) })) });

/**
 * A vehicle found by registration paper or plate. `kbaId` is its national type number, if it was found by one (D19).
 */
export const foundVehicle = vehicle.extend({ kbaId: decimalId.nullable() });

/** Maker and type key (fields 2.1 and 2.2 of the German registration paper) in one word: `0603BGU`. */
export const keyNumbers = z
  .string()
  .toUpperCase()
  .regex(/^[A-Z0-9]{7}$/)
  .meta({ examples: ['0603BGU'] });
const registerInput = (way: RegisterWay, description: string, example: string) =>
  z
    .string()
    .overwrite(readRegisterInput)
    .refine((text) => isRegisterInput(way, text))
    .meta({ description, examples: [example] });
export const vin = registerInput('vin', 'Vehicle identification number (ISO 3779)', 'WVWZZZ1KZ6W000001');
export const dutchPlate = registerInput('dutchPlate', 'Plate of the Netherlands, hyphens optional', 'GB-001-B');
export const nationalCode = registerInput('nationalCode', 'National code of the Austrian registration paper', '123456');

/** A French plate in one of the two formats of specification 5, without separators for the lookup: `AA123ZZ`. */
export const plate = z
  .string()
  .overwrite(readPlate)
  .refine(isPlate)
  .overwrite(plateKey)
  .meta({ description: 'AA-123-ZZ or 1234-ABC-75, hyphens optional', examples: ['AA-123-ZZ'] });

export type Manufacturer = z.output<typeof manufacturer>;
export type SeriesPage = z.output<typeof seriesPage>;
export type Series = z.output<typeof series>;
export type Model = z.output<typeof model>;
export type Vehicle = z.output<typeof vehicle>;
export type SeriesPageDetail = z.output<typeof seriesPageDetail>;
export type FoundVehicle = z.output<typeof foundVehicle>;
