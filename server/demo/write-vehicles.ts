import { slugOf } from '../marketplace/catalogue/slugs.js';
import { popularityJson, type VehicleTables } from './vehicle-tables.js';
import type { BulkWriter } from './writer.js';

const yearOf = (month: number | null) => (month === null ? null : Math.floor(month / 12));

/** The cylinders in the name of an engine, such as `3.0 V6 TDI`; null where it has none. */
function cylindersOf(name: string): number | null {
  const [, cylinders] = /\b(?:V|VR|W|R)(\d{1,2})\b/.exec(name) ?? [];
  return cylinders !== undefined && Number(cylinders) >= 3 && Number(cylinders) <= 12 ? Number(cylinders) : null;
}

/** Writes manufacturers down to models and their registration keys. */
export function writeVehicles(tables: VehicleTables, writer: BulkWriter): void {
  for (const { id, name, make } of tables.makes) {
    const popularity = popularityJson(make.share.map((share) => Math.max(1, Math.round(share * 100))));
    writer.insert('manufacturer', id, name, slugOf(name, 'de'), slugOf(make.seoName, 'de'), popularity);
  }
  for (const family of tables.families) {
    writer.insert('series_family', family.id, family.make.id, family.name, slugOf(family.name, 'de'));
  }
  for (const page of tables.pages) {
    writer.insert('series_page', page.id, page.make.id, page.family.id, page.name, slugOf(page.name, 'de'));
  }
  for (const series of [...tables.series].sort((a, b) => a.id - b.id)) {
    const starts = series.models.flatMap((model) => yearOf(model.row.from) ?? []);
    const open = series.models.some((model) => model.row.to === null);
    const ends = series.models.flatMap((model) => yearOf(model.row.to) ?? []);
    const popularity = series.make.make.share.map((_, at) =>
      series.models.reduce((sum, model) => sum + (model.popularity[at] ?? 0), 0),
    );
    writer.insert(
      'series',
      series.id,
      series.make.id,
      series.page.id,
      series.name,
      slugOf(series.name, 'de'),
      starts.length > 0 ? Math.min(...starts) : null,
      open || ends.length === 0 ? null : Math.max(...ends),
      popularityJson(popularity),
    );
  }
  for (const model of tables.models) {
    const { row, series } = model;
    writer.insert(
      'model',
      model.number,
      String(model.id),
      series.make.id,
      series.page.id,
      series.id,
      row.name,
      model.fullName,
      row.kw,
      row.ccm,
      row.fuel,
      yearOf(row.from),
      yearOf(row.to),
      popularityJson(model.popularity),
      cylindersOf(row.name),
    );
  }
  for (const key of tables.kba) writer.insert('kba', key.kbaId, key.model.number, key.hsn, key.tsn);
}
