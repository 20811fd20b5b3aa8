import { expect, test } from 'vitest';

import { costsOf, editionsOf, readBudgets, renderCost, requestsOf, violations } from './check-budgets.ts';

const budget = (limit: number) => ({ 'home.page': { limit, reason: 'one initial TCP window' } });

test('the check fails for a cost above its budget, a cost without a budget, and a budget without a cost', () => {
  expect(violations({ 'home.page': 100 }, budget(100))).toEqual([]);
  expect(violations({ 'home.page': 101 }, budget(100))).toEqual(['home.page costs 101, its budget is 100']);
  expect(violations({ 'home.page': 1, 'home.style': 1 }, budget(100))).toEqual([
    'home.style has no budget: it costs 1',
  ]);
  expect(violations({}, budget(100))).toHaveLength(1);
});

test('the check names the edition in which a page exceeds its budget', () => {
  expect(violations({ 'home.page': 101 }, budget(100), { 'home.page': 'fr-FR' })).toEqual([
    'home.page costs 101 in fr-FR, its budget is 100',
  ]);
  const link = (locale: string, href: string): string => `<a href="${href}" lang="${locale}" hreflang="${locale}">`;
  expect(editionsOf(`${link('de-DE', '/?a=1&amp;b=2')}x</a>${link('fr-FR', '/fr-FR/')}y</a>`)).toEqual([
    ['de-DE', '/?a=1&b=2'],
    ['fr-FR', '/fr-FR/'],
  ]);
});

test('the check fails for a budget without a reason', () => {
  expect(violations({ 'home.page': 100 }, { 'home.page': { limit: 100, reason: ' ' } })).toEqual([
    'home.page has a budget without a reason',
  ]);
  expect(violations({ 'lines.views': 100 }, { 'lines.views': { limit: 100 } })).toEqual([]);
});

test('every budget has a limit and a reason', () => {
  const budgets = readBudgets(() => true);
  const costs = Object.fromEntries(Object.entries(budgets).map(([name, { limit }]) => [name, limit]));
  expect(Object.keys(budgets).length).toBeGreaterThan(30);
  expect(violations(costs, budgets)).toEqual([]);
});

test('a file that a page fetches without interaction counts once, a lazy one does not', () => {
  const html = `<link rel="icon" href="/i"><link rel="stylesheet" href="/s.css"><script src="/a.js"></script>
    <img src="/1.png"><img src="/1.png"><img src="/2.png" loading="lazy"><svg><use href="#own"/><use href="/d.svg#x"/></svg>`;
  expect(requestsOf(html)).toBe(4);
  expect(costsOf(html).scriptFiles).toBe(1);
  expect(costsOf(`<style>${'a'.repeat(50)}</style>`).style).toBeGreaterThan(0);
});

test('the cost of a rendering is that of a round without other work', async () => {
  let renders = 0;
  const reported = [2_500_000, 1_500_400, 1_506_000];
  const cost = await renderCost(
    async () => {
      renders += 1;
    },
    async () => reported[renders / 24 - 1] ?? Number.NaN,
  );
  expect(cost).toBe(1500);
  expect(renders).toBe(72);
});
