import type { OfferWriter } from '../offer-store/offer-writer.js';
import { digestName, digestOf, keyOf, type TextOverride, TextOverrides } from '../offer-store/text-overrides.js';

/**
 * Makes the shop show exactly these text overrides, in one commit. Only answers with a changed text become outdated.
 * @param wanted as the state has them
 * @param clean makes one of them fit to be shown
 * @returns how many texts are others now
 */
export function serveTextOverrides(
  writer: OfferWriter,
  wanted: readonly TextOverride[],
  clean: (textOverride: TextOverride) => string,
): number {
  const { database } = writer;
  const next = new Map(wanted.map((each) => [keyOf(each), { ...each, text: clean(each) }]));
  let changed = 0;
  writer.commit((commit) => {
    const former = new Map(TextOverrides.read(database).all.map((each) => [keyOf(each), each]));
    const others = [...new Map([...former, ...next]).values()].filter(
      (each) => former.get(keyOf(each))?.text !== next.get(keyOf(each))?.text,
    );
    changed = others.length;
    const drop = database.prepare(
      'delete from correction where kind = ? and subject = ? and field = ? and language = ?',
    );
    const put = database.prepare(
      'insert or replace into correction (kind, subject, field, language, text) values (?, ?, ?, ?, ?)',
    );
    for (const each of others) {
      const { kind, subject, field, language } = each;
      const text = next.get(keyOf(each))?.text;
      if (text === undefined) drop.run(kind, subject, field, language);
      else put.run(kind, subject, field, language, text);
    }
    const idsOf = (kind: TextOverride['kind']): number[] => [
      ...new Set(others.filter((each) => each.kind === kind).map(({ subject }) => subject)),
    ];
    const [products, shops] = [idsOf('product'), idsOf('shop')];
    for (const id of products) commit.rename(id);
    for (const id of shops) commit.touchShop(id);
    writer.statements.setMeta(digestName, digestOf(wanted));
    // Also where the same is shown as before: readers learn of which texts of the state that is.
    commit.touchTexts({ category: idsOf('category'), trader: shops, name: products });
  });
  return changed;
}
