import type { ReactNode } from 'react';
import type { Attribute, ProductDetail } from '../../server/contract/articles.js';
import { Cached } from '../cached.js';
import { categoryHref } from '../catalogue-links.js';
import { AttributeTable } from '../components/article/attribute-table.js';
import { BuyBox, NoOffers } from '../components/article/buy-box.js';
import { DataReport } from '../components/article/data-report.js';
import { FitCard, useOwnAddress } from '../components/article/fit-card.js';
import { FittingVehicles } from '../components/article/fitting-vehicles.js';
import { Gallery } from '../components/article/gallery.js';
import { GoesWith } from '../components/article/goes-with.js';
import { ArticleHead } from '../components/article/head.js';
import { HowToCheck } from '../components/article/how-to-check.js';
import { MakerBlock } from '../components/article/maker-block.js';
import { OeNumbers } from '../components/article/oe-numbers.js';
import { OfferHighlights } from '../components/article/offer-highlights.js';
import { foldedOffers, OfferSection } from '../components/article/offer-section.js';
import { PriceHistory } from '../components/article/price-history.js';
import { RelatedParts } from '../components/article/related-parts.js';
import { choosingPath } from '../components/compare-choice.js';
import { CouldNotLoad } from '../components/could-not-load.js';
import { DurabilityGuarantee } from '../components/law/durability-guarantee.js';
import { GoodsNotices, haveNotices } from '../components/law/goods-notices.js';
import { GuaranteeNotice } from '../components/law/guarantee-notice.js';
import { RecallNotice } from '../components/law/recall-notice.js';
import { TyreLabel } from '../components/law/tyre-label.js';
import { OwnLink } from '../components/own-place.js';
import { PickerSection } from '../components/picker-panel.js';
import { Section } from '../components/section.js';
import { usePage } from '../context.js';
import { markOf } from '../fit-text.js';
import { keepPlaceholders } from '../formats.js';
import { type IconName, IconSprite } from '../icons.js';
import type { ArticlePart } from '../links.js';
import { LowerStyle } from '../lower-style.js';
import type { ArticleModel } from '../models.js';
import { isShippable } from '../offer-texts.js';
import './article.view.css';

/** Returns the icons that this page uses, since each adds bytes. */
function iconsOf({ article: { product, related, vehicle }, documents }: ArticleModel): IconName[] {
  const fits = vehicle?.model ? [product, ...related] : [product];
  const states = new Set<IconName>(fits.map(({ fit }) => markOf(fit)));
  // The card about another vehicle uses this icon.
  if (vehicle?.model) states.add('unknown');
  const isAsked = product.fit.notes.length + product.fit.checks.length > 0;
  return [...states, ...(isAsked ? (['ask'] as const) : []), ...(documents.length > 0 ? (['doc'] as const) : [])];
}

/** Most attributes that leave the column of the offer box filled at a desk. */
const longTable = 6;
/** Fewest attributes that fill the column of the drawing. */
const shortTable = 4;

/**
 * Returns the attributes for the column of the drawing, and those for the other column, where that has room. Measures
 * stay below the drawing that has their letters. Few offers leave the most room.
 */
function splitAttributes(
  { attributes, goods, tyreLabel, isUniversal, fit }: ProductDetail,
  offers: number,
): [Attribute[], Attribute[]] {
  if (haveNotices(goods) || fit.checks.length > 0 || tyreLabel) return [attributes, []];
  const measures = attributes.filter(({ letter }) => letter !== null);
  if (isUniversal && measures.length === 0 && offers < 3) return [[], attributes];
  if (attributes.length <= longTable) return [attributes, []];
  const count = measures.length || longTable;
  const ordered =
    measures.length > 0 ? [...measures, ...attributes.filter(({ letter }) => letter === null)] : attributes;
  return [ordered.slice(0, count), ordered.slice(count)];
}

/** The page of a part: whether it fits, what it costs with shipping, and who sells it. */
export function ArticleView({ model }: { model: ArticleModel }) {
  const { t, url } = usePage();
  const { article, oeNumbers, fittingVehicles, problem, show } = model;
  const { product, category, related, vehicle } = article;
  const ownAddress = useOwnAddress(product);
  const offers = model.offers?.offers ?? [];
  const shippable = offers.filter(isShippable);
  const packs = model.offers?.packs ?? 1;
  const wanted = { pieces: model.pieces, packs, packSize: product.packSize };
  const elsewhere = offers.filter((offer) => !isShippable(offer));
  const modelId = vehicle?.model?.id;
  const goods = <GoodsNotices goods={product.goods} />;
  // At a desk they fill the room below a short table, beside advice. A phone shows them at the same place in both cases.
  const isBelow = product.attributes.length < shortTable && product.fit.checks.length > 0;
  const [below, beside] = splitAttributes(product, shippable.length);
  const hasLetters = product.attributes.some(({ letter }) => letter !== null);
  const own = (part: ArticlePart): string =>
    url('article', {
      brand: product.manufacturer.seoName,
      number: product.normNumber,
      articleId: model.highlightedOfferId ?? undefined,
      modelId,
      quantity: model.pieces === product.usualPieces ? undefined : model.pieces,
      show: part,
    });
  /** Returns the page with one section in full; null on that page. */
  const full = (part: ArticlePart): string | null => (show === part ? null : own(part));
  const choice = [show, model.highlightedOfferId, model.answers, model.pieces].join(' ');
  /** A cached piece of the page that depends on the article, `data` and the choices in the address. */
  const piece = (name: string, data: readonly (object | null)[], view: () => ReactNode) => (
    <Cached of={[article, ...data]} variant={`${name} ${choice}`} view={view} />
  );
  const data = (attributes: readonly Attribute[]): ReactNode => (
    <Section
      id="data"
      title={t('article:data')}
      note={
        <a className="small" rel="nofollow" href={choosingPath(categoryHref(url, category, vehicle), [product.id])}>
          {t('compare:choose')}
        </a>
      }
    >
      <AttributeTable attributes={attributes} hasLetters={hasLetters} />
    </Section>
  );
  return (
    <>
      <IconSprite names={iconsOf(model)} />
      <div className="article-top">
        {piece('head', [], () => (
          <ArticleHead product={product} />
        ))}
        <div className="article-box">
          {problem && (
            <p className="note error" role="alert">
              {problem.message}
            </p>
          )}
          {piece('box', [model.offers], () => (
            <>
              {product.recall && <RecallNotice recall={product.recall} />}
              <FitCard article={article} answers={model.answers} pickerPage={full('picker')} />
              {model.offers ? (
                <BuyBox
                  article={article}
                  offer={shippable[0] ?? null}
                  count={shippable.length}
                  isElsewhere={elsewhere.length > 0}
                  wanted={wanted}
                  page={url('article', { brand: product.manufacturer.seoName, number: product.normNumber })}
                  best={
                    <OfferHighlights
                      offers={shippable}
                      wanted={wanted}
                      folded={foldedOffers(shippable, model.highlightedOfferId, full('offers'))}
                      full={full('offers')}
                    />
                  }
                />
              ) : (
                <NoOffers />
              )}
              {product.durability && <DurabilityGuarantee guarantee={product.durability} />}
              <GoesWith productId={product.id} />
            </>
          ))}
        </div>
        <div className="article-facts">
          <Gallery images={product.images} hasLetters={hasLetters} />
          {piece(`facts ${below.length}`, [], () => (
            <>
              {below.length > 0 && data(below)}
              {isBelow && goods}
            </>
          ))}
        </div>
        {piece(`rest ${below.length}`, [oeNumbers], () => (
          <div className="article-box article-rest">
            {beside.length > 0 &&
              (below.length === 0 ? (
                data(beside)
              ) : (
                <div>
                  <h3>{t('article:moreData')}</h3>
                  <AttributeTable attributes={beside} hasLetters={false} />
                </div>
              ))}
            <HowToCheck article={article} oeNumbers={oeNumbers} />
            {product.tyreLabel && <TyreLabel label={product.tyreLabel} />}
            {!isBelow && goods}
          </div>
        ))}
      </div>
      <LowerStyle />
      {offers.length > 0 &&
        piece('offers', [model.offers, model.prices], () => (
          <OfferSection
            shippable={shippable}
            elsewhere={elsewhere}
            wanted={wanted}
            product={`${product.manufacturer.name} ${product.articleNumber}`}
            chosenId={model.highlightedOfferId}
            modelId={modelId}
            full={full('offers')}
            prices={
              article.hasPriceHistory && <PriceHistory prices={model.prices} full={full('prices')} product={product} />
            }
          />
        ))}
      {piece('related', [], () => (
        <>
          <GuaranteeNotice />
          {related.length > 0 && (
            <Section id="related" title={t('article:related.title')}>
              <RelatedParts products={related} modelId={modelId} />
            </Section>
          )}
        </>
      ))}
      <div className="two-columns">
        {(oeNumbers === null || oeNumbers.length > 0) &&
          piece('oe', [oeNumbers], () => (
            <Section id="oe" title={t('article:oe.title')}>
              {oeNumbers ? <OeNumbers numbers={oeNumbers} /> : <CouldNotLoad>{t('article:oe.missing')}</CouldNotLoad>}
            </Section>
          ))}
        {(fittingVehicles === null || fittingVehicles.length > 0) && (
          <Section id="vehicles" title={t(product.isUniversal ? 'article:vehicles.named' : 'article:vehicles.title')}>
            {fittingVehicles ? (
              <FittingVehicles vehicles={fittingVehicles} full={full('vehicles')} />
            ) : (
              <CouldNotLoad>{t('article:vehicles.missing')}</CouldNotLoad>
            )}
          </Section>
        )}
        <Section id="maker" title={t('article:maker.title')}>
          {piece('maker', [], () => (
            <MakerBlock product={product} documents={model.documents} />
          ))}
          <DataReport model={model.report} full={full('report')} action={`${own('report')}#report`} />
        </Section>
      </div>
      {!product.isUniversal && (
        <Section
          id="picker"
          title={t('article:picker.title')}
          note={<span className="small soft">{t('article:picker.note')}</span>}
        >
          <PickerSection
            model={model.picker}
            own={<OwnLink href={ownAddress} text={t('article:fit.check', keepPlaceholders)} />}
            linkText={t('article:fit.choose')}
            full={full('picker')}
          />
        </Section>
      )}
    </>
  );
}
