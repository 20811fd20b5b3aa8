/**
 * Address of a picture that the operator has for one of the names, the first that there is; null where there is none.
 */
export type LocalPicture = (kind: 'brands' | 'makes' | 'categories', ...names: string[]) => string | null;
