/** Returns the address of the operator's picture for the first name that has one; null for none. */
export type LocalPicture = (kind: 'brands' | 'makes' | 'categories', ...names: string[]) => string | null;
