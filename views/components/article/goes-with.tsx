import { usePage } from '../../context.js';

/**
 * Place for parts that match the one just added. It is hidden until the browser has loaded them. Scripts of pages that
 * sell find it by its attribute.
 */
export function GoesWith({ productId }: { productId: string }) {
  const { t } = usePage();
  return (
    <section className="note space-above" aria-labelledby="h-goes-with" hidden data-goes-with={productId}>
      <h2 id="h-goes-with">{t('article:goesWith')}</h2>
      <ul />
    </section>
  );
}
