import { UsageError } from './run-command.js';

declare const ofShop: unique symbol;
/** Id of a shop, from storage or an option for ids. A text that may be a name never becomes an id (D95). */
export type ShopId = number & { readonly [ofShop]: true };

/** A shop by its id, or by its name or slug. */
export type ShopChoice = { readonly id: ShopId } | { readonly name: string };

/** Options for `parseArgs` that choose a shop. */
export const shopOptions = { shop: { type: 'string' }, 'shop-id': { type: 'string' } } as const;

/**
 * @param word names the shop without an option, as former commands did
 * @returns null if no option names a shop
 * @throws UsageError if several do, or the id is no number
 */
export function shopChoiceOf(
  { shop, 'shop-id': id }: { readonly [name in keyof typeof shopOptions]?: string | undefined },
  word?: string,
): ShopChoice | null {
  const [name, ...others] = [shop, word].filter((each) => each !== undefined);
  if (others.length > 0 || (id !== undefined && name !== undefined))
    throw new UsageError('Say which shop with --shop or with --shop-id, one of them.');
  if (id === undefined) return name === undefined ? null : { name };
  if (!/^[1-9]\d{0,8}$/.test(id)) throw new UsageError(`--shop-id must be a whole number above 0, found "${id}".`);
  return { id: Number(id) as ShopId };
}

/** @throws UsageError without a shop */
export function neededShop(choice: ShopChoice | null): ShopChoice {
  if (!choice) throw new UsageError('Which shop? Say --shop or --shop-id.');
  return choice;
}

/** Returns the choice as options of a command. */
export const shopWords = (choice: ShopChoice): readonly string[] =>
  'id' in choice ? ['--shop-id', String(choice.id)] : ['--shop', choice.name];

/** Label in the operator's file, lists and logs. */
export const labelOf = (choice: ShopChoice): string => ('id' in choice ? String(choice.id) : choice.name);
