/** One row of a file, whatever its format was. */
export interface FeedRecord {
  /** Where it begins in the file, from 1. */
  readonly line: number;
  /** Values by the names that README.md documents; no name stands for an empty value. */
  readonly fields: Readonly<Record<string, string>>;
  /** Set where the row has only the price of an offer that is known by its key. */
  readonly isPriceOnly?: true;
  /** Set where the row cannot be split into its columns. */
  readonly error?: string;
}

/** Made by a constructor, since V8 is slow with objects that have no prototype; nothing is inherited all the same. */
class Fields {
  [name: string]: string;
}
Object.setPrototypeOf(Fields.prototype, null);
Reflect.deleteProperty(Fields.prototype, 'constructor');

/** A record that inherits nothing, so that a column named `__proto__` is only a column. */
export const noFields = (): Record<string, string> => new Fields();
