/** Returns the address of the article with most offers: more than a page shows at once. */
export async function articleWithOffers(origin: string): Promise<string> {
  const { spareParts } = await (await fetch(`${origin}/api/-/-/--1523`)).json();
  const [{ manufacturer, normNumber }] = spareParts.toSorted(
    (one: { offerCount: number }, other: { offerCount: number }) => other.offerCount - one.offerCount,
  );
  return `/Teilenummernsuche/${manufacturer.seoName}/${normNumber}`;
}

/** Returns the ids of the offers in a page, in order. */
export const offersIn = (html: string): string[] => [...html.matchAll(/ id="o(\d+)"/g)].map(([, id]) => id as string);
