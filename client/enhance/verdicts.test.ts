import { describe, expect, test } from 'vitest';
import {
  type Answer,
  type Asked,
  type Dom,
  type DomOptions,
  find,
  findAll,
  openDom,
  origin,
} from '../../test/support/dom.js';
import { settle } from '../../test/support/island.js';
import { about, golf, keep, keeping, polo } from '../../test/support/kept-vehicles.js';

/** Verdicts for the kept vehicle, and the shopper's answers about it. */
const mark = (attributes = '') =>
  `<span class="fit-mark" ${attributes}><svg><use href="#i-unknown"></use></svg>Nicht geprüft</span>`;
const page = (body: string, root = '') =>
  `<html data-build="b" data-locale="de-DE" ${root}><body><svg class="icon-sprite"><symbol id="i-unknown"></symbol></svg>
  ${body}</body></html>`;
const list = `<ul data-fits="7,8">${mark('id="m7"')}${mark('id="m8"')}</ul>`;
const verdict = (id: string, mark: string, text: string) => ({ id, mark, text });
const answerOf = (...verdicts: object[]): Answer => ({ body: JSON.stringify(verdicts) });
const buyBox = '<div class="buy-box"><form><button class="buy">Kaufen</button></form></div>';
const fitting = answerOf(verdict('8', 'no', 'Passt nicht'), verdict('7', 'fits', 'Passt'));

async function open(html: string, options: DomOptions): Promise<Dom> {
  const dom = await openDom(html, { path: '/Bremsscheiben/Alle-Fahrzeuge/--1523', ...options });
  const { watchVerdicts } = await import('./verdicts.js');
  watchVerdicts();
  await dom.pass();
  return dom;
}
const texts = () => findAll('.fit-mark').map(({ textContent }) => textContent);

describe('a list', () => {
  test('shows each verdict for the kept vehicle in its mark, by one call', async () => {
    const dom = await open(page(list), { storage: keeping(golf), answer: () => fitting });
    expect(dom.asked.map(({ address }) => address)).toEqual(['/api/vehicle/models/1000/fits?ids=7,8&locale=de-DE']);
    expect(dom.asked[0]?.header('accept')).toBe('application/json');
    expect(texts()).toEqual(['Passt', 'Passt nicht']);
    expect([find('#m7').className, find('#m8').className]).toEqual(['fit-mark tone-ok', 'fit-mark tone-bad']);
    expect([find('#m7 use').getAttribute('href'), find('#m7').title]).toEqual(['#i-fits', 'Passt']);
    const symbol = find('#i-fits');
    expect([symbol.getAttribute('viewBox'), symbol.children.length]).toEqual(['0 0 20 20', 2]);
    expect(symbol.children[1]?.getAttribute('stroke-width')).toBe('2.4');
    expect(findAll('symbol').length).toBe(3);
  });

  test.each([
    ['conditional', 'tone-warn'],
    ['universal', 'soft'],
    ['unknown', 'soft'],
  ])('a verdict marked %s has the tone %s', async (mark, tone) => {
    await open(page(list), {
      storage: keeping(golf),
      answer: () => answerOf(verdict('7', mark, 'x'), verdict('8', mark, 'x')),
    });
    expect([find('#m7').className, findAll(`symbol#i-${mark}`).length]).toEqual([`fit-mark ${tone}`, 1]);
  });

  test('a verdict on another product changes nothing', async () => {
    await open(page(list), { storage: keeping(golf), answer: () => answerOf(verdict('9', 'fits', 'Passt')) });
    expect(texts()).toEqual(['Nicht geprüft', 'Nicht geprüft']);
  });

  test.each([
    ['fails', () => ({ status: 503, body: fitting?.body ?? '' })],
    ['cannot be had', () => null],
    ['is rubbish', () => ({ body: '{"a":1}' })],
  ])('shows unchecked marks if the call %s', async (_, answer) => {
    const dom = await open(page(list), { storage: keeping(golf), answer });
    expect(dom.asked.length).toBe(1);
    expect(texts()).toEqual(['Nicht geprüft', 'Nicht geprüft']);
  });

  test('shows unchecked marks after a timeout, also if the response comes later', async () => {
    const late = Promise.withResolvers<Answer>();
    const dom = await openDom(page(list), { storage: keeping(golf), answer: () => late.promise });
    const { watchVerdicts } = await import('./verdicts.js');
    watchVerdicts();
    await dom.clock.advance(8000);
    late.resolve(fitting);
    await dom.pass();
    expect(texts()).toEqual(['Nicht geprüft', 'Nicht geprüft']);
  });

  test.each([
    ['no vehicle is kept', '/x', {}, ''],
    ['the page is about another make', '/Ersatzteile/BMW/1-20-', keeping(golf), ''],
    ['the page is about another series', '/Ersatzteile/VW-Polo-V/2-200-', keeping(golf), ''],
  ])('makes no request if %s', async (_, path, storage, root) => {
    const dom = await open(page(list, root), { path, storage, answer: () => fitting });
    expect(dom.asked).toEqual([]);
  });

  test.each(['/Ersatzteile/VW/1-10-', '/Ersatzteile/VW-Golf-VII/2-100-'])(
    'of the make or series of the kept vehicle means it: %s',
    async (path) => {
      const dom = await open(page(list), { path, storage: keeping(golf), answer: () => fitting });
      expect(dom.asked.length).toBe(1);
    },
  );

  test('beside the vehicle of a link shows the verdict for the kept one', async () => {
    const dom = await open(page(list, about(polo)), { path: '/x', storage: keeping(golf), answer: () => fitting });
    expect(dom.asked.map(({ address }) => address)).toEqual(['/api/vehicle/models/1000/fits?ids=7,8&locale=de-DE']);
    expect(texts()).toEqual(['Passt', 'Passt nicht']);
  });

  test('without products makes no request', async () => {
    const dom = await open(page('<ul data-fits=""></ul>'), { storage: keeping(golf), answer: () => fitting });
    expect(dom.asked).toEqual([]);
  });

  test('follows a change of the vehicle, and shows its own marks again without one', async () => {
    const dom = await open(page(list), {
      storage: keeping(golf),
      answer: ({ address }) =>
        address.includes('/1000/') ? fitting : answerOf(verdict('7', 'universal', 'Passt immer')),
    });
    keep(polo);
    await dom.pass();
    expect(texts()).toEqual(['Passt immer', 'Passt nicht']);
    keep(null);
    await dom.pass();
    expect(texts()).toEqual(['Nicht geprüft', 'Nicht geprüft']);
    expect(find('#m7 use').getAttribute('href')).toBe('#i-unknown');
  });

  test('a response for a vehicle that is no longer kept changes nothing', async () => {
    const first = Promise.withResolvers<Answer>();
    const dom = await openDom(page(list), {
      path: '/Bremsscheiben/Alle-Fahrzeuge/--1523',
      storage: keeping(golf),
      answer: ({ address }) => (address.includes('/1000/') ? first.promise : fitting),
    });
    const { watchVerdicts } = await import('./verdicts.js');
    watchVerdicts();
    keep(polo);
    await settle(dom);
    first.resolve(answerOf(verdict('7', 'no', 'Passt nicht'), verdict('8', 'no', 'Passt nicht')));
    await dom.pass();
    expect(texts()).toEqual(['Passt', 'Passt nicht']);
  });
});

describe('an article without a vehicle', () => {
  const article = page(`<div class="fit-card">Passt es?</div>${buyBox}`);
  const verdict = (text: string, button: string) => ({
    body: `<html data-build="b"><body><svg class="icon-sprite"><symbol id="i-unknown"></symbol><symbol id="i-no"></symbol></svg>
      <div class="fit-card tone-bad"><h2>${text}</h2></div>
      <div class="buy-box"><form><button class="buy">${button}</button></form></div></body></html>`,
  });
  const shown = () => [find('.fit-card').textContent, find('.buy').textContent];
  const asked = ({ asked: all }: Dom) => all.map(({ address }) => address);
  const options = { path: '/part?a=1', storage: keeping(golf) };
  const refused = () => verdict('Passt nicht', 'Trotzdem');

  test('becomes the whole verdict for the kept vehicle, with its button and shapes, as high as the question', async () => {
    const answer = Promise.withResolvers<Answer>();
    const dom = await openDom(article, { ...options, answer: () => answer.promise });
    Object.defineProperty(find('.fit-card'), 'offsetHeight', { value: 77 });
    const { watchVerdicts } = await import('./verdicts.js');
    watchVerdicts();
    answer.resolve(refused());
    await dom.pass();
    expect(asked(dom)).toEqual(['/part?a=1&modelId=1000&fragment=1']);
    expect(shown()).toEqual(['Passt nicht', 'Trotzdem']);
    expect([find('.fit-card').style.minHeight, findAll('symbol').map(({ id }) => id)]).toEqual([
      '77px',
      ['i-unknown', 'i-no'],
    ]);
  });

  test('whose card another script has removed in the meantime keeps its button', async () => {
    const answer = Promise.withResolvers<Answer>();
    const dom = await openDom(article, { ...options, answer: () => answer.promise });
    const { watchVerdicts } = await import('./verdicts.js');
    watchVerdicts();
    await settle(dom);
    find('.fit-card').remove();
    answer.resolve(refused());
    await dom.pass();
    expect(find('.buy').textContent).toBe('Kaufen');
  });

  test('asks again for another vehicle, and for none', async () => {
    const dom = await open(article, { ...options, answer: refused });
    keep(polo);
    await dom.pass();
    keep(null);
    await dom.pass();
    keep(null);
    await dom.pass();
    expect(asked(dom)).toEqual([
      '/part?a=1&modelId=1000&fragment=1',
      '/part?a=1&modelId=2000&fragment=1',
      '/part?a=1&fragment=1',
    ]);
  });

  test('a response for a vehicle that is no longer kept changes nothing', async () => {
    const first = Promise.withResolvers<Answer>();
    const dom = await openDom(article, {
      ...options,
      answer: ({ address }) => (address.includes('=1000') ? first.promise : verdict('Passt zum Polo', 'Kaufen')),
    });
    const { watchVerdicts } = await import('./verdicts.js');
    watchVerdicts();
    keep(polo);
    await settle(dom);
    first.resolve(refused());
    await dom.pass();
    expect(shown()).toEqual(['Passt zum Polo', 'Kaufen']);
  });

  test.each([
    ['none is kept', { path: '/part' }, ''],
    ['the page is about a vehicle', options, about(polo)],
    ['the answer cannot be had', { ...options, answer: () => null }, ''],
  ])('keeps its question if %s', async (_, own, root) => {
    await open(article.replace('data-locale', `${root} data-locale`), { answer: refused, ...own });
    expect(shown()).toEqual(['Passt es?', 'Kaufen']);
  });
});

describe('answers for a vehicle', () => {
  const stored = (text: string) => ({ answers: JSON.stringify({ 2000: text }) });
  const questions = page(mark('data-if="7" id="m7"') + mark('data-if="8" id="m8"'), about(polo));
  const card = `<div class="fit-card"><form data-conditions="aaaaaa.bbbbbb">Trifft zu?</form></div>`;
  const answered = '<html data-build="b"><body><div class="fit-card">Passt</div></body></html>';
  const referrer = `${origin}/Teilenummernsuche/ATE/1`;

  test('is sent with requests for verdicts that depend on it', async () => {
    const dom = await open(questions, { storage: stored('aaaaaa1'), answer: () => fitting });
    expect(dom.asked.map(({ address }) => address)).toEqual([
      '/api/vehicle/models/2000/fits?ids=7,8&answers=aaaaaa1&locale=de-DE',
    ]);
    expect(texts()).toEqual(['Passt', 'Passt nicht']);
  });

  test.each([
    ['nothing was answered', questions, {}],
    ['another vehicle has answers', questions.replaceAll('2000', '3000'), stored('aaaaaa1')],
    ['nothing hangs on it', page('', about(polo)), stored('aaaaaa1')],
  ])('makes no request if %s', async (_, html, storage) => {
    expect((await open(html, { storage, answer: () => fitting })).asked).toEqual([]);
  });

  test.each([
    ['of our page is kept', '?answers=aaaaaa1', referrer, {}, { 2000: 'aaaaaa1' }, ''],
    ['joins what is kept', '?a=1&answers=bbbbbb0', referrer, stored('aaaaaa1'), { 2000: 'aaaaaa1.bbbbbb0' }, '?a=1'],
    ['replaces what is kept', '?answers=aaaaaa0', referrer, stored('aaaaaa1'), { 2000: 'aaaaaa0' }, ''],
    ['takes back what is kept', '?answers=aaaaaax', referrer, stored('aaaaaa1.bbbbbb1'), { 2000: 'bbbbbb1' }, ''],
    ['takes back all', '?answers=aaaaaax', referrer, stored('aaaaaa1'), {}, ''],
    ['of elsewhere is not kept', '?answers=aaaaaa1', 'http://elsewhere.example/', {}, undefined, '?answers=aaaaaa1'],
    ['of a similar host is not kept', '?answers=aaaaaa1', `${origin}.evil/`, {}, undefined, '?answers=aaaaaa1'],
  ])('an answer in the address %s', async (_, search, from, storage, kept, left) => {
    await open(questions, { path: `/part${search}`, referrer: from, storage, answer: () => null });
    expect(localStorage.answers && JSON.parse(localStorage.answers)).toEqual(kept);
    expect(location.search).toBe(left);
  });

  test('replaces the question of an article, at the same height', async () => {
    const dom = await openDom(page(card + buyBox, about(polo)), {
      path: '/part?a=1',
      storage: stored('bbbbbb0'),
      answer: () => ({ body: answered }),
    });
    Object.defineProperty(find('.fit-card'), 'offsetHeight', { value: 77 });
    const { watchVerdicts } = await import('./verdicts.js');
    watchVerdicts();
    await dom.pass();
    expect(dom.asked.map(({ address }) => address)).toEqual(['/part?a=1&answers=bbbbbb0&fragment=1']);
    expect([find('.fit-card').textContent, find('.fit-card').style.minHeight]).toEqual(['Passt', '77px']);
    // An answer without a button keeps the words of this one.
    expect(find('.buy').textContent).toBe('Kaufen');
  });

  test.each([
    ['it is of another condition', stored('cccccc1'), () => ({ body: answered }), 0],
    ['the answer cannot be had', stored('bbbbbb1'), () => null, 1],
    ['the answer has no verdict', stored('bbbbbb1'), () => ({ body: answered.replace('fit-card', 'x') }), 1],
  ])('the question stays if %s', async (_, storage, answer: (asked: Asked) => Answer, calls) => {
    const dom = await open(page(card, about(polo)), { path: '/part', storage, answer });
    expect([dom.asked.length, find('.fit-card').textContent]).toEqual([calls, 'Trifft zu?']);
  });

  test('concerns the lines of a cart, each with its own vehicle, and those that are put back', async () => {
    const line = (id: number, model: number) => mark(`data-if="${id}" data-model="${model}"`);
    const lines = `<is-land data-island="cart-lines">${line(7, 1000)}${line(8, 2000)}${line(9, 3000)}</is-land>`;
    const dom = await openDom(page(lines), {
      storage: { answers: '{"1000":"aaaaaa1","2000":"bbbbbb0"}' },
      answer: ({ address }) => (address.includes('1000') ? fitting : answerOf(verdict('8', 'no', 'Passt nicht'))),
    });
    for (const each of findAll('.fit-mark')) Object.defineProperty(each, 'offsetHeight', { value: 33 });
    const { watchVerdicts } = await import('./verdicts.js');
    watchVerdicts();
    await dom.pass();
    const calls = [
      '/api/vehicle/models/1000/fits?ids=7&answers=aaaaaa1&locale=de-DE',
      '/api/vehicle/models/2000/fits?ids=8&answers=bbbbbb0&locale=de-DE',
    ];
    expect(dom.asked.map(({ address }) => address)).toEqual(calls);
    expect(texts()).toEqual(['Passt', 'Passt nicht', 'Nicht geprüft']);
    expect(findAll('.fit-mark').map(({ style }) => style.minHeight)).toEqual(['33px', '33px', '']);
    find('is-land').insertAdjacentHTML('beforeend', line(7, 1000));
    await dom.pass();
    expect([dom.asked.slice(2).map(({ address }) => address), texts()[3]]).toEqual([calls.slice(0, 1), 'Passt']);
  });
});
