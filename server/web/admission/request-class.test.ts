import { expect, test } from 'vitest';
import { createRoutes } from '../routes/routes.js';
import { classOfRequest, isOrdinaryPage, urgencyOf } from './request-class.js';

test.each([
  ['GET', '/api/Warenkorb', 'cart'],
  ['POST', '/api/Warenkorb/Hinzufuegen/7', 'cart'],
  ['GET', '/api/session', 'cart'],
  ['GET', '/api/user/vehicles?x=1', 'cart'],
  ['GET', '/api/Warenkorbleer', 'call'],
  ['GET', '/api/search/suggestions?q=a', 'call'],
  ['GET', '/fragments/de-DE/menu.html', 'call'],
  ['POST', '/Warenkorb', 'cart'],
  ['GET', '/Warenkorb', null],
  ['GET', '/livez', null],
  ['GET', '/build/a.js', null],
])('%s %s needs a slot of: %s', (method, url, kind) => {
  expect(classOfRequest(method, url)).toBe(kind);
});

const routes = createRoutes(new Map(), undefined);
test.each([
  ['/', true],
  ['/Volltextsuche?query=a', true],
  ['/fr-FR/panier', false],
  ['/Warenkorb', false],
  ['/Einloggen', false],
  ['/bot?back=/', false],
  ['/delivery-country', false],
  ['/Informationen/Externe-Inhalte', false],
  ['/Mein-Partavo/Fahrzeuge', false],
  ['/Warenkorb/generieren?cartParam[5]=1', false],
  ['/Informationen/Impressum', true],
  ['/livez', false],
  ['/build/a-HASH.js', false],
  ['/Bremsscheiben/Alle-Fahrzeuge/--1523', true],
])('%s is a page that can be refused under load: %s', (url, isOne) => {
  expect(isOrdinaryPage(routes, 'shop.example', url)).toBe(isOne);
});

test('crawlers are recognised by their user agent', () => {
  const google = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
  const phone =
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36';
  expect([google, phone, undefined].map(urgencyOf)).toEqual(['crawler', 'person', 'person']);
});
