export const textsByKey = <K extends string>(keys: readonly K[], textOf: (key: K) => string): Record<K, string> =>
  Object.fromEntries(keys.map((key) => [key, textOf(key)])) as Record<K, string>;
