import { usePage } from '../../context.js';
import { keepPlaceholders } from '../../formats.js';

interface Props {
  productId: string;
  modelId: string | undefined;
}

/** Place for parts that match the one just added. It is hidden until the browser has loaded them. */
export function GoesWith({ productId, modelId }: Props) {
  const { t, edition, country } = usePage();
  const where = { locale: edition.locale, country };
  const query = new URLSearchParams({ ...where, ...(modelId && { modelId }) });
  return (
    <section
      className="note space-above"
      aria-labelledby="h-goes-with"
      hidden
      data-added={t('article:cart.added', keepPlaceholders)}
      data-to-cart={t('article:cart.to')}
      data-retry={t('article:cart.retry')}
      data-parcel={t('article:cart.parcel', keepPlaceholders)}
      data-parcel-call={`/api/Warenkorb/Versand?${new URLSearchParams({ ...where, sparePartId: productId })}`}
      data-goes-with={`/api/recommendation/spare-part/${productId}?${query}`}
    >
      <h2 id="h-goes-with">{t('article:goesWith')}</h2>
      <ul className="related-parts" />
    </section>
  );
}
