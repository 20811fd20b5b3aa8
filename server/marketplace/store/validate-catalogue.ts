import type { DatabaseSync } from 'node:sqlite';
import { ExpectedError } from '../commands/expected-error.js';

/** A generation that must not be served. */
export class InvalidCatalogueError extends ExpectedError {
  override name = 'InvalidCatalogueError';
}

/** Each query counts rows that must not exist. */
const checks: readonly (readonly [sentence: string, query: string])[] = [
  [
    'series without manufacturer or page',
    'select count(*) from series s left join manufacturer m on m.id = s.manufacturer_id left join series_page p on p.id = s.series_page_id where m.id is null or p.id is null',
  ],
  ['models without series', 'select count(*) from model m left join series s on s.id = m.series_id where s.id is null'],
  [
    'keys without model',
    'select count(*) from kba k left join model m on m.number = k.model_number where m.number is null',
  ],
  [
    'keys of other systems without model',
    'select count(*) from vehicle_key k left join model m on m.number = k.model_number where m.number is null',
  ],
  [
    'attributes without a label, or choices without values',
    "select count(*) from attribute where labels = '{}' or (kind = 'choice') = (choices = '[]')",
  ],
  [
    'warnings of categories that do not exist',
    'select count(*) from category_warning w left join category c on c.id = w.category_id where c.id is null',
  ],
  [
    'documents of products that do not exist',
    'select count(*) from document d left join product p on p.id = d.product_id where p.id is null',
  ],
  [
    'categories without a title in five languages',
    "select count(*) from category c where (select count(*) from category_text t where t.category_id = c.id and t.title <> '' and t.slug <> '') <> 5",
  ],
  [
    'products without brand or leaf',
    'select count(*) from product p left join brand b on b.id = p.brand_id left join category c on c.id = p.category_id and c.is_leaf = 1 where b.id is null or c.id is null',
  ],
  [
    'products with a title that lacks a language',
    "select count(*) from product where title is not null and (json_extract(title, '$.de') is null or json_extract(title, '$.fr') is null or json_extract(title, '$.es') is null or json_extract(title, '$.it') is null or json_extract(title, '$.nl') is null)",
  ],
  [
    'fitting parts that do not exist',
    'select count(*) from (select distinct product_id from fitment) f left join product p on p.id = f.product_id where p.id is null',
  ],
  [
    'fitting cars that do not exist',
    'select count(*) from (select distinct model_number from fitment) f left join model m on m.number = f.model_number where m.number is null',
  ],
  [
    'conditions that do not exist',
    'select count(*) from (select distinct note_id from fitment where note_id > 0) f left join fit_note n on n.id = f.note_id where n.id is null',
  ],
  [
    'fitment that differs by direction',
    'select abs((select count(*) from fitment) - (select count(*) from product_model))',
  ],
  [
    'original numbers of unknown makers',
    'select count(*) from oe_number o left join manufacturer m on m.id = o.manufacturer_id where m.id is null',
  ],
  [
    'products that a search cannot find',
    'select count(*) from product p left join search_product s on s.product_id = p.id left join search_text_docsize d on d.id = s.rank where d.id is null',
  ],
  [
    'words of products that do not exist',
    'select count(*) from search_text_docsize d left join search_product s on s.rank = d.id left join product p on p.id = s.product_id where p.id is null',
  ],
  [
    'flags of products that do not exist',
    'select count(*) from product_flags f left join product p on p.id = f.product_id where p.id is null',
  ],
  ['leaf lists that miss products', 'select abs((select count(*) from leaf_product) - (select count(*) from product))'],
  [
    'leaves whose products were not packed for listings',
    "select count(*) from (select category_id, count(*) as count from leaf_product group by category_id) l left join leaf_column c on c.category_id = l.category_id and c.key = 'id' where c.data is null or length(c.data) <> 8 * l.count",
  ],
];

const emptyLeaves = 'select count(*) from category where is_leaf = 1 and product_count = 0';

export interface CatalogueChecks {
  /** Whether a leaf without products is an error: another vehicle file may hold no car that needs it. */
  readonly everyLeaf: boolean;
  /** How the file itself is read over; `quick` leaves out the comparison of each index with its table. */
  readonly integrity: 'full' | 'quick';
  /** Tables that may differ from a catalogue that has been checked before; null = all of them. */
  readonly changed: readonly string[] | null;
}

/** Throws InvalidCatalogueError with a sentence where the tables contradict each other or the file is damaged. */
export function validateCatalogue(database: DatabaseSync, { everyLeaf, integrity, changed }: CatalogueChecks): void {
  const found: string[] = [];
  const wanted = everyLeaf ? [...checks, ['leaves without products', emptyLeaves] as const] : checks;
  for (const [sentence, query] of wanted) {
    if (changed && !changed.some((table) => speaksOf(query, table))) continue;
    const row = database.prepare(query).get();
    const count = Number(Object.values(row ?? {})[0] ?? 0);
    if (count > 0) found.push(`${count} ${sentence}`);
  }
  const check = integrity === 'full' ? 'pragma integrity_check' : 'pragma quick_check';
  for (const selection of changed?.map((table) => `(${table})`) ?? ['']) {
    const result = String(Object.values(database.prepare(check + selection).get() ?? {})[0]);
    if (result !== 'ok') found.push(result);
  }
  if (found.length > 0) throw new InvalidCatalogueError(`The new catalogue is not served: ${found.join('; ')}.`);
}

const speaksOf = (query: string, table: string): boolean => new RegExp(`\\b${table}\\b`).test(query);
