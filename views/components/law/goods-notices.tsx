import type { ProductDetail } from '../../../server/contract/articles.js';
import { usePage } from '../../context.js';
import type { InformationPage } from '../../links.js';
import './law.css';

const notices = [
  { goods: 'oil', page: 'oil-disposal' },
  { goods: 'battery', page: 'deposit' },
] as const satisfies readonly { goods: ProductDetail['goods'][number]; page: InformationPage }[];

/** Whether the law demands a notice about such goods. */
export const haveNotices = (goods: ProductDetail['goods']): boolean =>
  notices.some((notice) => goods.includes(notice.goods));

/** The seller's duties to take back such goods, shown before buying (AltölV § 8, BattDG § 19). */
export function GoodsNotices({ goods }: Pick<ProductDetail, 'goods'>) {
  const { t, url } = usePage();
  return notices
    .filter((notice) => goods.includes(notice.goods))
    .map((notice) => (
      <aside className="note goods-notice" key={notice.goods} aria-labelledby={`h-${notice.goods}`}>
        <h2 id={`h-${notice.goods}`}>{t(`law:${notice.goods}.title`)}</h2>
        <p>{t(`law:${notice.goods}.text`)}</p>
        <p>
          <a href={url('information', { page: notice.page })}>{t(`law:${notice.goods}.more`)}</a>
        </p>
      </aside>
    ));
}
