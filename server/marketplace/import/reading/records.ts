/** Values of a row by the column names of README.md; an empty value has no entry. */
export type Fields = Readonly<Record<string, string>>;

/** A row of a file of any format. */
export interface FeedRecord {
  /** Line of the file in which the record begins, from 1. */
  readonly line: number;
  readonly fields: Fields;
  /** Whether the row has only the price of an offer that is known by its key. */
  readonly isPriceOnly?: true;
  /** Why the row cannot be split into columns. */
  readonly error?: string;
}

/** A class without prototype methods. V8 is slow with `Object.create(null)`. */
class FieldMap {
  [name: string]: string;
}
Object.setPrototypeOf(FieldMap.prototype, null);
Reflect.deleteProperty(FieldMap.prototype, 'constructor');

/** Inherits nothing, so that a column named `__proto__` is only a column. */
export const noFields = (): Record<string, string> => new FieldMap();
