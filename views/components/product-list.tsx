import type { Attribute, Product } from '../../server/contract/articles.js';
import { usePage } from '../context.js';
import { Badge } from './badge.js';
import { FitMark } from './fit-mark.js';
import { basePriceText, deliveryTime } from './offer-facts.js';
import { PartImage } from './part-image.js';
import './product-list.css';

const shownAttributes = 4;
const imageBox = { width: 96, height: 72 };
const valueText = ({ value, unit }: Attribute): string => (unit ? `${value}\u00a0${unit}` : value);

/** The attributes that head the columns: those of the first product, where every product has the same ones. */
function columnsOf(products: readonly Product[]): Attribute[] {
  const first = products[0]?.attributes.slice(0, shownAttributes) ?? [];
  const same = products.every(({ attributes }) => first.every(({ key }, index) => attributes[index]?.key === key));
  return same ? first : [];
}

function Price({ product }: { product: Product }) {
  const page = usePage();
  const { t, format, country } = page;
  const { lowestTotal, offerCount, basePrice, refund } = product;
  if (lowestTotal === null) {
    return (
      <p className="soft">
        {offerCount > 0 ? t('part:notShipped', { country: format.country(country) }) : t('part:noOffer')}
      </p>
    );
  }
  return (
    <p>
      <span className="price">{format.money(lowestTotal)}</span>
      <br />
      {t('part:offers', { count: offerCount })}
      {basePrice && (
        <>
          <br />
          <span className="soft">{basePriceText(page, basePrice)}</span>
        </>
      )}
      {refund > 0 && (
        <>
          <br />
          <span className="soft">{t('part:deposit', { amount: format.money(refund) })}</span>
        </>
      )}
    </p>
  );
}

interface ItemProps {
  product: Product;
  modelId: string | undefined;
  namesOffer: boolean;
}
function Item({ product, modelId, namesOffer }: ItemProps) {
  const page = usePage();
  const { manufacturer, normNumber, deliveryDays } = product;
  const image = product.smallImages[0];
  const articleId = (namesOffer && product.offerId) || undefined;
  const href = page.url('article', { brand: manufacturer.seoName, number: normNumber, articleId, modelId });
  return (
    <li>
      {image ? <PartImage image={image} sizes="96px" box={imageBox} isSilent /> : <span />}
      <div>
        <p className="small">
          <b>{manufacturer.name}</b> <span className="number soft">{product.articleNumber}</span>
        </p>
        <h3>
          <a href={href}>{product.title}</a>
        </h3>
        <p>
          <FitMark fit={product.fit} isBesideData />
          {product.condition !== 'new' && <Badge>{page.t(`part:condition.${product.condition}`)}</Badge>}
        </p>
      </div>
      <dl className="product-facts">
        {product.attributes.slice(0, shownAttributes).map((attribute) => (
          <div key={attribute.key}>
            <dt>{attribute.label}</dt> <dd>{valueText(attribute)}</dd>
          </div>
        ))}
      </dl>
      <div className="product-offer">
        {deliveryDays ? <p>{deliveryTime(page, deliveryDays)}</p> : <p />}
        <Price product={product} />
      </div>
    </li>
  );
}

interface Props {
  products: readonly Product[];
  /** Model whose fit the list shows; the articles open with it. */
  modelId: string | undefined;
  /** A short list beside other things: no head of columns. */
  plain?: boolean;
  /** The articles open with the very offer that the list shows, such as one of a shop's own. */
  namesOffer?: boolean;
}

/** Products to compare line by line: fit, deciding measures, time and price to the door. The page carries the fit icons. */
export function ProductList({ products, modelId, plain = false, namesOffer = false }: Props) {
  const { t } = usePage();
  const columns = plain ? [] : columnsOf(products);
  return (
    <div className={columns.length > 0 ? 'aligned-facts' : undefined}>
      {!plain && (
        <div className="product-list-head" aria-hidden="true">
          <span />
          <span>{t('part:head.article')}</span>
          <span>
            {columns.map(({ key, label }) => (
              <span key={key}>{label}</span>
            ))}
          </span>
          <span>{t('part:head.delivery')}</span>
          <span>{t('part:head.total')}</span>
        </div>
      )}
      <ol className="product-list">
        {products.map((product) => (
          <Item key={product.id} product={product} modelId={modelId} namesOffer={namesOffer} />
        ))}
      </ol>
    </div>
  );
}
