import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { pageOf } from '../../../test/fixtures/views/page.js';
import { articleModel, offersOf } from '../../../test/fixtures/views/pages/article-cart-views.js';
import { CachedRows, FragmentCacheProvider } from '../../../views/cached.js';
import { PageContextProvider, usePage } from '../../../views/context.js';
import { type IslandHost, island } from '../../../views/island.js';
import { ArticleView } from '../../../views/pages/article.view.js';
import { editions } from '../routes/editions.js';
import { cachedFragmentBytes, cachedFragmentLimit, createFragmentCacheHost } from './fragment-cache.js';
import { chunkOf, HtmlChunks } from './html-chunks.js';

/** Renders islands in place. */
const noIslands: IslandHost = { render: (_, view, props) => createElement(view, props) };
const Widget = island({ name: 'widget', when: 'idle' }, ({ word }: { word: string }) => <i>{word}</i>);

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
        <CachedRows
          as="tbody"
          fragments={offers.map((offer) => ({ of: [offer], view: () => <Row name={offer.name} /> }))}
        />
      </table>
    );
    const host = withHost ? createFragmentCacheHost(context, prefix, chunks, noIslands) : null;
    const html = renderToStaticMarkup(
      <PageContextProvider value={context}>
        {host ? <FragmentCacheProvider value={host}>{table}</FragmentCacheProvider> : table}
      </PageContextProvider>,
    );
    return chunks.assemble(html).toString();
  };

  it('renders a row once for the same data, with the same HTML as without a host', () => {
    const offers = [{ name: 'A <b>' }, { name: 'Ü' }];
    const first = draw(offers);
    expect(first).toBe(draw(offers, pageOf(editions['de-DE']), '', false));
    drawn = 0;
    expect(draw(offers)).toBe(first);
    expect(drawn).toBe(0);
    expect(draw([...offers, { name: 'C' }])).toContain('<td>C DE</td>');
    expect(drawn).toBe(1);
  });

  it('stays within its bytes however many fragments there are, and reports its size', () => {
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

  it('separates countries and prefixes', () => {
    const offers = [{ name: 'A' }];
    draw(offers);
    expect(draw(offers, { ...pageOf(editions['de-DE']), country: 'AT' })).toContain('A AT');
    drawn = 0;
    draw(offers, pageOf(editions['de-DE']), '/de-DE');
    expect(drawn).toBe(1);
  });

  it('caches nothing that belongs to one page only, nor a fragment that contains such a part', () => {
    const Path = (): ReactNode => usePage().path;
    const Outer = ({ of }: { of: object }) => <CachedRows as="div" fragments={[{ of: [of], view: () => <Path /> }]} />;
    const outer = {};
    const outerWithoutIsland = {};
    const inner = {};
    const drawPath = (path: string, islands: IslandHost | null = noIslands): string => {
      const chunks = new HtmlChunks();
      const context = { ...pageOf(editions['de-DE']), path };
      const host = createFragmentCacheHost(context, '', chunks, islands ?? noIslands);
      const view = () => (
        <>
          <Outer of={inner} />
          {islands && <Widget word="b" />}
        </>
      );
      const of = [islands ? outer : outerWithoutIsland];
      const html = renderToStaticMarkup(host.render('div', {}, [{ of, view }]));
      return chunks.assemble(html).toString();
    };
    expect(drawPath('/a')).toBe('<div><div>/a</div><i>b</i></div>');
    expect(drawPath('/b', { render: (_, __, props) => JSON.stringify(props) })).toBe(
      '<div><div>/b</div>{&quot;word&quot;:&quot;b&quot;}</div>',
    );
    for (const path of ['/a', '/b']) expect(drawPath(path, null)).toBe(`<div><div>${path}</div></div>`);
  });

  it('contains fragments within fragments, each rendered once', () => {
    const offer = { name: 'Inner' };
    const table = [{ name: 'Outer' }];
    const drawTable = (word: string): string => {
      const chunks = new HtmlChunks();
      const host = createFragmentCacheHost(pageOf(editions['de-DE']), '', chunks, noIslands);
      const view = () => (
        <>
          <p className="of-outer">{word}</p>
          <table>
            <CachedRows as="tbody" fragments={[{ of: [offer], view: () => <Row name={offer.name} /> }]} />
          </table>
        </>
      );
      const html = renderToStaticMarkup(host.render('div', {}, [{ of: table, variant: word, view }]));
      expect(chunks.names).toContain('of-outer');
      return chunks.assemble(html).toString();
    };
    drawn = 0;
    const row = '<table><tbody><tr><td>Inner DE</td></tr></tbody></table>';
    expect(drawTable('one')).toBe(`<div><p class="of-outer">one</p>${row}</div>`);
    expect(drawTable('two')).toBe(`<div><p class="of-outer">two</p>${row}</div>`);
    expect(drawTable('one')).toBe(`<div><p class="of-outer">one</p>${row}</div>`);
    expect(drawn).toBe(1);
  });

  it('takes no text for a placeholder', () => {
    const chunks = new HtmlChunks();
    const placeholder = chunks.put(chunkOf(Buffer.from('piece')));
    expect(chunks.assemble(`a{0 0}<!--x-->${placeholder}z`).toString()).toBe('a{0 0}<!--x-->piecez');
  });
});

it('keeps all data of an article in its page when its offers come and go', () => {
  const attributes = articleModel().article.product.attributes.map((each) => ({ ...each, letter: null }));
  const fit = { state: 'universal' as const, notes: [], checks: [] };
  const { article, ...model } = articleModel({ product: { isUniversal: true, fit, attributes } });
  expect(attributes.length).toBeGreaterThan(1);
  const context = pageOf(editions['de-DE']);
  for (const count of [1, 8, 1, 0]) {
    const chunks = new HtmlChunks();
    const { offers } = articleModel({ offers: offersOf(count) });
    const html = renderToStaticMarkup(
      <PageContextProvider value={context}>
        <FragmentCacheProvider value={createFragmentCacheHost(context, '', chunks, noIslands)}>
          <ArticleView model={{ ...model, article, offers, oeNumbers: count === 8 ? [] : model.oeNumbers }} />
        </FragmentCacheProvider>
      </PageContextProvider>,
    );
    const whole = chunks.assemble(html).toString();
    for (const { label } of attributes)
      expect([count, label, whole.split(`${label}</th>`).length]).toEqual([count, label, 2]);
  }
});
