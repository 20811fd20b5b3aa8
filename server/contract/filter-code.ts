export interface ChosenFilter {
  key: string;
  values: string[];
}

/** Returns filters in canonical order: keys and values sorted, duplicates merged. */
export function canonical(filters: readonly ChosenFilter[]): ChosenFilter[] {
  const byKey = new Map<string, Set<string>>();
  for (const { key, values } of filters) {
    const all = byKey.get(key) ?? new Set();
    for (const value of values) all.add(value);
    byKey.set(key, all);
  }
  return [...byKey]
    .map(([key, values]) => ({ key, values: [...values].sort() }))
    .filter(({ values }) => values.length > 0)
    .sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** Returns the `f` parameter: base64url of `[{"key":"brand","values":["30"]}]` (D21); empty for no filters. */
export function encodeFilters(filters: readonly ChosenFilter[]): string {
  const sorted = canonical(filters);
  if (sorted.length === 0) return '';
  const binary = String.fromCharCode(...new TextEncoder().encode(JSON.stringify(sorted)));
  return btoa(binary).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}
