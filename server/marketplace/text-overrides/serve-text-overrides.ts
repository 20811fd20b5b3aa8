import type { OfferWriter } from '../offer-store/offer-writer.js';
import { digestName, digestOf, keyOf, type TextOverride, TextOverrides } from '../offer-store/text-overrides.js';

/**
 * Replaces the text overrides of the shop by these, in one commit. Only responses with a changed text expire.
 * @param wanted as the state has them
 * @param clean sanitises an override
 * @returns how many texts have changed
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
    // Runs without a change, too: readers learn which version of the state the texts have.
    commit.touchTexts({ category: idsOf('category'), trader: shops, name: products });
  });
  return changed;
}
