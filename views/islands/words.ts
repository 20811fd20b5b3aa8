/** Words that an island is given by their keys; each key is written out where its namespace is. */
export const wordsBy = <K extends string>(keys: readonly K[], wordOf: (key: K) => string): Record<K, string> =>
  Object.fromEntries(keys.map((key) => [key, wordOf(key)])) as Record<K, string>;
