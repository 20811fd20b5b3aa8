/** Texts by keys, in groups. */
export interface TextTree {
  [key: string]: string | TextTree;
}

/** Texts of a tree by keys with points. */
export function strings(value: string | TextTree, path = '', into = new Map<string, string>()): Map<string, string> {
  if (typeof value === 'string') into.set(path, value);
  else for (const [key, inner] of Object.entries(value)) strings(inner, path === '' ? key : `${path}.${key}`, into);
  return into;
}
