/** An address with the page's own query in one order; what a page does not know is not carried on. */
export function ownQuery(address: string, values: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(values)) if (value) query.set(key, value);
  if (query.size === 0) return address;
  return `${address}${address.includes('?') ? '&' : '?'}${query}`;
}
