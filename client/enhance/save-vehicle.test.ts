import { expect, test } from 'vitest';
import { type Answer, type Asked, type Dom, find, findAll } from '../../test/support/dom.js';
import { announced, click, openIsland, settle } from '../../test/support/island.js';
import { examples } from '../../views/islands/save-vehicle.examples.js';
import type { SaveVehicleProps } from '../../views/islands/save-vehicle.island.js';

const props = Object.values(examples)[0] as SaveVehicleProps;
const { texts } = props;
const list = (...ids: string[]): Answer => ({ body: JSON.stringify(ids.map((id) => ({ model: { id } }))) });
const open = (answer: (asked: Asked) => Answer | Promise<Answer>, account = ''): Promise<Dom> =>
  openIsland(() => import('../../views/islands/save-vehicle.island.js'), props, {
    root: `data-account="${account}"`,
    answer: (asked) => (asked.address === '/api/session' ? { body: '{"csr":"a","ts":1}' } : answer(asked)),
  });
const calls = ({ asked }: Dom) => asked.filter(({ address }) => address.startsWith('/api/user'));
const press = async (dom: Dom): Promise<void> => {
  click(find('button'));
  await settle(dom);
};
const account = () => document.documentElement.dataset.account;

test.each<[string, Answer, string, string]>([
  ['this vehicle', list('1', '900'), texts.saved, 'active'],
  ['others', list('1'), '', 'active'],
  ['no vehicle', list(), '', 'in'],
  ['an unknown list', { status: 503, body: '[{"model":{"id":"900"}}]' }, '', 'in'],
  ['no connection', null, '', 'in'],
])('an account with %s says so at once, and takes no focus', async (_, answer, text, state) => {
  const dom = await open(() => answer, 'in');
  expect(calls(dom).map(({ method, address }) => [method, address])).toEqual([
    ['GET', '/api/user/vehicles?locale=de-AT'],
  ]);
  expect([announced(), account(), document.activeElement === document.body]).toEqual([text, state, true]);
});

test('a visitor without an account is asked for one after a press, and the focus follows', async () => {
  const dom = await open(() => ({ status: 401, body: '{}' }));
  expect(calls(dom)).toEqual([]);
  await press(dom);
  const link = find<HTMLAnchorElement>('a');
  expect([link.getAttribute('href'), link.textContent, document.activeElement === link]).toEqual([
    props.loginUrl,
    texts.login,
    true,
  ]);
  expect(findAll('button').length).toBe(1);
});

test('a second press while the first is on its way sends nothing', async () => {
  const later = Promise.withResolvers<Answer>();
  const dom = await open(() => later.promise);
  await press(dom);
  expect(find('button').getAttribute('aria-busy')).toBe('true');
  await press(dom);
  expect([calls(dom).length, calls(dom)[0]?.header('content-type')]).toEqual([1, 'application/json']);
  later.resolve({ body: '{"success":true}' });
  await settle(dom);
  expect([document.activeElement === find('a'), findAll('button').length]).toEqual([true, 0]);
});

test('a list that arrives after a press does not replace its outcome', async () => {
  const later = Promise.withResolvers<Answer>();
  const dom = await open(
    ({ method }) => (method === 'GET' ? later.promise : { status: 409, body: '{"title":"Zu viele."}' }),
    'in',
  );
  await press(dom);
  later.resolve(list('900'));
  await settle(dom);
  expect(announced()).toBe('Zu viele.');
});
