/** Draws the cost of marketplace reads by catalogue size for docs/performance.md. */

const width = 760;
const height = 380;
const [left, right, top, bottom] = [56, 250, 36, 44];
/** The reads in the picture, each with a colour that is distinct on light and dark paper. */
const shown = {
  article: '#0b7285',
  offers: '#c2410c',
  'listing of one size': '#4d7c0f',
  'listing of one size, two filters': '#7e22ce',
  'largest leaf, two filters': '#be123c',
  'full text': '#1d4ed8',
  suggestions: '#a16207',
};
const thousands = (n: number): string => (n >= 1000 ? `${Math.round(n / 1000)} k` : String(n));

/** Places for labels at these heights, moved apart until none covers another. */
function apart(heights: readonly number[]): number[] {
  const order = heights.map((y, index) => ({ y, index })).sort((a, b) => a.y - b.y);
  for (const [place, each] of order.entries())
    each.y = Math.max(each.y, (order[place - 1]?.y ?? Number.NEGATIVE_INFINITY) + 16);
  return order.sort((a, b) => a.index - b.index).map(({ y }) => y);
}

/** Cost of the reads at one catalogue size. */
export interface SizeResult {
  products: number;
  calls: Readonly<Record<string, { processor: number | null }>>;
}

/**
 * @param results as `bench-marketplace.ts` measures them, each size with its `products` and the `processor`
 * milliseconds of each call. Both axes are logarithmic.
 * @returns an SVG.
 */
export function scalePicture(results: readonly SizeResult[]): string {
  const sizes = results.map(({ products }) => products);
  const lines = Object.entries(shown).map(([name, colour]) => ({
    name,
    colour,
    costs: results.map(({ calls }) => Math.max(0.05, calls[name]?.processor ?? 0)),
  }));
  const least = Math.log10(0.1);
  const most = Math.log10(Math.max(10, ...lines.flatMap(({ costs }) => costs)));
  const [small, large] = [Math.log10(Math.min(...sizes)), Math.log10(Math.max(...sizes))];
  const x = (products: number): number =>
    left + ((Math.log10(products) - small) / (large - small)) * (width - left - right);
  const y = (cost: number): number =>
    height - bottom - ((Math.log10(Math.max(cost, 0.1)) - least) / (most - least)) * (height - top - bottom);
  const grid = [0.1, 0.3, 1, 3, 10, 30, 100].filter((cost) => Math.log10(cost) <= most + 0.01);
  const round = (n: number): number => Math.round(n * 10) / 10;
  const labels = apart(lines.map(({ costs }) => y(costs.at(-1) ?? 0)));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="13">`,
    '<title>Processor time of reads against the size of the catalogue</title>',
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    ...grid.map(
      (cost) =>
        `<path d="M${left} ${round(y(cost))}H${width - right}" stroke="#ddd"/><text x="${left - 8}" y="${round(y(cost)) + 4}" text-anchor="end" fill="#444">${cost}</text>`,
    ),
    `<text x="${left - 8}" y="${top - 16}" text-anchor="end" fill="#444">ms</text>`,
    ...sizes.map(
      (products) =>
        `<text x="${round(x(products))}" y="${height - bottom + 20}" text-anchor="middle" fill="#444">${thousands(products)}</text>`,
    ),
    `<text x="${(left + width - right) / 2}" y="${height - 6}" text-anchor="middle" fill="#444">products</text>`,
    ...lines.map(({ name, colour, costs }, index) => {
      const points = costs.map((cost, at) => `${round(x(sizes[at] ?? 0))},${round(y(cost))}`);
      const dots = points
        .map((point) => `<circle cx="${point.replace(',', '" cy="')}" r="3" fill="${colour}"/>`)
        .join('');
      const label = `<text x="${width - right + 12}" y="${round(labels[index] ?? 0) + 4}" fill="${colour}">${name}: ${costs.at(-1)}</text>`;
      return `<polyline points="${points.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>${dots}${label}`;
    }),
    '</svg>\n',
  ].join('\n');
}
