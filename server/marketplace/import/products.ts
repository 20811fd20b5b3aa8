import type { DatabaseSync } from 'node:sqlite';
import { normaliseNumber } from '../../contract/search.js';
import { isAllowedHost } from '../../env-lists.js';
import { type IdRegistry, productNaturalKey } from '../catalogue-file/ids.js';
import { attributesOf, DefinedAttributes, withPackSize } from './attributes.js';
import { FitmentWriter } from './fitment-writer.js';
import type { Importer } from './import-target.js';
import { KnownLeaves } from './known-leaves.js';
import { KnownMakes } from './known-makes.js';
import { isDeletion } from './offer-fields.js';
import {
  contentOf,
  makerOf,
  photosOf,
  positionOf,
  readDurability,
  storedDurability,
  taxClassOf,
  titleOf,
} from './product-fields.js';
import { KnownBrands } from './product-finder.js';
import { putRow } from './put-row.js';
import { RowError, SkippedRow } from './reading/import-errors.js';
import type { FeedRecord, Fields } from './reading/records.js';
import { TyreLabels } from './tyre-labels.js';
import { updateFromProducts } from './update-derived-tables.js';
import { condition, gtin, partNumber, plainText, requiredText, whole } from './values.js';

/** Most hosts of photographs that a remark names. */
const mostHosts = 5;

/** Imports products by brand and number. A known product keeps what a row does not mention. */
export class ProductImporter implements Importer {
  readonly #brands: KnownBrands;
  readonly #leaves: KnownLeaves;
  readonly #makers: KnownMakes;
  readonly #lines = new Map<number, number>();
  readonly #fitment: FitmentWriter;
  readonly #tyreLabels: TyreLabels;
  readonly #attributes: DefinedAttributes;
  readonly incomplete: RowError[];
  /** Photographs by hosts that `imageHosts` lacks. The shop may run elsewhere with other hosts. */
  readonly #hidden = new Map<string, number>();
  readonly #counts = { added: 0, changed: 0, unchanged: 0, 'new brands': 0 };

  /** @param imageHosts hosts whose photographs the shop shows */
  constructor(
    private readonly database: DatabaseSync,
    private readonly ids: IdRegistry,
    private readonly imageHosts: readonly string[] = [],
  ) {
    this.#brands = new KnownBrands(database);
    this.#leaves = new KnownLeaves(database);
    this.#fitment = new FitmentWriter(database);
    this.#tyreLabels = new TyreLabels(database);
    this.#attributes = new DefinedAttributes(database);
    this.incomplete = this.#attributes.lacks;
    this.#makers = new KnownMakes(database);
  }

  importRow(record: FeedRecord): void {
    const { fields, line } = record;
    if (isDeletion(record)) throw new SkippedRow('mode', fields.mode ?? '', 'takes offers off, not products');
    const brandName = requiredText(fields, 'brand', 60);
    const number = partNumber(fields);
    if (!number) throw new RowError('number', '', 'is missing');
    const leaf = this.#leaves.find(requiredText(fields, 'category', 500));
    const given = {
      ean: gtin(fields),
      title: titleOf(fields),
      place: positionOf(fields),
      condition: condition(fields),
      attributes: attributesOf(fields, leaf.kind, this.#attributes),
      packSize: whole(fields, 'pack_size', 1, 10_000),
      content: contentOf(fields),
      taxClass: taxClassOf(fields),
      popularity: whole(fields, 'popularity', 0, 100_000),
      oe: this.#oeOf(fields),
      maker: makerOf(fields),
      photos: photosOf(fields),
      durability: readDurability(fields),
      label: this.#tyreLabels.read(fields, leaf.id),
    };
    const brand = this.#brands.find(brandName);
    const id = this.ids.idOf('product', productNaturalKey(brand?.name ?? brandName, number.norm));
    const known = this.database.prepare('select * from product where id = ?').get(id);
    const durability = storedDurability(given.durability, known?.durability, {
      brand: brand?.name ?? brandName,
      number: number.written,
    });
    const earlier = this.#lines.get(id);
    if (earlier !== undefined) throw new RowError('number', number.written, `is already in line ${earlier}`);
    this.#lines.set(id, line);
    const { id: brandId, isNew } = this.#brands.findOrMake(brandName, this.ids);
    if (isNew) this.#counts['new brands']++;
    let isChanged = false;
    for (const [column, value] of given.maker) {
      const set = this.database.prepare(
        `update brand set ${column} = :value where id = :id and ${column} is not :value`,
      );
      if (Number(set.run({ value, id: brandId }).changes) > 0) isChanged = true;
    }
    const attributes = given.attributes ?? String(known?.attributes ?? '[]');
    const isOther = putRow(this.database, 'product', known, {
      id,
      brand_id: brandId,
      category_id: leaf.id,
      norm_number: number.norm,
      article_number: number.written,
      ean: given.ean ?? known?.ean ?? null,
      title: given.title ?? known?.title ?? null,
      kind: leaf.kind,
      place: given.place ?? known?.place ?? null,
      condition: given.condition ?? known?.condition ?? 'new',
      attributes: withPackSize(attributes, given.packSize, this.incomplete),
      warnings: known?.warnings ?? '[]',
      base_amount: given.content?.amount ?? known?.base_amount ?? null,
      base_unit: given.content?.unit ?? known?.base_unit ?? null,
      popularity: given.popularity ?? known?.popularity ?? 1,
      photos: given.photos ?? known?.photos ?? null,
      durability,
      tax_class: given.taxClass ?? known?.tax_class ?? 'standard',
    });
    if (isOther) isChanged = true;
    this.#noteHidden(given.photos);
    if (known && Number(known.category_id) !== leaf.id) this.#fitment.move(id, Number(known.category_id), leaf.id);
    if (this.#writeOe(id, given.oe)) isChanged = true;
    if (this.#tyreLabels.write(id, given.label)) isChanged = true;
    if (!known) this.#counts.added++;
    else this.#counts[isChanged ? 'changed' : 'unchanged']++;
  }

  #oeOf(fields: Fields): [maker: number, number: string, norm: string][] | null {
    const text = plainText(fields, 'oe', 4000);
    if (text === null) return null;
    return text.split(/[;|]/).flatMap((entry) => {
      if (entry.trim() === '') return [];
      const [maker = '', number = ''] = entry.split(':').map((part) => part.trim());
      const id = this.#makers.find(maker)?.id;
      const norm = normaliseNumber(number);
      if (id === undefined) throw new RowError('oe', entry, 'names no known car maker');
      if (norm === '') throw new RowError('oe', entry, 'is not written as MAKER:NUMBER');
      return [[id, number, norm] as [number, string, string]];
    });
  }

  /** @returns whether they have changed */
  #writeOe(id: number, numbers: [number, string, string][] | null): boolean {
    if (!numbers) return false;
    const given = new Map(numbers.toReversed().map(([maker, number, norm]) => [`${maker}|${norm}`, number]));
    const known = this.database
      .prepare('select manufacturer_id, number, norm from oe_number where product_id = ?')
      .all(id);
    const isSame = known.every(
      ({ manufacturer_id, number, norm }) => given.get(`${manufacturer_id}|${norm}`) === number,
    );
    if (isSame && known.length === given.size) return false;
    this.database.prepare('delete from oe_number where product_id = ?').run(id);
    const insert = this.database.prepare('insert or ignore into oe_number values (?, ?, ?, ?)');
    for (const [maker, number, norm] of numbers) insert.run(id, maker, number, norm);
    return true;
  }

  #noteHidden(photos: string | null): void {
    for (const address of JSON.parse(photos ?? '[]') as string[]) {
      const { host } = new URL(address);
      if (!isAllowedHost(this.imageHosts, host)) this.#hidden.set(host, (this.#hidden.get(host) ?? 0) + 1);
    }
  }

  get notes(): readonly string[] {
    const hosts = [...this.#hidden].sort(([, one], [, other]) => other - one);
    const named = hosts.slice(0, mostHosts).map(([host, count]) => `${count} on ${host}`);
    if (named.length === 0) return [];
    const more = hosts.length > mostHosts ? [`others on ${hosts.length - mostHosts} more hosts`] : [];
    return [`IMAGE_HOSTS here lacks the hosts of these photographs: ${[...named, ...more].join(', ')}.`];
  }

  finish(): Readonly<Record<string, number>> {
    if (this.#counts.added + this.#counts.changed > 0) updateFromProducts(this.database);
    return this.#counts;
  }
}
