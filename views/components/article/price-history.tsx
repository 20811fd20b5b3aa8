import type { Product } from '../../../server/contract/articles.js';
import { useAnchor, usePage } from '../../context.js';
import type { ArticleModel } from '../../models.js';
import { amountText } from '../../offer-texts.js';
import { CouldNotLoad } from '../could-not-load.js';
import { ShowMore } from '../show-more.js';
import { priceCurve } from './price-curve.js';
import '../price-history.css';

interface Props {
  prices: ArticleModel['prices'];
  product: Pick<Product, 'packSize'>;
  /** Page with the prices; null on that page. */
  full: string | null;
}
const [width, height] = [600, 120];

/** Earlier prices of the product: a link, or the drawing. They claim no reduction (D89). */
export function PriceHistory({ prices, product, full }: Props) {
  const { t } = usePage();
  const id = useAnchor('prices');
  return (
    <div id={id}>
      {full !== null ? (
        <ShowMore fragment="prices" href={full}>
          {t('article:prices.show')}
        </ShowMore>
      ) : prices ? (
        <Picture {...prices} packSize={product.packSize} />
      ) : (
        <CouldNotLoad>{t('article:prices.missing')}</CouldNotLoad>
      )}
    </div>
  );
}

function Picture({ steps, today, packSize }: NonNullable<ArticleModel['prices']> & Pick<Product, 'packSize'>) {
  const page = usePage();
  const { t, format, country } = page;
  const curve = priceCurve(steps, today, width, height);
  if (!curve) return null;
  const { since, lowest, highest, now } = curve;
  const dayText = (day: string): string => format.date(new Date(day));
  const priceText = (total: number | null): string => (total === null ? t('article:prices.none') : format.money(total));
  const about = {
    amount: amountText(page, { pieces: 1, packs: 1, packSize }),
    country: format.country(country),
    since: dayText(since),
  };
  return (
    <>
      <h3 className="space-above">{t('article:prices.title')}</h3>
      <p className="small soft">{t('article:prices.about', about)}</p>
      <div className="price-history number small" aria-hidden="true">
        <span>{format.money(highest.total)}</span>
        {/* biome-ignore lint/a11y/noSvgWithoutTitle: the words below say the same. */}
        <svg viewBox={`-1 -2 ${width + 2} ${height + 4}`} preserveAspectRatio="none">
          <path d={`M0 ${height}H${width}`} />
          <path d={curve.path} />
        </svg>
        {highest.total > lowest.total && <span>{format.money(lowest.total)}</span>}
        <span>{dayText(since)}</span>
        <span>{dayText(today)}</span>
      </div>
      <ul className="small">
        <li>{t('article:prices.now', { price: priceText(now) })}</li>
        <li>{t('article:prices.lowest', { price: priceText(lowest.total), day: dayText(lowest.from) })}</li>
        <li>{t('article:prices.highest', { price: priceText(highest.total), day: dayText(highest.from) })}</li>
      </ul>
      <details className="fold">
        <summary>{t('article:prices.table')}</summary>
        <table className="fact-table">
          <caption className="visually-hidden">{t('article:prices.about', about)}</caption>
          <thead>
            <tr>
              <th scope="col">{t('article:prices.from')}</th>
              <th scope="col">{t('article:offers.total')}</th>
            </tr>
          </thead>
          <tbody>
            {[...steps].reverse().map(({ from, total }) => (
              <tr key={from}>
                <th scope="row">{dayText(from > today ? today : from)}</th>
                <td>{priceText(total)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}
