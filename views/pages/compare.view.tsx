import type { ReactNode } from 'react';
import type { Product } from '../../server/contract/articles.js';
import { categoryHref } from '../catalogue-links.js';
import { type ComparedRow, comparedRows } from '../compared-rows.js';
import { AddForm, AddWords } from '../components/article/add-form.js';
import { Fact } from '../components/article/attribute-table.js';
import { choosingPath } from '../components/compare-choice.js';
import { FitIcons } from '../components/fit-icons.js';
import { FitMark } from '../components/fit-mark.js';
import { type PageContext, usePage } from '../context.js';
import { Icon, IconSprite } from '../icons.js';
import type { CompareModel } from '../models.js';
import { amountText, deliveryTime, guaranteeText, sellerTexts } from '../offer-texts.js';
import './compare.view.css';

const nameOf = ({ manufacturer, articleNumber }: Product): string => `${manufacturer.name} ${articleNumber}`;

/** A row of the table with a label and a cell for each product. */
function Row({ label, children }: { label: string; children: readonly ReactNode[] }) {
  return (
    <tr>
      <th scope="row">{label}</th>
      {children.map((cell, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cells stand in the order of the products.
        <td key={at}>{cell}</td>
      ))}
    </tr>
  );
}

function Value({ text }: { text: string }) {
  const { t } = usePage();
  return text ? (
    text
  ) : (
    <>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">{t('compare:none')}</span>
    </>
  );
}

/** Total price of the needed pieces, and the difference to the lowest (D74). */
function Price({ product, lowest }: { product: Product; lowest: number | null }) {
  const page = usePage();
  const { t, format, country } = page;
  const { lowestTotal, packs, packSize, usualPieces, offerCount, refund } = product;
  if (lowestTotal === null)
    return offerCount > 0 ? t('part:notShipped', { country: format.country(country) }) : t('part:noOffer');
  const more = lowest === null ? 0 : lowestTotal - lowest;
  return (
    <>
      <span className="price">{format.money(lowestTotal)}</span>
      <span className="detail">{amountText(page, { pieces: usualPieces, packs, packSize })}</span>
      {lowest !== null && (
        <span className={more === 0 ? 'detail tone-ok' : 'detail'}>
          {more === 0 ? t('compare:cheapest') : t('article:offers.difference', { amount: format.money(more) })}
        </span>
      )}
      {refund > 0 && <span className="detail">{t('part:deposit', { amount: format.money(refund * packs) })}</span>}
    </>
  );
}

/** Returns the lowest price; null if the prices are not comparable, such as those of different kinds of parts. */
function lowestOf(products: readonly Product[]): number | null {
  const totals = products.flatMap(({ lowestTotal }) => lowestTotal ?? []);
  const isAlike = products.every(({ type }) => type.id === products[0]?.type.id);
  return isAlike && totals.length > 1 ? Math.min(...totals) : null;
}

/** Returns rows of facts that are no attributes of the products, in words. */
function ownRows(page: PageContext, products: readonly Product[]): ComparedRow[] {
  const sellers = products.map(({ seller }) => sellerTexts(page, seller));
  const rows: ComparedRow[] = [
    { key: ' title', label: page.t('compare:article'), values: products.map(({ title }) => title) },
    {
      key: ' condition',
      label: page.t('compare:condition'),
      values: products.map(({ condition }) => page.t(`article:condition.${condition}`)),
    },
    { key: ' seller', label: page.t('article:offers.shop'), values: sellers.map(({ rating }) => rating) },
    { key: ' returns', label: page.t('article:offers.returns'), values: sellers.map(({ returns }) => returns) },
    {
      key: ' guarantee',
      label: page.t('compare:guarantee'),
      values: products.map(({ guaranteeYears }) => guaranteeText(page, guaranteeYears)),
    },
  ];
  return rows.filter(({ values }) => values.some((value) => value !== ''));
}

function Table({ comparison: { products, vehicle } }: Pick<CompareModel, 'comparison'>) {
  const page = usePage();
  const { t, url, format } = page;
  const modelId = vehicle?.model?.id;
  const own = ownRows(page, products);
  const isAlike = ({ values }: ComparedRow): boolean => values.length > 1 && new Set(values).size === 1;
  const { differing, same } = comparedRows(products);
  const alike = [...own.filter(isAlike), ...same];
  const lowest = lowestOf(products);
  const count = products.length;
  return (
    <>
      {count > 2 && <p className="small soft compare-hint">{t('compare:scrollHint', { count })}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it with the arrow keys. */}
      <section className="compare-table" aria-label={t('compare:scroll')} tabIndex={0}>
        <table className={count > 3 ? 'four-parts' : count > 2 ? 'three-parts' : count > 1 ? 'two-parts' : 'one-part'}>
          <caption className="visually-hidden">{t('compare:caption')}</caption>
          <colgroup>
            <col />
            <col span={count} />
          </colgroup>
          <thead data-fits={modelId ? undefined : products.map(({ id }) => id).join()}>
            <tr>
              <td />
              {products.map((product) => (
                <th scope="col" key={product.id}>
                  <a
                    href={url('article', {
                      brand: product.manufacturer.seoName,
                      number: product.normNumber,
                      modelId,
                    })}
                  >
                    {product.manufacturer.name} <span className="number">{product.articleNumber}</span>
                  </a>
                  <FitMark fit={product.fit} id={product.id} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr>
              <td />
              {products.map((product) => {
                const [image] = product.smallImages;
                // Drawings of one kind have the same scale, unlike photographs.
                const drawing = image && { ...image, url: image.drawing ?? image.url };
                return (
                  <td key={product.id}>
                    {drawing && (
                      <img className="part-image" src={drawing.url} width={120} height={90} alt="" loading="lazy" />
                    )}
                  </td>
                );
              })}
            </tr>
            <Row label={t('compare:total')}>
              {products.map((product) => (
                <Price key={product.id} product={product} lowest={lowest} />
              ))}
            </Row>
            <Row label={t('compare:delivery')}>
              {products.map(({ id, deliveryDays }) => (
                <Value key={id} text={deliveryDays ? deliveryTime(page, deliveryDays) : ''} />
              ))}
            </Row>
            <Row label={t('compare:offers')}>{products.map(({ offerCount }) => format.number(offerCount))}</Row>
            {[...own.filter((row) => !isAlike(row)), ...differing].map(({ key, label, values }) => (
              <Row key={key} label={label}>
                {values.map((text, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the values stand in the order of the products.
                  <Value key={at} text={text} />
                ))}
              </Row>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td />
              {products.map((product) => {
                const { id, offerId, usualPieces, packs, packSize } = product;
                const others = products.filter((each) => each !== product).map((each) => each.id);
                return (
                  <td key={id}>
                    {offerId && product.lowestTotal !== null && (
                      <AddForm
                        offerId={offerId}
                        modelId={modelId}
                        wanted={{ pieces: usualPieces, packs, packSize }}
                        label={t('article:buy.quantity')}
                      >
                        <AddWords />
                      </AddForm>
                    )}
                    <a
                      className="button"
                      rel="nofollow"
                      href={url('compare', { ids: others, modelId })}
                      aria-label={t('compare:remove', { part: nameOf(product) })}
                    >
                      <Icon name="x" />
                    </a>
                  </td>
                );
              })}
            </tr>
          </tfoot>
        </table>
      </section>
      {alike.length > 0 && (
        <details className="fold">
          <summary>{t('compare:same', { count: alike.length })}</summary>
          <table className="fact-table">
            <caption className="visually-hidden">{t('compare:same', { count: alike.length })}</caption>
            <tbody>
              {alike.map(({ key, label, values: [value] }) => (
                <Fact key={key} label={label}>
                  {value}
                </Fact>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </>
  );
}

/** Up to four products side by side: verdict, price, delivery, and differing attributes. */
export function CompareView({ model: { comparison, isCut } }: { model: CompareModel }) {
  const { t, url, format, country } = usePage();
  const { products, category, vehicle } = comparison;
  const ids = products.map(({ id }) => id);
  return (
    <>
      <FitIcons products={products} />
      <IconSprite names={['x']} />
      <h1>{t('compare:title')}</h1>
      {isCut && (
        <p className="note" role="status">
          {t('compare:cut')}
        </p>
      )}
      {products.length > 0 ? (
        <>
          <p className="small soft">{t('part:pricesFor', { country: format.country(country) })}</p>
          <Table comparison={comparison} />
        </>
      ) : (
        <p className="lead">{t('compare:empty')}</p>
      )}
      <p className="space-above">
        {category && ids.length < 4 ? (
          <a className="button" rel="nofollow" href={choosingPath(categoryHref(url, category, vehicle), ids)}>
            {t('compare:add', { category: category.title })}
          </a>
        ) : (
          !category && (
            <a className="button" href={url('home', {})}>
              {t('compare:home')}
            </a>
          )
        )}
      </p>
    </>
  );
}
