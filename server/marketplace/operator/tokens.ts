import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { dateOf } from '../../clock/clock.js';
import { merchantScopes } from '../../contract/merchants.js';
import { isValid, listTokens, makeToken, revokeToken, rotateToken, type TokenRow } from '../merchants/tokens.js';
import { KnownShops } from '../offer-store/known-shops.js';
import { offersFile } from '../offer-store/offer-file.js';
import { UsageError } from '../program/run-command.js';
import { neededShop } from '../program/shop-choice.js';
import { CommandError, type CommandInput } from './command-input.js';
import { withState } from './open-state.js';
import { sayRows, time } from './report-text.js';

const shownActs = 200;

/** @throws CommandError if no shop was imported yet */
function readShops(dataDir: string): KnownShops {
  const file = offersFile(dataDir);
  if (!existsSync(file)) throw new CommandError(`${file} is missing: import shops first.`);
  using database = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  return new KnownShops(database);
}

function needed(word: string | undefined, name: string): string {
  if (word === undefined) throw new UsageError(`${name} is missing.`);
  return word;
}

function stateOf(row: TokenRow, now: Date): string {
  if (row.revoked_at !== null) return `revoked ${time(row.revoked_at)}`;
  if (!isValid(row, now)) return `ended ${time(row.expires_at)}`;
  return row.expires_at === null ? 'valid' : `valid until ${time(row.expires_at)}`;
}

/** Prints a new token; the shop stores only its digest. */
function sayToken({ say }: CommandInput, shop: string, { id, token }: { id: string; token: string }): void {
  say(`The token of ${shop}, by the name of ${id}; it is not shown again:`);
  say(token);
}

async function makeNew(input: CommandInput): Promise<void> {
  const { dataDir, clock } = input;
  const scope = merchantScopes.find((known) => known === (input.scope ?? 'offers'));
  if (!scope) throw new UsageError(`--scope must be ${merchantScopes.join(' or ')}, found "${input.scope}".`);
  const days = input.days === undefined ? null : Number(input.days);
  if (days !== null && !(Number.isInteger(days) && days >= 1 && days <= 3650))
    throw new UsageError(`--days must be a whole number from 1 to 3650, found "${input.days}".`);
  const shop = readShops(dataDir).find(neededShop(input.shop));
  sayToken(input, shop.name, await withState(input, (db) => makeToken(db, shop.id, scope, days, dateOf(clock))));
}

async function rotate(input: CommandInput, id: string): Promise<void> {
  const { dataDir, clock, say } = input;
  const made = await withState(input, (db) => rotateToken(db, id, dateOf(clock)));
  const shop = [...readShops(dataDir).all].find((each) => each.id === made.shopId);
  sayToken(input, shop?.name ?? `shop ${made.shopId}`, made);
  say(`${id} is good until ${time(made.formerEndsAt)}.`);
}

async function list(input: CommandInput): Promise<void> {
  const { dataDir, clock } = input;
  const known = readShops(dataDir);
  const shops = new Map<number, string>([...known.all].map(({ id, name }) => [id, name]));
  const only = input.shop && known.find(input.shop).id;
  const rows = await withState(input, (db) => listTokens(db, only));
  const tokens = rows.map((row) => ({
    token: row.id,
    shop: shops.get(row.shop_id) ?? String(row.shop_id),
    scope: row.scope,
    state: stateOf(row, dateOf(clock)),
    createdAt: row.created_at,
    usedAt: row.used_at,
  }));
  const head = ['token', 'shop', 'scope', 'state', 'made', 'last used'];
  const lineOf = ({ token, shop, scope, state, createdAt, usedAt }: (typeof tokens)[number]) => [
    token,
    shop,
    scope,
    state,
    time(createdAt),
    time(usedAt, 'never'),
  ];
  sayRows(input, tokens, 'There are no tokens.', lineOf, head);
}

async function showTrail(input: CommandInput): Promise<void> {
  const shop = readShops(input.dataDir).find(neededShop(input.shop));
  const acts = await withState(input, (db) =>
    db
      .selectFrom('merchant_audit')
      .select(['at', 'token_id as token', 'event', 'what', 'request_id as requestId'])
      .where('shop_id', '=', shop.id)
      .orderBy('id', 'desc')
      .limit(shownActs)
      .execute(),
  );
  const none = `Nothing is known of ${shop.name}.`;
  sayRows(input, acts, none, ({ at, token, event, what }) => [time(at), token ?? '', event, what ?? '']);
}

/**
 * `new`, `list` or `log` of a shop, `rotate TOKEN` or `revoke TOKEN`: manages the tokens of merchants (P146).
 * @throws UsageError, CommandError, ExpectedError; then nothing has changed
 */
export async function tokensCommand(input: CommandInput): Promise<void> {
  const [given, word] = input.words;
  const isNew = given === 'new';
  if (!isNew && (input.scope !== undefined || input.days !== undefined))
    throw new UsageError('--scope and --days are of npm run tokens -- new.');
  if (isNew) return makeNew(input);
  if (given === 'rotate') return rotate(input, needed(word, 'TOKEN'));
  if (given === 'list') return list(input);
  if (given === 'log') return showTrail(input);
  if (given !== 'revoke') throw new UsageError(`tokens can new, rotate, revoke, list and log; found "${given ?? ''}".`);
  const id = needed(word, 'TOKEN');
  await withState(input, (db) => revokeToken(db, id, dateOf(input.clock)));
  input.say(`${id} opens nothing any more.`);
}
