import { Fragment, type ReactNode } from 'react';
import type { Attribute, Product } from '../../server/contract/articles.js';
import { valueText } from '../compared-rows.js';
import { type PageContext, usePage } from '../context.js';
import { isApprovalKnown, markOf } from '../fit-text.js';
import { deliveryTime, guaranteeText, priceOfText, sellerTexts, shortBasePrice } from '../offer-texts.js';
import { Badge } from './badge.js';
import { FitMark } from './fit-mark.js';
import { PartImage } from './part-image.js';
import { Unbroken } from './unbroken.js';
import './product-list.css';

const shownAttributes = 4;
const imageBox = { width: 96, height: 72 };
const isSame = (a: Attribute, b: Attribute): boolean => a.key === b.key && a.value === b.value && a.unit === b.unit;

/** Least rows for which a shared attribute is shown once: two rows may agree by chance. */
const leastRows = 4;

/** Returns attributes that all products share, and which therefore do not help to compare them. */
function commonAttributes(products: readonly Product[]): Attribute[] {
  const [first, ...others] = products;
  if (!first || products.length < leastRows) return [];
  return first.attributes.filter((own) =>
    others.every(({ attributes }) => attributes.some((other) => isSame(own, other))),
  );
}

/** Attributes that rows leave out: approvals are too many, and the price already names the pack. */
const omitted = new Set(['approval', 'packSize', 'scope']);

/** Returns a product's attributes that the others of its list do not share. */
const ownFacts = ({ attributes }: Product, common: readonly Attribute[]): Attribute[] =>
  attributes.filter(({ key }) => !omitted.has(key) && !common.some((each) => each.key === key));

const mostDifferences = 2;

/** Lists further attributes that differ, the guarantee and the seller, to choose among products of equal measures. */
function differencesOf(page: PageContext, product: Product, others: readonly Attribute[]): string[] {
  const { rating, returns } = sellerTexts(page, product.seller);
  return [
    ...others.slice(0, mostDifferences).map((each) => `${each.head ?? each.label} ${valueText(each)}`),
    guaranteeText(page, product.guaranteeYears),
    rating,
    returns,
  ].filter(Boolean);
}

/** Returns the attributes for the column headings: those of the first product, if all products have the same ones. */
function columnsOf(rows: readonly (readonly Attribute[])[]): readonly Attribute[] {
  const first = rows[0] ?? [];
  return rows.every((facts) => first.every(({ key }, index) => facts[index]?.key === key)) ? first : [];
}

function Price({ product }: { product: Product }) {
  const page = usePage();
  const { t, format, country } = page;
  const { lowestTotal, offerCount, basePrice, refund } = product;
  const priceOf = priceOfText(page, product);
  if (lowestTotal === null) {
    return (
      <p className="soft product-terms">
        {offerCount > 0 ? t('part:notShipped', { country: format.country(country) }) : t('part:noOffer')}
      </p>
    );
  }
  return (
    <>
      <p className="price">{format.money(lowestTotal)}</p>
      <p className="product-terms">
        {priceOf && <b>{priceOf}</b>} {t('part:offers', { count: offerCount })}
        {basePrice && <span className="soft">{shortBasePrice(page, basePrice)}</span>}
        {refund > 0 && (
          <span className="soft">{t('part:deposit', { amount: format.money(refund * product.packs) })}</span>
        )}
      </p>
    </>
  );
}

interface ItemProps {
  product: Product;
  /** Attributes that the others do not share. The first are the deciding measures of the columns. */
  facts: readonly Attribute[];
  plain: boolean;
  modelId: string | undefined;
  namesOffer: boolean;
  chosen: ReadonlySet<string> | undefined;
}
function Item({ product, facts, plain, modelId, namesOffer, chosen }: ItemProps) {
  const page = usePage();
  const { manufacturer, normNumber, deliveryDays } = product;
  const image = product.smallImages[0];
  const articleId = (namesOffer && product.offerId) || undefined;
  const href = page.url('article', { brand: manufacturer.seoName, number: normNumber, articleId, modelId });
  return (
    <li>
      {chosen && (
        <label className="row-choice">
          <input
            type="checkbox"
            name="ids"
            value={product.id}
            defaultChecked={chosen.has(product.id)}
            aria-label={`${manufacturer.name} ${product.articleNumber}`}
          />
        </label>
      )}
      {image ? <PartImage image={image} sizes="80px" box={imageBox} isSilent /> : <span />}
      <div className="product-name">
        <p className="small">
          <b>{manufacturer.name}</b> <span className="number soft">{product.articleNumber}</span>
        </p>
        <h3>
          <a href={href}>
            <Unbroken>{product.title}</Unbroken>
          </a>
        </h3>
        <p>
          <FitMark fit={product.fit} isBesideData id={product.id} />
          {product.condition !== 'new' && <Badge>{page.t(`part:condition.${product.condition}`)}</Badge>}
        </p>
      </div>
      <dl className="product-facts">
        {facts.slice(0, shownAttributes).map((attribute) => (
          <div key={attribute.key} className={attribute.unit ? 'measure' : undefined}>
            <dt>{attribute.head ?? attribute.label}</dt> <dd>{valueText(attribute)}</dd>
          </div>
        ))}
      </dl>
      <p className="product-time">
        <span>{deliveryDays && deliveryTime(page, deliveryDays)}</span>
        {!plain && <small>{differencesOf(page, product, facts.slice(shownAttributes)).join(' · ')}</small>}
      </p>
      <div className="product-offer">
        <Price product={product} />
      </div>
    </li>
  );
}

interface Props {
  products: readonly Product[];
  /** Model whose fit the list shows; links to the articles name it. */
  modelId: string | undefined;
  /** A short list without column headings. */
  plain?: boolean;
  /** Links open the article with the offer that the list shows, such as one of a shop's own. */
  namesOffer?: boolean;
  /** Chosen products, in a list whose rows can be chosen. The list must be inside the form. */
  chosen?: ReadonlySet<string> | undefined;
  /** Headings of the goods with the vehicle's required approval, and of all others. */
  headings?: { approved: ReactNode; others: string } | undefined;
}

/**
 * Products to compare line by line: fit, deciding measures, delivery time and total price. Common attributes are shown
 * once above them. Products without offers are folded at the end. The page contains the fit icons.
 */
export function ProductList({ products, modelId, plain = false, namesOffer = false, chosen, headings }: Props) {
  const { t } = usePage();
  const common = plain ? [] : commonAttributes(products);
  const rows = products.map((product) => ownFacts(product, common));
  const columns = plain ? [] : columnsOf(rows.map((facts) => facts.slice(0, shownAttributes)));
  const sold = products.filter((product) => plain || product.lowestTotal !== null);
  const unsold = products.filter((product) => !sold.includes(product));
  const list = (some: readonly Product[]) => (
    <ol className="product-list" data-fits={modelId ? undefined : some.map(({ id }) => id).join()}>
      {some.map((product) => (
        <Item
          key={product.id}
          product={product}
          facts={rows[products.indexOf(product)] ?? []}
          plain={plain}
          modelId={modelId}
          namesOffer={namesOffer}
          chosen={chosen}
        />
      ))}
    </ol>
  );
  return (
    <div className={columns.length > 0 ? 'aligned-facts' : undefined}>
      {common.length > 0 && (
        <p className="common-facts small soft">
          {t('part:inCommon', { facts: common.map((each) => `${each.label} ${valueText(each)}`).join(' · ') })}
        </p>
      )}
      {!plain && (
        <div className="product-list-head" aria-hidden="true">
          <span />
          <span>{t('part:head.article')}</span>
          <span>
            {columns.map(({ key, label, head = label }) => (
              <span key={key}>{head}</span>
            ))}
          </span>
          <span>{t('part:head.delivery')}</span>
          <span>{t('part:head.total')}</span>
        </div>
      )}
      {headings
        ? [...Map.groupBy(sold, ({ fit }) => isApprovalKnown(fit.checks) && markOf(fit) !== 'no')].map(
            ([isApproved, some]) => (
              <Fragment key={`${isApproved}`}>
                <h2 className="list-title">{isApproved ? headings.approved : headings.others}</h2>
                {list(some)}
              </Fragment>
            ),
          )
        : sold.length > 0 && list(sold)}
      {unsold.length > 0 && (
        <details className="fold" open={sold.length === 0}>
          <summary>{t('part:unsold', { count: unsold.length })}</summary>
          {list(unsold)}
        </details>
      )}
    </div>
  );
}
