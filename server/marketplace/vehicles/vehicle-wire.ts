import type { z } from 'zod';
import type { Locale } from '../../contract/locales.js';
import type { manufacturer, model, series, seriesPage, vehicle } from '../../contract/vehicles.js';
import { editionCountry, languageOf } from '../catalogue-texts/texts.js';
import type { Manufacturer, Model, Series, SeriesPage, VehicleIndex } from '../generation/vehicle-index.js';
import { bodyOf, fullModelName, marketName, seriesNameIn, shortSeriesName } from './series-name.js';

export type VehicleWire = z.input<typeof vehicle>;
export type ManufacturerWire = z.input<typeof manufacturer>;
export type SeriesWire = z.input<typeof series>;
export type ModelWire = z.input<typeof model>;

/** Converts kilowatts into metric horsepower (D14). */
export const horsePower = (kw: number): number => Math.round(kw * 1.35962);

/** Describes a manufacturer with its popularity in the edition's country. */
export function manufacturerWire(row: Manufacturer, locale: Locale): ManufacturerWire {
  const popularity = row.popularity[editionCountry(locale)] ?? 0;
  return { id: String(row.id), name: row.name, slug: row.slug, seoName: row.seo_name, popularity };
}

export function seriesPageWire(row: SeriesPage, locale: Locale): z.input<typeof seriesPage> {
  return { id: String(row.id), slug: row.slug, name: marketName(row.name, languageOf(locale)) };
}

export function seriesWire(index: VehicleIndex, row: Series, locale: Locale): SeriesWire {
  const page = index.pages.get(row.series_page_id) as SeriesPage;
  return {
    id: String(row.id),
    name: seriesNameIn(row.name, languageOf(locale)),
    slug: row.slug,
    shortName: shortSeriesName(row.name, languageOf(locale)),
    body: bodyOf(row.name),
    productionYearStart: row.year_start,
    productionYearEnd: row.year_end,
    popularity: row.popularity[editionCountry(locale)] ?? 0,
    seriesPage: seriesPageWire(page, locale),
  };
}

/** Joins maker, series and model in the edition's language. */
export function modelNameIn(index: VehicleIndex, row: Model, locale: Locale): string {
  const series = index.series.get(row.series_id) as Series;
  const make = index.manufacturers.get(row.manufacturer_id) as Manufacturer;
  const language = languageOf(locale);
  return fullModelName(make.name, seriesNameIn(series.name, language), marketName(row.name, language));
}

export function modelWire(index: VehicleIndex, row: Model, locale: Locale): ModelWire {
  return {
    id: row.id,
    name: marketName(row.name, languageOf(locale)),
    fullName: modelNameIn(index, row, locale),
    ps: horsePower(row.kw),
    kw: row.kw,
    ccm: row.ccm,
    fuel: row.fuel,
    productionYearStart: row.year_start,
    productionYearEnd: row.year_end,
    popularity: row.popularity[editionCountry(locale)] ?? 0,
    kbas: index.kbasOf(row).map((kba) => ({ kbaId: String(kba.kba_id), hsn: kba.hsn, tsn: kba.tsn })),
  };
}

export function manufacturerVehicle(row: Manufacturer, locale: Locale): VehicleWire {
  return {
    manufacturer: manufacturerWire(row, locale),
    seriesFamily: null,
    seriesPage: null,
    series: null,
    model: null,
  };
}

/** Describes a series page with its manufacturer and family. */
export function pageVehicle(index: VehicleIndex, page: SeriesPage, locale: Locale): VehicleWire {
  const family = index.families.get(page.series_family_id);
  return {
    ...manufacturerVehicle(index.manufacturers.get(page.manufacturer_id) as Manufacturer, locale),
    seriesFamily: family
      ? { id: String(family.id), slug: family.slug, name: marketName(family.name, languageOf(locale)) }
      : null,
    seriesPage: seriesPageWire(page, locale),
  };
}

/** Describes a model with everything above it. */
export function modelVehicle(index: VehicleIndex, row: Model, locale: Locale): VehicleWire {
  return {
    ...pageVehicle(index, index.pages.get(row.series_page_id) as SeriesPage, locale),
    series: seriesWire(index, index.series.get(row.series_id) as Series, locale),
    model: modelWire(index, row, locale),
  };
}
