import { beforeEach, expect, test } from 'vitest';
import { type ProblemCode, ProblemError } from '../../contract/problem.js';
import type { UserCalls } from '../accounts/user-calls.js';
import type { Visit } from '../render/page.js';
import { editions } from '../routes/editions.js';
import { createSaveVehiclePage } from './save-vehicle.page.js';
import { createSavedVehiclesPage } from './saved-vehicles.page.js';

/** Calls of the user in their order, and the code with which each fails. */
let calls: string[];
let failures: Partial<Record<keyof UserCalls, ProblemCode>>;
let lines: object[];
let headers: Record<string, string>;
let cookies: string[];
beforeEach(() => {
  [calls, failures, lines, headers, cookies] = [[], {}, [], {}, []];
});

const made = (name: keyof UserCalls) => async (id?: string) => {
  calls.push(id === undefined ? name : `${name} ${id}`);
  const code = failures[name];
  if (code) throw new ProblemError(code);
};
const user = () =>
  ({
    async vehicles() {
      await made('vehicles')();
      return [];
    },
    save: made('save'),
    forget: made('forget'),
    logOut: made('logOut'),
    deleteAccount: made('deleteAccount'),
  }) as UserCalls;
const log = { error: (line: object) => void lines.push(line) };
const visitOf = (method: string, sent: Readonly<Record<string, string>> = {}, body: object = {}): Visit =>
  ({
    request: {
      ...{ method, body, host: 'shop.example', secure: false, notes: { errorCode: null } },
      get: (name: string) => sent[name],
    },
    response: {
      setHeader(name: string, value: string) {
        headers[name] = value;
      },
      cookie: (name: string, value: string) => void cookies.push(`${name}=${value}`),
    },
    edition: editions['de-AT'],
    prefix: '/de-AT',
    match: { params: { modelId: 'm7' } },
    t: (key: string) => key,
  }) as unknown as Visit;

const save = createSaveVehiclePage(log as never, user);
const list = createSavedVehiclesPage(user);
const saveBy = async (method: 'GET' | 'POST', sent: Record<string, string> = {}) => {
  calls = [];
  const outcome = await (method === 'POST' ? save.post : save.get)?.(visitOf(method, sent));
  return outcome && 'location' in outcome ? outcome.location : outcome?.status;
};
const vehicles = '/de-AT/Mein-Partavo/Fahrzeuge';

test.each<[string, 'GET' | 'POST', Record<string, string>, boolean]>([
  ['a form', 'POST', { 'sec-fetch-site': 'same-origin' }, true],
  ['a link of the shop', 'GET', { 'sec-fetch-site': 'same-origin' }, true],
  ['a typed address', 'GET', { 'sec-fetch-site': 'none' }, true],
  ['a link of the shop in an older browser', 'GET', { referer: 'https://shop.example/a' }, true],
  ['a link of another site', 'GET', { 'sec-fetch-site': 'cross-site' }, false],
  ['a link of another site in an older browser', 'GET', { referer: 'https://other.example/a' }, false],
  [
    'a page that any site may lead to',
    'GET',
    { 'sec-fetch-site': 'same-origin', referer: 'https://shop.example/bot' },
    false,
  ],
  [
    'the page of the login',
    'GET',
    { 'sec-fetch-site': 'same-origin', referer: 'https://shop.example/Einloggen/x' },
    false,
  ],
  ['a script', 'GET', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }, false],
  ['a prefetch', 'GET', { 'sec-fetch-site': 'same-origin', 'sec-purpose': 'prefetch' }, false],
  ['a prefetch of an older browser', 'GET', { 'sec-fetch-site': 'same-origin', purpose: 'prefetch' }, false],
])('%s saves a vehicle or only asks', async (_, method, sent, isSaved) => {
  expect([await saveBy(method, sent), calls]).toEqual(isSaved ? [vehicles, ['save m7']] : [200, ['vehicles']]);
});

test('a refusal is shown with its status to a form, and a failure is logged and may be tried again', async () => {
  failures.save = 'login';
  expect([await saveBy('POST'), await saveBy('GET', { 'sec-fetch-site': 'none' })]).toEqual([401, 200]);
  failures.save = 'vehicle_limit';
  expect(await saveBy('POST')).toBe(new ProblemError('vehicle_limit').status);
  expect([lines, headers]).toEqual([[], {}]);
  failures.save = 'unavailable';
  expect(await saveBy('GET', { 'sec-fetch-site': 'none' })).toBe(503);
  expect([lines, headers]).toEqual([[expect.objectContaining({ code: 'unavailable' })], { 'Retry-After': '5' }]);
  failures.save = 'not_found';
  await expect(saveBy('POST')).rejects.toMatchObject({ code: 'not_found' });
});

const act = async (action: string, modelId = 'm7') => {
  calls = [];
  const outcome = await list.post?.(visitOf('POST', {}, { action, modelId }));
  return outcome && 'location' in outcome ? outcome.location : outcome?.status;
};

test('a vehicle is removed once, and a failure to remove it is an error', async () => {
  expect([await act('remove'), calls]).toEqual([vehicles, ['forget m7']]);
  failures.forget = 'not_found';
  expect(await act('remove')).toBe(vehicles);
  failures.forget = 'unavailable';
  await expect(act('remove')).rejects.toMatchObject({ code: 'unavailable' });
  await expect(act('remove', '../x')).rejects.toMatchObject({ code: 'invalid' });
  await expect(act('sell')).rejects.toMatchObject({ code: 'invalid' });
  expect([calls, cookies]).toEqual([[], []]);
});

test.each(['logout', 'deleteAccount'])('after %s the next login asks for the password', async (action) => {
  expect([await act(action), calls, cookies]).toEqual([
    '/de-AT/',
    [action === 'logout' ? 'logOut' : 'deleteAccount'],
    ['freshLogin=1'],
  ]);
});

test('who is not logged in is asked to, with an error status for a form alone', async () => {
  failures = { deleteAccount: 'login', vehicles: 'login' };
  expect([await act('deleteAccount'), cookies]).toEqual([401, []]);
  expect(await list.get?.(visitOf('GET'))).toMatchObject({ status: 200 });
  failures.vehicles = 'unavailable';
  await expect(list.get?.(visitOf('GET'))).rejects.toMatchObject({ code: 'unavailable' });
});
