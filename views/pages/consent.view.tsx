import { ConsentForm } from '../components/consent-form.js';
import { usePage } from '../context.js';
import type { ConsentModel } from '../models.js';

export function ConsentView({ model }: { model: ConsentModel }) {
  const { t } = usePage();
  return (
    <>
      <h1>{t('consent:title')}</h1>
      <ConsentForm model={model} />
    </>
  );
}
