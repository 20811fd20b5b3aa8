import { AttributeTable } from '../components/article/attribute-table.js';
import { BuyBox, NoOffers } from '../components/article/buy-box.js';
import { FitCard } from '../components/article/fit-card.js';
import { FittingVehicles } from '../components/article/fitting-vehicles.js';
import { Gallery } from '../components/article/gallery.js';
import { GoesWith } from '../components/article/goes-with.js';
import { ArticleHead } from '../components/article/head.js';
import { MakerBlock } from '../components/article/maker-block.js';
import { OeNumbers } from '../components/article/oe-numbers.js';
import { OfferSection } from '../components/article/offer-section.js';
import { isShippable } from '../components/article/offer-texts.js';
import { RelatedParts } from '../components/article/related-parts.js';
import { CouldNotLoad } from '../components/could-not-load.js';
import { GoodsNotices } from '../components/law/goods-notices.js';
import { GuaranteeNotice } from '../components/law/guarantee-notice.js';
import { RecallNotice } from '../components/law/recall-notice.js';
import { TyreLabel } from '../components/law/tyre-label.js';
import { PickerSection } from '../components/picker-panel.js';
import { Section } from '../components/section.js';
import { usePage } from '../context.js';
import { type IconName, IconSprite } from '../layout/icons.js';
import type { ArticlePart } from '../links.js';
import type { ArticleModel } from '../models.js';
import './article.view.css';

/** The shapes that this page uses; each costs every visitor bytes. */
function iconsOf({ article: { product, related, vehicle }, documents }: ArticleModel): IconName[] {
  const fits = vehicle?.model ? [product, ...related] : [product];
  const states = new Set<IconName>(fits.map(({ fit }) => fit.state));
  const isAsked = product.fit.notes.length + product.fit.checks.length > 0;
  return [...states, ...(isAsked ? (['ask'] as const) : []), ...(documents.length > 0 ? (['doc'] as const) : [])];
}

/** One part: does it fit, what does it cost including shipping, and from whom. */
export function ArticleView({ model }: { model: ArticleModel }) {
  const { t, url } = usePage();
  const { article, oeNumbers, fittingVehicles, problem, show } = model;
  const { product, related, vehicle } = article;
  const offers = model.offers?.offers ?? [];
  const shippable = offers.filter(isShippable);
  const elsewhere = offers.filter((offer) => !isShippable(offer));
  const modelId = vehicle?.model?.id;
  const hasLetters = product.attributes.some(({ letter }) => letter !== null);
  /** The page with one section in full; null where this is it. */
  const full = (part: ArticlePart): string | null =>
    show === part
      ? null
      : url('article', {
          brand: product.manufacturer.seoName,
          number: product.normNumber,
          articleId: model.highlightedOfferId ?? undefined,
          modelId,
          show: part,
        });
  return (
    <>
      <IconSprite names={iconsOf(model)} />
      <div className="article-top">
        <ArticleHead product={product} />
        <Gallery images={product.images} hasLetters={hasLetters} />
        <div className="article-box">
          {problem && (
            <p className="note error" role="alert">
              {problem.message}
            </p>
          )}
          {product.recall && <RecallNotice recall={product.recall} />}
          <FitCard article={article} oeNumbers={oeNumbers} pickerPage={full('picker')} />
          {model.offers ? (
            <BuyBox
              article={article}
              offer={shippable[0] ?? null}
              count={shippable.length}
              isElsewhere={elsewhere.length > 0}
            />
          ) : (
            <NoOffers />
          )}
          <GoesWith productId={product.id} modelId={modelId} />
          {product.tyreLabel && <TyreLabel label={product.tyreLabel} />}
          <GoodsNotices goods={product.goods} />
          <GuaranteeNotice />
        </div>
      </div>
      {offers.length > 0 && (
        <OfferSection
          shippable={shippable}
          elsewhere={elsewhere}
          product={`${product.manufacturer.name} ${product.articleNumber}`}
          chosenId={model.highlightedOfferId}
          modelId={modelId}
          full={full('offers')}
        />
      )}
      <div className="two-columns">
        {product.attributes.length > 0 && (
          <Section id="data" title={t('article:data')}>
            <AttributeTable attributes={product.attributes} hasLetters={hasLetters} />
          </Section>
        )}
        {(oeNumbers === null || oeNumbers.length > 0) && (
          <Section id="oe" title={t('article:oe.title')}>
            {oeNumbers ? <OeNumbers numbers={oeNumbers} /> : <CouldNotLoad>{t('article:oe.missing')}</CouldNotLoad>}
          </Section>
        )}
      </div>
      {related.length > 0 && (
        <Section id="related" title={t('article:related.title')}>
          <RelatedParts products={related} modelId={modelId} />
        </Section>
      )}
      <div className="two-columns">
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
          <MakerBlock product={product} documents={model.documents} />
        </Section>
      </div>
      {!product.isUniversal && (
        <Section
          id="picker"
          title={t('article:picker.title')}
          note={<span className="small soft">{t('article:picker.note')}</span>}
        >
          <PickerSection model={model.picker} linkText={t('article:fit.choose')} full={full('picker')} />
        </Section>
      )}
    </>
  );
}
