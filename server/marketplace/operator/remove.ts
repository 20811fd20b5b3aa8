import { DatabaseSync } from 'node:sqlite';
import { servedFile } from '../catalogue-file/served-file.js';
import { settleOffers } from '../data-folder/offer-turn.js';
import { CatalogueCopy } from '../import/catalogue-copy.js';
import { FeedLock } from '../import/feed-lock.js';
import { hangingOnShop, type RemovalKind, removalKinds, removalOf, removeShop } from '../import/removals.js';
import { withOffers } from '../import/served-products.js';
import { KnownShops } from '../offer-store/known-shops.js';
import { offersFile } from '../offer-store/offer-file.js';
import { UsageError } from '../program/run-command.js';
import { neededShop, type ShopChoice } from '../program/shop-choice.js';
import { CommandError, type CommandInput } from './command-input.js';
import { table } from './report-text.js';

type RemoveInput = Pick<CommandInput, 'dataDir' | 'clock' | 'isDryRun' | 'say'> & Partial<Pick<CommandInput, 'shop'>>;

/**
 * `product BRAND NUMBER`, `category ID`, `vehicle ID` or `shop`: removes it with all rows that depend on it.
 * @throws UsageError, ExpectedError; then nothing has changed
 */
export function removeCommand([given, ...words]: readonly string[], input: RemoveInput): void {
  const kind = removalKinds.find((known) => known === given);
  if (!kind)
    throw new UsageError(`What is to be removed? Found "${given ?? ''}", not one of ${removalKinds.join(', ')}.`);
  const isRight = kind === 'shop' ? words.length <= 1 : words.length === (kind === 'product' ? 2 : 1);
  if (!isRight) throw new UsageError(kind === 'product' ? 'BRAND and NUMBER are wanted.' : `One ${kind} is wanted.`);
  if (kind === 'shop') removeOffersOfShop(neededShop(input.shop ?? null), input);
  else removeFromCatalogue(kind, words, input);
}

function removeFromCatalogue(
  kind: Exclude<RemovalKind, 'shop'>,
  words: readonly string[],
  { dataDir, clock, isDryRun, say }: RemoveInput,
): void {
  using copy = isDryRun ? null : new CatalogueCopy(dataDir, clock);
  const served = servedFile(dataDir);
  if (served === null) throw new CommandError(`There is no catalogue in ${dataDir}.`);
  if (copy) settleOffers(dataDir, clock);
  const catalogue = new DatabaseSync(served, { readOnly: true });
  try {
    catalogue.prepare('attach ? as offers').run(offersFile(dataDir));
    const removal = removalOf(catalogue, kind, words);
    printRemoval(removal.name, removal.hangs, isDryRun, say);
    if (copy) removal.run(copy.database);
  } finally {
    catalogue.close();
  }
  if (!copy) return;
  copy.activate(null);
  say(`Catalogue ${copy.generation} is active.`);
}

function removeOffersOfShop(choice: ShopChoice, input: RemoveInput): void {
  const { dataDir, isDryRun, say } = input;
  withOffers(input, (writer) => {
    const shop = new KnownShops(writer.database).find(choice);
    printRemoval(`shop ${shop.name}`, hangingOnShop(writer, shop.id), isDryRun, say);
    if (isDryRun) return;
    using _lock = new FeedLock(dataDir, shop);
    removeShop(writer, shop.id);
  });
}

function printRemoval(
  name: string,
  hangs: Readonly<Record<string, number>>,
  isDryRun: boolean,
  say: (line: string) => void,
): void {
  say(isDryRun ? `Would remove ${name}, with:` : `Removes ${name}, with:`);
  say(table(Object.entries(hangs).map(([what, count]) => [count, what])).join('\n'));
}
