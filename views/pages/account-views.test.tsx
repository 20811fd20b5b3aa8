import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { allEditions, type Edition } from '../../server/web/routes/editions.js';
import { htmlOf, pageOf, plain } from '../../test/fixtures/views/page.js';
import { vehicle } from '../../test/fixtures/views/pages/article-cart-views.js';
import { SaveVehicleView } from './save-vehicle.view.js';
import { SavedVehiclesView } from './saved-vehicles.view.js';

const [edition] = allEditions as readonly [Edition];
const page = pageOf(edition, { path: '/Mein-Partavo/Fahrzeuge' });
const loginUrl = '/Einloggen?redirectUrl=/';
const html = (view: ReactNode): string => htmlOf(view, page);
const buttons = (markup: string): string[] =>
  [...markup.matchAll(/<(?:a|button) class="button[^"]*"/g)].map(([tag]) => tag);

test.each([
  ['of nobody asks to log in', null, true, false],
  ['of a new account is empty, and has its settings', [], false, true],
  ['of an account names its vehicles', [vehicle], false, true],
] as const)('the list of vehicles %s', (_, vehicles, asksToLogIn, hasSettings) => {
  const shown = html(<SavedVehiclesView model={{ vehicles, loginUrl }} />);
  expect(shown.includes(`href="${loginUrl}"`)).toBe(asksToLogIn);
  expect(shown.includes('value="deleteAccount"')).toBe(hasSettings);
  expect(shown.includes('Volkswagen Golf VII 1.6 TDI')).toBe((vehicles?.length ?? 0) > 0);
  expect(shown.includes('class="saved-vehicles"')).toBe((vehicles?.length ?? 0) > 0);
});

test.each([
  ['ask', false, true, false],
  ['login', true, false, true],
  ['refused', true, false, false],
  ['failed', true, true, false],
] as const)('a vehicle to save in the state %s', (state, isAlert, hasForm, hasLogin) => {
  const message = state === 'refused' ? 'Mehr als zehn Fahrzeuge gehen nicht.' : null;
  const shown = html(<SaveVehicleView model={{ state, message, vehicle, action: '/save', loginUrl }} />);
  expect(shown.includes('role="alert"')).toBe(isAlert);
  expect(shown.includes('action="/save"')).toBe(hasForm);
  expect(shown.includes(`href="${loginUrl}"`)).toBe(hasLogin);
  expect(plain(shown).includes('Mehr als zehn')).toBe(state === 'refused');
  expect(buttons(shown).length).toBe(2);
});
