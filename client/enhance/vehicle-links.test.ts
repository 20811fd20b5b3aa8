import { describe, expect, test, vi } from 'vitest';
import { type Dom, type DomOptions, find, openDom } from '../../test/support/dom.js';
import { golf, keep, keeping, polo } from '../../test/support/kept-vehicles.js';

/** Links, pickers and buttons follow the vehicle of this device; other small traces of it. */
const whole = (body: string, root = '') =>
  `<html data-build="b" data-src="/build/deferred.js /build/deferred.css" ${root}><body><main>${body}</main></body></html>`;

describe('what leads on', () => {
  const links = `<a id="category" href="/Bremsscheiben/Alle-Fahrzeuge/--1523?a=1"><b>x</b></a>
    <form id="form" action="/Bremsen/Alle-Fahrzeuge/--1500"><button>x</button></form>
    <ul data-fits="1"><li><a id="article" href="/Teil/ATE/1">x</a><a id="asked" href="/Teil/ATE/1?a=1">x</a></li></ul>
    <a id="page" href="/Bremsscheiben/Alle-Fahrzeuge/--1523?page=2">x</a><a id="self" href="/here?sort=price--1">x</a>
    <a id="other" href="/Informationen/Impressum">x</a><button id="choose" data-choose="">Wählen</button>
    <p class="vehicle-box"><a id="box" href="/box">x</a></p>
    <form class="picker" data-state="waiting"><select name="manufacturerId" data-preselect=""><option value="">–</option>
    <option value="10">VW</option><option value="20">BMW</option></select>
    <select name="seriesId" disabled=""><option value="">–</option></select></form>`;
  async function open(options: DomOptions = { storage: keeping(golf) }, html = whole(links)): Promise<Dom> {
    const dom = await openDom(html, { path: '/here', ...options });
    const { followVehicle } = await import('./vehicle-links.js');
    followVehicle();
    return dom;
  }
  const point = (selector: string, type = 'pointerover'): void =>
    void find(selector).dispatchEvent(new Event(type, { bubbles: true }));
  const href = (id: string) => find(`#${id}`).getAttribute('href');

  test('to a category or an article gets the kept vehicle, by pointer and by focus', async () => {
    await open();
    point('#category b');
    point('#article', 'focusin');
    point('#asked');
    point('#form button', 'focusin');
    expect([href('category'), href('article'), href('asked'), find('#form').getAttribute('action')]).toEqual([
      '/Bremsscheiben/VW-Golf-VII/3-1000-1523?a=1',
      '/Teil/ATE/1?modelId=1000',
      '/Teil/ATE/1?a=1&modelId=1000',
      '/Bremsen/VW-Golf-VII/3-1000-1500',
    ]);
    keep(polo);
    point('#category b');
    expect(href('category')).toBe('/Bremsscheiben/VW-Polo-V/3-2000-1523?a=1');
    keep(null);
    point('#category b');
    expect(href('category')).toBe('/Bremsscheiben/Alle-Fahrzeuge/--1523?a=1');
  });

  test('to a page of a list, to this page or to another site does not change', async () => {
    await open();
    for (const id of ['page', 'self', 'other']) point(`#${id}`);
    dispatchEvent(new Event('focusin'));
    expect(['page', 'self', 'other'].map(href)).toEqual([
      '/Bremsscheiben/Alle-Fahrzeuge/--1523?page=2',
      '/here?sort=price--1',
      '/Informationen/Impressum',
    ]);
  });

  test('from a page about a vehicle does not change', async () => {
    await open({ storage: keeping(golf) }, whole(links, `data-vehicle='${JSON.stringify(polo)}'`));
    point('#category b');
    expect(href('category')).toBe('/Bremsscheiben/Alle-Fahrzeuge/--1523?a=1');
    let announcements = 0;
    addEventListener('storage', () => {
      announcements += 1;
    });
    find('#choose').click();
    expect([JSON.parse(localStorage.vehicle).modelId, announcements, document.activeElement?.id]).toEqual([
      '2000',
      1,
      'box',
    ]);
  });

  const picker = () =>
    ['manufacturerId', 'seriesId'].map((name) => {
      const { value, disabled, options } = find<HTMLSelectElement>(`[name=${name}]`);
      return [value, disabled, options.length];
    });
  test('unused pickers show make and series of the kept vehicle', async () => {
    await open();
    expect(picker()).toEqual([
      ['10', false, 3],
      ['100', false, 2],
    ]);
    keep(polo);
    expect(picker()[1]).toEqual(['200', false, 2]);
    keep(null);
    expect(picker()[1]).toEqual(['', true, 1]);
  });

  test.each([
    ['is in use', 'data-state="waiting"', 'data-state="ready"'],
    // The small DOM selects the second option if one is marked as selected.
    ['has another make', '<option value="10">', '<option value="20" selected="">BMW</option><option value="10">'],
  ])('a picker that %s does not change', async (_, from, to) => {
    await open({ storage: keeping(golf) }, whole(links.replace(from, to)));
    expect(picker()[1]).toEqual(['', true, 1]);
  });
});

test('the edition of a link of the switcher is remembered', async () => {
  await openDom(whole('<a id="fr" href="/fr-FR/" hreflang="fr-FR"><b>Français</b></a><a id="x" href="/">x</a>'));
  const { rememberLocale } = await import('./remember-locale.js');
  addEventListener('click', rememberLocale);
  find('#x').click();
  expect(document.cookie).toBe('');
  // Only the browser knows the attributes of a cookie.
  const written = vi.spyOn(document, 'cookie', 'set');
  find('#fr b').click();
  expect(written).toHaveBeenCalledWith('locale=fr-FR;path=/;max-age=31536000;samesite=lax');
  expect(document.cookie).toBe('locale=fr-FR');
});

test('the kept vehicle joins the few before it', async () => {
  await openDom(whole(''), { storage: { ...keeping(golf), garage: JSON.stringify([polo, golf]) } });
  const { joinRecent } = await import('./recent-vehicles.js');
  joinRecent();
  expect(JSON.parse(localStorage.garage).map(({ modelId }: { modelId: string }) => modelId)).toEqual(['1000', '2000']);
});
