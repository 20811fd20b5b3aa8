import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { languages, normaliseNumber } from '../../api/contract.js';
import { type IdRegistry, productNaturalKey } from '../store/ids.js';
import { returnWithheldOffers } from '../store/offer-faults.js';
import { followProducts } from './derived-tables.js';
import { RowFault } from './faults.js';
import { FitmentWriter } from './fitment-writer.js';
import type { Importer } from './importer.js';
import { KnownBrands, nameKey } from './known-brands.js';
import type { FeedRecord } from './reading/records.js';
import { condition, decimal, gtin, partNumber, plainText, requiredText, whole } from './values.js';

interface Leaf {
  readonly id: number;
  readonly kind: string;
}
const places = ['front', 'rear', 'left', 'right', 'front-left', 'front-right', 'rear-left', 'rear-right'];
const columns =
  'id, brand_id, category_id, norm_number, article_number, ean, title, kind, place, condition, attributes, warnings, base_amount, base_unit, popularity, photos';

/** Products by brand and number: known ones are changed where the file says something, others are added. */
export class ProductImporter implements Importer {
  readonly #brands: KnownBrands;
  readonly #leaves: ReadonlyMap<string, Leaf | null>;
  readonly #makers: ReadonlyMap<string, number>;
  readonly #lines = new Map<number, number>();
  readonly #fitment: FitmentWriter;
  readonly #counts = { added: 0, changed: 0, 'new brands': 0 };

  constructor(
    private readonly database: DatabaseSync,
    private readonly ids: IdRegistry,
  ) {
    returnWithheldOffers(database);
    this.#brands = new KnownBrands(database);
    this.#leaves = readLeaves(database);
    this.#fitment = new FitmentWriter(database);
    const makers = database.prepare('select id, name from manufacturer').all();
    this.#makers = new Map(makers.map(({ id, name }) => [nameKey(String(name)), Number(id)]));
  }

  take({ fields, line }: FeedRecord): void {
    const brandName = requiredText(fields, 'brand', 60);
    const number = partNumber(fields);
    if (!number) throw new RowFault('number', '', 'is missing');
    const leaf = this.#leafOf(requiredText(fields, 'category', 500));
    const given = {
      ean: gtin(fields),
      title: titleOf(fields),
      place: placeOf(fields),
      condition: condition(fields),
      attributes: attributesOf(fields),
      content: contentOf(fields),
      popularity: whole(fields, 'popularity', 0, 100_000),
      oe: this.#oeOf(fields),
      maker: makerOf(fields),
      photos: photosOf(fields),
    };
    const brand = this.#brands.find(brandName);
    const id = this.ids.idOf('product', productNaturalKey(brand?.name ?? brandName, number.norm));
    const earlier = this.#lines.get(id);
    if (earlier !== undefined) throw new RowFault('number', number.written, `stands in line ${earlier} already`);
    this.#lines.set(id, line);
    const { id: brandId, isNew } = this.#brands.findOrMake(brandName, this.ids);
    if (isNew) this.#counts['new brands']++;
    for (const [column, value] of given.maker)
      this.database.prepare(`update brand set ${column} = ? where id = ?`).run(value, brandId);
    const known = this.database.prepare(`select ${columns} from product where id = ?`).get(id);
    const values: SQLInputValue[] = [
      id,
      brandId,
      leaf.id,
      number.norm,
      number.written,
      given.ean ?? (known?.ean as string | null | undefined) ?? null,
      given.title ?? (known?.title as string | null | undefined) ?? null,
      leaf.kind,
      given.place ?? (known?.place as string | null | undefined) ?? null,
      given.condition ?? String(known?.condition ?? 'new'),
      given.attributes ?? String(known?.attributes ?? '[]'),
      String(known?.warnings ?? '[]'),
      given.content?.amount ?? (known?.base_amount as number | null | undefined) ?? null,
      given.content?.unit ?? (known?.base_unit as string | null | undefined) ?? null,
      given.popularity ?? Number(known?.popularity ?? 1),
      given.photos ?? (known?.photos as string | null | undefined) ?? null,
    ];
    this.database
      .prepare(`insert or replace into product (${columns}) values (${values.map(() => '?').join(', ')})`)
      .run(...values);
    if (known && Number(known.category_id) !== leaf.id) this.#fitment.move(id, Number(known.category_id), leaf.id);
    this.#writeOe(id, given.oe);
    this.#counts[known ? 'changed' : 'added']++;
  }

  #leafOf(text: string): Leaf {
    // A path such as `Brakes > Discs` is looked up by its last step.
    for (const name of [text, text.split(/[>/|]/).at(-1) ?? '']) {
      const leaf = this.#leaves.get(nameKey(name));
      if (leaf) return leaf;
      if (leaf === null) throw new RowFault('category', text, 'is the name of several categories; give its id');
    }
    throw new RowFault('category', text, 'is no leaf of the category tree');
  }

  #oeOf(fields: FeedRecord['fields']): [maker: number, number: string, norm: string][] | null {
    const text = plainText(fields, 'oe', 4000);
    if (text === null) return null;
    return text.split(/[;|]/).flatMap((entry) => {
      if (entry.trim() === '') return [];
      const [maker = '', number = ''] = entry.split(':').map((part) => part.trim());
      const id = this.#makers.get(nameKey(maker));
      const norm = normaliseNumber(number);
      if (id === undefined) throw new RowFault('oe', entry, 'names no known car maker');
      if (norm === '') throw new RowFault('oe', entry, 'is not written as MAKER:NUMBER');
      return [[id, number, norm] as [number, string, string]];
    });
  }

  #writeOe(id: number, numbers: [number, string, string][] | null): void {
    if (!numbers) return;
    this.database.prepare('delete from oe_number where product_id = ?').run(id);
    const insert = this.database.prepare('insert or ignore into oe_number values (?, ?, ?, ?)');
    for (const [maker, number, norm] of numbers) insert.run(id, maker, number, norm);
  }

  finish(): Readonly<Record<string, number>> {
    followProducts(this.database);
    return this.#counts;
  }
}

/** Leaves by id and by their titles in all languages; null where two have the same. */
function readLeaves(database: DatabaseSync): Map<string, Leaf | null> {
  const leaves = new Map<string, Leaf | null>();
  const rows = database
    .prepare(
      'select c.id, c.kind, t.title, t.slug from category c join category_text t on t.category_id = c.id where c.is_leaf = 1 order by c.id',
    )
    .all();
  for (const row of rows) {
    const leaf = { id: Number(row.id), kind: String(row.kind) };
    for (const name of [String(row.title), String(row.slug)]) {
      const known = leaves.get(nameKey(name));
      leaves.set(nameKey(name), known === undefined || known?.id === leaf.id ? leaf : null);
    }
  }
  for (const row of rows) leaves.set(String(row.id), { id: Number(row.id), kind: String(row.kind) });
  return leaves;
}

/** Who made the part, as the law wants it named (GPSR): columns of `brand` that the row gives. */
function makerOf(fields: FeedRecord['fields']): [column: string, value: string][] {
  const country = plainText(fields, 'brand_country', 2)?.toUpperCase() ?? null;
  if (country !== null && !/^[A-Z]{2}$/.test(country))
    throw new RowFault('brand_country', country, 'is no code of a country');
  const given = {
    country,
    address: plainText(fields, 'brand_address', 300),
    email: plainText(fields, 'brand_email', 200),
    eu_responsible: plainText(fields, 'eu_responsible', 300),
  };
  return Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== null);
}

/** Titles by language as JSON: a general one stands for the languages without their own. */
function titleOf(fields: FeedRecord['fields']): string | null {
  const general = plainText(fields, 'title', 200);
  const own = languages.map((language) => [language, plainText(fields, `title_${language}`, 200)] as const);
  const any = general ?? own.find(([, title]) => title !== null)?.[1] ?? null;
  return any === null
    ? null
    : JSON.stringify(Object.fromEntries(own.map(([language, title]) => [language, title ?? any])));
}

const mostPhotos = 6;

/** Addresses of photographs as JSON: those over https, since no other is asked. Their hosts are judged by the shop. */
function photosOf(fields: FeedRecord['fields']): string | null {
  const text = ['image', 'more_images'].map((field) => plainText(fields, field, 8000) ?? '').join(' ');
  const written = text.split(/[\s;|]+|,(?=https?:)/i).filter((part) => URL.parse(part)?.protocol === 'https:');
  return written.length === 0 ? null : JSON.stringify([...new Set(written)].slice(0, mostPhotos));
}

function placeOf(fields: FeedRecord['fields']): string | null {
  const place = plainText(fields, 'place', 20)?.toLowerCase() ?? null;
  if (place !== null && !places.includes(place)) throw new RowFault('place', place, `is none of ${places.join(', ')}`);
  return place;
}

/** `diameter=288.5 mm; holes=5` as the catalogue keeps it. */
function attributesOf(fields: FeedRecord['fields']): string | null {
  const text = plainText(fields, 'attributes', 4000);
  if (text === null) return null;
  const rows = text.split(';').flatMap((entry) => {
    if (entry.trim() === '') return [];
    const match =
      /^\s*([\w-]{1,40})\s*=\s*(.{1,80}?)(?:\s+(mm|cm|m|kg|g|l|ml|V|A|Ah|W|kW|bar|°|°C|K|Nm|Ohm))?\s*$/.exec(entry);
    if (!match) throw new RowFault('attributes', entry, 'is not written as name=value unit');
    return [[match[1], match[2], match[3] ?? null]];
  });
  return JSON.stringify(rows);
}

/** Thousandths of the unit that base prices are told in, by the unit that a feed may use. */
const contentUnits: Readonly<Record<string, readonly [factor: number, unit: string]>> = {
  ml: [1, 'l'],
  cl: [10, 'l'],
  l: [1000, 'l'],
  g: [1, 'kg'],
  kg: [1000, 'kg'],
  m: [1000, 'm'],
};

/** `500 ml` as thousandths of a litre, `1.5 kg` as thousandths of a kilogram. */
function contentOf(fields: FeedRecord['fields']): { amount: number; unit: string } | null {
  const text = plainText(fields, 'content', 40);
  if (text === null) return null;
  const match = /^([\d.,]+)\s*(ml|cl|l|g|kg|m)$/i.exec(text);
  const amount = match && decimal({ content: match[1] ?? '' }, 'content', 0.001, 100_000);
  if (!match || !amount) throw new RowFault('content', text, 'is no amount in ml, cl, l, g, kg or m');
  const [factor, unit] = contentUnits[(match[2] ?? '').toLowerCase()] ?? [1000, 'l'];
  return { amount: Math.round(amount * factor), unit };
}
