interface Model {
  id: string;
  kbas: { hsn: string; tsn: string }[];
}
export interface KeyNumbers {
  /** HSN and TSN of one model, without a separator. */
  one: string;
  /** HSN and TSN that several models share. */
  shared: string;
}

/** Returns key numbers of Volkswagens in the running catalogue. */
export async function keyNumbers(origin: string): Promise<KeyNumbers> {
  const read = async <T>(path: string): Promise<T> => (await fetch(origin + path)).json() as Promise<T>;
  const found: KeyNumbers = { one: '', shared: '' };
  for (const { id } of await read<{ id: string }[]>('/api/vehicle/manufacturers/10/series')) {
    const models = await read<Model[]>(`/api/vehicle/series/${id}/models`);
    const owners = Map.groupBy(
      models.flatMap(({ kbas }) => kbas.map(({ hsn, tsn }) => hsn + tsn)),
      (key) => key,
    );
    found.one ||= [...owners].find(([, all]) => all.length === 1)?.[0] ?? '';
    found.shared ||= [...owners].find(([, all]) => all.length > 1)?.[0] ?? '';
    if (found.one && found.shared) return found;
  }
  throw new Error('no key number is shared');
}
