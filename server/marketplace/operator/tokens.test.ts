import { expect, test } from 'vitest';
import { operatorFolder } from '../../../test/fixtures/marketplace/operator/operator-folder.js';

const { operate, rows, service } = operatorFolder();
const ask = (token: string) => service().call('/api/Haendler', { body: { credential: token } });
const tokenIn = (output: string): string => /pmt_\S+/.exec(output)?.[0] ?? '';
const nameIn = (token: string): string => token.split('_')[1] ?? '';

test('tokens are made, rotated, revoked and listed, and their text is shown once', async () => {
  const made = await operate('tokens', 'new', '--shop-id', '1');
  expect(made).toEqual({ code: 0, output: expect.stringMatching(/not shown again:\npmt_[0-9a-f]{10}_[\w-]{43}$/) });
  const first = tokenIn(made.output);
  const known = await ask(first);
  expect(known).toMatchObject({ status: 200, body: { shop: { id: '1' }, scopes: ['read', 'offers'] } });
  const { name } = known.body.shop;
  const rotated = await operate('tokens', 'rotate', nameIn(first));
  expect(rotated.output).toMatch(/is good until \d{4}-/);
  const second = tokenIn(rotated.output);
  expect((await ask(first)).status).toBe(200);
  expect(await operate('tokens', 'new', name)).toEqual({
    code: 1,
    output: expect.stringContaining('revoke one first'),
  });
  expect((await operate('tokens', 'revoke', nameIn(first))).code).toBe(0);
  expect([(await ask(first)).body.code, (await ask(second)).status]).toEqual(['token', 200]);
  const { output } = await operate('tokens', 'list', name);
  expect(output).toMatch(/revoked/);
  for (const token of [first, second]) {
    expect(output).toContain(nameIn(token));
    expect(output).not.toContain(token.slice(-43));
  }
  const trail = JSON.parse((await operate('tokens', 'log', name, '--json')).output);
  expect(trail.map(({ event }: { event: string }) => event)).toEqual([
    'token_revoked',
    'token_ends',
    'token_made',
    'token_made',
  ]);
});

test('wrong usage is refused and makes no token', async () => {
  for (const [words, code, sentence] of [
    [['new'], 2, 'Which shop? Say --shop or --shop-id.'],
    [['new', 'nobody'], 1, 'There is no shop "nobody"'],
    [['new', '1'], 1, 'There is no shop "1". Is it an id? Say --shop-id 1, or'],
    [['new', 'Alpha', '--shop-id', '1'], 2, 'Say which shop with --shop or with --shop-id, one of them.'],
    [['new', '--shop-id', '1', '--scope', 'all'], 2, '--scope must be read or offers'],
    [['new', '--shop-id', '1', '--days', '0'], 2, '--days must be'],
    [['revoke', 'none'], 1, 'There is no token "none"'],
    [['rotate', 'none'], 1, 'There is no token "none"'],
    [['list', '--scope', 'read'], 2, 'are of npm run tokens -- new'],
    [['burn'], 2, 'tokens can new, rotate, revoke, list and log'],
  ] as const)
    expect(await operate('tokens', ...words)).toEqual({ code, output: expect.stringContaining(sentence) });
  expect((await operate('tokens', 'list')).output).toBe('There are no tokens.');
});

test('a shop is listed with its own tokens and acts, and each token with its state', async () => {
  const make = async (...words: string[]) => nameIn(tokenIn((await operate('tokens', 'new', ...words)).output));
  const valid = await make('Alpha', '--days', '30');
  const [ended, other] = [await make('Alpha'), await make('Beta', '--scope', 'read')];
  await rows(`update merchant_token set expires_at = '2020-01-01T00:00:00.000Z' where id = '${ended}'`);
  const listed = (await operate('tokens', 'list', 'Alpha')).output;
  expect(listed).toMatch(new RegExp(`${valid} +Alpha +offers +valid until \\d{4}-`));
  expect(listed).toMatch(new RegExp(`${ended} +Alpha +offers +ended 2020-01-01`));
  expect(listed).not.toContain(other);
  expect((await operate('tokens', 'list')).output).toContain(other);
  const acts = JSON.parse((await operate('tokens', 'log', 'Beta', '--json')).output);
  expect(acts).toMatchObject([{ token: other, event: 'token_made' }]);
  expect((await operate('tokens', 'new', 'Beta', '--days', '3651')).code).toBe(2);
});
