interface Wanted {
  id: string;
  offer_id: number;
  quantity: number;
}

/**
 * How many pieces are there for each line, by its id: lines of one offer, for several vehicles, share its stock, and
 * those that were added first have their pieces first. A line that wants more than is there leaves all of it to the
 * next.
 */
export function piecesThere(
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
