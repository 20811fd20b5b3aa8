interface Wanted {
  id: string;
  offer_id: number;
  quantity: number;
}

/**
 * Returns the pieces available for each line by its id. Lines of one offer share its stock, the oldest line first. A
 * line that wants more than is left leaves all of it to the next.
 */
export function piecesInStock(
  lines: readonly Wanted[],
  stockOf: (offerId: number) => number,
): ReadonlyMap<string, number> {
  const taken = new Map<number, number>();
  return new Map(
    lines.map(({ id, offer_id, quantity }) => {
      const before = taken.get(offer_id) ?? 0;
      const there = Math.max(0, stockOf(offer_id) - before);
      if (quantity <= there) taken.set(offer_id, before + quantity);
      return [id, there];
    }),
  );
}
