import { describe, expect, it } from '@jest/globals';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { pageOf } from '../../../test/fixtures/views/page.js';
import { Cached, FragmentCacheProvider } from '../../../views/cached.js';
import { PageContextProvider, usePage } from '../../../views/context.js';
import { editions } from '../routes/editions.js';
import { cachedFragmentBytes, cachedFragmentLimit, createFragmentCacheHost } from './fragment-cache.js';
import { chunkOf, HtmlChunks } from './html-chunks.js';

describe('cached fragments', () => {
  let drawn = 0;
  function Row({ name }: { name: string }): ReactNode {
    drawn += 1;
    return (
      <tr>
        <td>
          {name} {usePage().country}
        </td>
      </tr>
    );
  }
  const draw = (
    offers: readonly { name: string }[],
    context = pageOf(editions['de-DE']),
    prefix = '',
    withHost = true,
  ): string => {
    const chunks = new HtmlChunks();
    const table = (
      <table>
        <Cached as="tbody" fragments={offers.map((offer) => ({ of: offer, view: () => <Row name={offer.name} /> }))} />
      </table>
    );
    const host = withHost ? createFragmentCacheHost(context, prefix, chunks) : null;
    const html = renderToStaticMarkup(
      <PageContextProvider value={context}>
        {host ? <FragmentCacheProvider value={host}>{table}</FragmentCacheProvider> : table}
      </PageContextProvider>,
    );
    return chunks.assemble(html).toString();
  };

  it('draws a row once for the same data, and the same as without a host', () => {
    const offers = [{ name: 'A <b>' }, { name: 'Ü' }];
    const first = draw(offers);
    expect(first).toBe(draw(offers, pageOf(editions['de-DE']), '', false));
    drawn = 0;
    expect(draw(offers)).toBe(first);
    expect(drawn).toBe(0);
    expect(draw([...offers, { name: 'C' }])).toContain('<td>C DE</td>');
    expect(drawn).toBe(1);
  });

  it('stays within its bytes however many parts there are, and says how many it has', () => {
    const before = cachedFragmentBytes();
    draw([{ name: 'x'.repeat(5000) }]);
    expect(cachedFragmentBytes()).toBeGreaterThan(before + 5000);
    const first = { name: 'first' };
    draw([first]);
    for (let number = 0; number < 14; number += 1) draw([{ name: `${number}${'y'.repeat(500_000)}` }]);
    expect(cachedFragmentBytes()).toBeLessThanOrEqual(cachedFragmentLimit);
    drawn = 0;
    draw([first]);
    expect(drawn).toBe(1);
  });

  it('keeps countries and prefixes apart', () => {
    const offers = [{ name: 'A' }];
    draw(offers);
    expect(draw(offers, { ...pageOf(editions['de-DE']), country: 'AT' })).toContain('A AT');
    drawn = 0;
    draw(offers, pageOf(editions['de-DE']), '/de-DE');
    expect(drawn).toBe(1);
  });

  it('refuses what belongs to one page only', () => {
    const context = pageOf(editions['de-DE']);
    const host = createFragmentCacheHost(context, '', new HtmlChunks());
    const Path = (): ReactNode => usePage().path;
    const placeholder = () => renderToStaticMarkup(host.render('div', {}, [{ of: {}, view: () => <Path /> }]));
    expect(placeholder).toThrow('must not hold its path');
  });

  it('takes no text for a place', () => {
    const chunks = new HtmlChunks();
    const placeholder = chunks.put(chunkOf('piece'));
    expect(chunks.assemble(`a{0 0}<!--x-->${placeholder}z`).toString()).toBe('a{0 0}<!--x-->piecez');
  });
});
