import type { DatabaseSync } from 'node:sqlite';

/** Letters that look like digits are read as these, so that numbers with either are one. */
export const likeDigits = (number: string): string => number.toUpperCase().replace(/O/g, '0').replace(/I/g, '1');
/** A number from its end, so that numbers that end alike stand beside each other. */
export const reversed = (number: string): string => [...likeDigits(number)].reverse().join('');

/**
 * Writes the numbers by which products are found from their ends. Run when products and their numbers are in. They are
 * sorted first: rows that come in the order of their key are written fastest.
 */
export function fillNumbers(database: DatabaseSync): void {
  database.function('from_end', { deterministic: true }, (number) => reversed(String(number)));
  database.exec(`insert or ignore into search_number
    select from_end(number), id from (
      select norm_number as number, id from product union all select ean, id from product where ean is not null
      union all select norm, product_id from oe_number
    ) order by 1, 2`);
}
