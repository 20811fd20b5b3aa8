import { dateOf } from '../../clock/clock.js';
import type { FeedReport } from '../../contract/feeds.js';
import { shopFilePath } from '../../shop-file/shop-file-content.js';
import { forgetContent } from '../feeds/feed-state.js';
import { defaultLimits } from '../feeds/fetch-feed.js';
import { reportFeeds } from '../feeds/report-feeds.js';
import { runFeed } from '../feeds/run-feed.js';
import { feedOutbound } from '../feeds/start-feeds.js';
import { listOutbox, resendDead } from '../outbox/outbox.js';
import { UsageError } from '../program/run-command.js';
import { labelOf } from '../program/shop-choice.js';
import { readShopFile, type ShopFile } from '../shop-file/shop-file.js';
import { CommandError, type CommandInput } from './command-input.js';
import { withState } from './open-state.js';
import { sayRows, table, time } from './report-text.js';

const listedMessages = 50;
const shownReasons = 3;

export interface FeedsCommand extends CommandInput {
  readonly isLoopbackAllowed: boolean;
  readonly importProgram: URL;
}

/** @throws ShopFileError; CommandError if the file is missing */
function neededFile({ dataDir, environment, isLoopbackAllowed }: FeedsCommand): ShopFile {
  const file = readShopFile(dataDir, environment, isLoopbackAllowed);
  if (!file) throw new CommandError(`There is no ${shopFilePath(dataDir)}.`);
  return file;
}

/** Returns a duration in the largest unit with a whole number above one. */
function age(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7200) return `${Math.floor(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.floor(seconds / 3600)} h` : `${Math.floor(seconds / 86_400)} days`;
}

function listText({ feeds, outbox }: FeedReport): string[] {
  const head = ['feed', 'shop', 'kind', 'state', 'last success', 'age', 'next', 'rows', 'rejected', 'held'];
  const rows = feeds.map((feed) => [
    feed.name,
    feed.shop,
    `${feed.kind} ${feed.mode}`,
    feed.isOverdue ? `${feed.status}, overdue` : feed.status,
    time(feed.succeededAt, 'never'),
    age(feed.age),
    time(feed.nextAt),
    feed.rows,
    feed.rejected,
    feed.held,
  ]);
  const reasons = feeds.flatMap(({ name, reason }) => (reason === null ? [] : [`${name}: ${reason}`]));
  const messages =
    outbox.waiting + outbox.dead > 0
      ? [`${outbox.waiting} messages wait, ${outbox.dead} were given up (npm run feeds -- outbox).`]
      : [];
  return [...table([head, ...rows]), ...reasons, ...messages];
}

async function list(command: FeedsCommand): Promise<void> {
  const shop = command.shop && labelOf(command.shop);
  const { feeds } = neededFile(command);
  const report = await withState(command, (db) => reportFeeds(db, feeds, shop, dateOf(command.clock)));
  if (command.json) return command.say(JSON.stringify(report, null, 2));
  if (report.feeds.length === 0) return command.say('No feed has been named, or the shop has not been started since.');
  command.say(listText(report).join('\n'));
}

async function run(command: FeedsCommand, name: string | undefined): Promise<void> {
  const { feeds, webhooks } = neededFile(command);
  if (name === undefined) throw new UsageError('NAME is missing.');
  const feed = feeds.find((each) => each.name === name);
  if (!feed)
    throw new CommandError(`There is no feed "${name}"; known are ${feeds.map((each) => each.name).join(', ')}.`);
  const { dataDir, clock, importProgram } = command;
  const outbound = feedOutbound(command.isLoopbackAllowed);
  try {
    const targets = webhooks.map((webhook) => webhook.name);
    // The command prints the result itself instead of logging it.
    const silent = { random: Math.random, log: () => {} };
    // It does not know whether the shop has a mail server.
    const senders = {};
    const needs = { dataDir, clock, importProgram, outbound, targets, senders, limits: defaultLimits, ...silent };
    const { signal } = new AbortController();
    const ended = await withState(command, (db) => runFeed(feed, { db, ...needs }, signal, true));
    if (!ended)
      throw new CommandError(`Another feed of ${feed.shop} is being imported; try again when that has ended.`);
    const { status, rows, rejected, leftOut, held, reason, reasons, report } = ended;
    command.say(`${name}: ${status}, ${rows} rows: ${rejected} rejected, ${leftOut} left out, ${held} held.`);
    for (const [why, times] of Object.entries(reasons).slice(0, shownReasons)) command.say(`  ${times} × ${why}`);
    if (report !== null) command.say(`Report: imports/${report}`);
    if (status === 'failed' || status === 'refused') throw new CommandError(`Nothing was imported: ${reason}`);
  } finally {
    await outbound.close();
  }
}

/** Makes all feeds due in the running shop. */
async function again(command: FeedsCommand): Promise<void> {
  const { clock, say } = command;
  const shop = command.shop && labelOf(command.shop).toLowerCase();
  const isWanted = (name: string): boolean => shop === null || name.toLowerCase() === shop;
  const feeds = neededFile(command).feeds.filter((feed) => isWanted(feed.shop));
  const due = await withState(command, (db) => forgetContent(db, feeds, dateOf(clock)));
  say(`${due} feeds are due, whatever is known of them.`);
}

async function outbox(command: FeedsCommand): Promise<void> {
  const { resend, clock, say } = command;
  if (resend)
    return say(`${await withState(command, (db) => resendDead(db, dateOf(clock)))} messages will be sent again.`);
  const messages = await withState(command, (db) => listOutbox(db, listedMessages));
  sayRows(command, messages, 'There are no messages.', (message) => [
    message.state,
    message.target,
    message.type,
    time(message.created_at),
    message.attempts,
    message.next_at === null ? '' : `next ${time(message.next_at)}`,
    message.answer ?? '',
    message.id,
  ]);
}

/**
 * `npm run feeds`: `list [SHOP]`, `run NAME`, `again [SHOP]`, `check`, `outbox`.
 * @throws ShopFileError, CommandError, UsageError
 */
export async function feedsCommand(command: FeedsCommand): Promise<void> {
  const [action, name] = command.words;
  if (action === 'list') return list(command);
  if (action === 'run') return run(command, name);
  if (action === 'again') return again(command);
  if (name !== undefined) throw new UsageError(`One word is enough, found "${name}" besides.`);
  if (action === 'outbox') return outbox(command);
  if (action !== 'check') throw new UsageError(`feeds can list, run, again, check, outbox; found "${action ?? ''}".`);
  const { feeds, webhooks } = neededFile(command);
  command.say(`${shopFilePath(command.dataDir)} is in order: ${feeds.length} feeds, ${webhooks.length} webhooks.`);
}
