import { usePage } from '../../context.js';

interface Props {
  productId: string;
  modelId: string | undefined;
}

/** Where parts that go with the one just added are shown; empty and hidden until the browser has asked for them. */
export function GoesWith({ productId, modelId }: Props) {
  const { t, edition, country } = usePage();
  const query = new URLSearchParams({ locale: edition.locale, country, ...(modelId && { modelId }) });
  return (
    <section
      className="note space-above"
      aria-labelledby="h-goes-with"
      hidden
      data-goes-with={`/api/recommendation/spare-part/${productId}?${query}`}
    >
      <h2 id="h-goes-with">{t('article:goesWith')}</h2>
      <ul className="related-parts" />
    </section>
  );
}
