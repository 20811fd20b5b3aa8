import { usePage } from '../../context.js';
import { keepPlaceholders } from '../../formats.js';

/**
 * Place for parts that match the one just added. It is hidden until the browser has loaded them. Its attributes are for
 * the scripts of pages that sell.
 */
export function GoesWith({ productId }: { productId: string }) {
  const { t } = usePage();
  return (
    <section
      className="note space-above"
      aria-labelledby="h-goes-with"
      hidden
      data-added={t('article:cart.added', keepPlaceholders)}
      data-to-cart={t('article:cart.to')}
      data-retry={t('article:cart.retry')}
      data-parcel={t('article:cart.parcel', keepPlaceholders)}
      data-goes-with={productId}
    >
      <h2 id="h-goes-with">{t('article:goesWith')}</h2>
      <ul />
    </section>
  );
}
