import type { Kysely } from 'kysely';
import { type ColumnMeaning, columnMeanings, previewLimits } from '../../contract/file-preview.js';
import { contactOfShop } from '../offer-store/stored-shops.js';
import type { ShopChoice, ShopId } from '../program/shop-choice.js';
import type { StateTables } from '../state/state-tables.js';

type Db = Kysely<StateTables>;

/** Returns the saved meanings of a shop's columns as JSON; null without any. Uploads and feeds read them alike. */
export async function savedColumns(db: Db, shopId: ShopId): Promise<string | null> {
  const row = await db
    .selectFrom('merchant_columns')
    .select('columns')
    .where('shop_id', '=', shopId)
    .executeTakeFirst();
  return row?.columns ?? null;
}

/** Returns the saved meanings for a feed, whose shop may be given by its name. */
export async function savedColumnsOf(db: Db, dataDir: string, choice: ShopChoice): Promise<string | null> {
  if ('id' in choice) return savedColumns(db, choice.id);
  const first = await db.selectFrom('merchant_columns').select('shop_id').limit(1).executeTakeFirst();
  const shop = first && contactOfShop(dataDir, choice);
  return shop ? savedColumns(db, shop.id as ShopId) : null;
}

/** Saves meanings. Other columns keep theirs, since a merchant may have several kinds of files. */
export async function saveColumns(db: Db, shopId: ShopId, chosen: readonly ColumnMeaning[], now: Date): Promise<void> {
  const before = columnMeanings.parse(JSON.parse((await savedColumns(db, shopId)) ?? '[]'));
  const isChosen = (header: string): boolean => chosen.some((each) => each.header === header);
  const all = [...before.filter(({ header }) => !isChosen(header)), ...chosen].slice(-previewLimits.columns);
  const row = { columns: JSON.stringify(all), saved_at: now.toISOString() };
  await db
    .insertInto('merchant_columns')
    .values({ ...row, shop_id: shopId })
    .onConflict((conflict) => conflict.column('shop_id').doUpdateSet(row))
    .execute();
}
