/** Address of a picture that the operator has for one of the names, the first that there is; null without one. */
export type LocalPicture = (kind: 'brands' | 'makes' | 'categories', ...names: string[]) => string | null;
