/** Changes query parameters of an address; empty values remove them. */
export function withQuery(path: string, changes: Readonly<Record<string, string | undefined>>): string {
  const [address = '', query] = path.split('?');
  const values = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    values.delete(name);
    if (value) values.set(name, value);
  }
  return values.size > 0 ? `${address}?${values}` : address;
}
