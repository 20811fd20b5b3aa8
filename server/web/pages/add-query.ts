/** Appends query parameters to an address in a fixed order. Leaves out empty values. */
export function addQuery(address: string, values: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(values)) if (value) query.set(key, value);
  if (query.size === 0) return address;
  return `${address}${address.includes('?') ? '&' : '?'}${query}`;
}
