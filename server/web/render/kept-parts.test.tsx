import { describe, expect, it } from '@jest/globals';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { pageOf } from '../../../test/fixtures/views/page.js';
import { PageContextProvider, usePage } from '../../../views/context.js';
import { Kept, KeptHostProvider } from '../../../views/kept.js';
import { editions } from '../routes/editions.js';
import { createKeptHost, keptPartBytes, keptPartLimit } from './kept-parts.js';
import { Pieces, pieceOf } from './pieces.js';

describe('kept parts', () => {
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
    const pieces = new Pieces();
    const table = (
      <table>
        <Kept as="tbody" parts={offers.map((offer) => ({ of: offer, view: () => <Row name={offer.name} /> }))} />
      </table>
    );
    const host = withHost ? createKeptHost(context, prefix, pieces) : null;
    const html = renderToStaticMarkup(
      <PageContextProvider value={context}>
        {host ? <KeptHostProvider value={host}>{table}</KeptHostProvider> : table}
      </PageContextProvider>,
    );
    return pieces.assemble(html).toString();
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
    const before = keptPartBytes();
    draw([{ name: 'x'.repeat(5000) }]);
    expect(keptPartBytes()).toBeGreaterThan(before + 5000);
    const first = { name: 'first' };
    draw([first]);
    for (let number = 0; number < 14; number += 1) draw([{ name: `${number}${'y'.repeat(500_000)}` }]);
    expect(keptPartBytes()).toBeLessThanOrEqual(keptPartLimit);
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
    const host = createKeptHost(context, '', new Pieces());
    const Path = (): ReactNode => usePage().path;
    const place = () => renderToStaticMarkup(host.place('div', {}, [{ of: {}, view: () => <Path /> }]));
    expect(place).toThrow('must not hold its path');
  });

  it('takes no text for a place', () => {
    const pieces = new Pieces();
    const place = pieces.put(pieceOf('piece'));
    expect(pieces.assemble(`a{0 0}<!--x-->${place}z`).toString()).toBe('a{0 0}<!--x-->piecez');
  });
});
