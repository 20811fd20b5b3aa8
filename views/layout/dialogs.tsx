import type { ReactNode } from 'react';
import { ConsentForm } from '../components/consent-form.js';
import { CountryGrid } from '../components/country-grid.js';
import { MenuTree } from '../components/menu-tree.js';
import { usePage } from '../context.js';
import type { ConsentModel, CountriesModel } from '../models.js';
import type { NavigationItem } from '../navigation-models.js';

/** Heading, close button and content of a dialog in the header. Script moves them into a `<dialog>`. */
function Dialog({ title, children }: { title: string; children: ReactNode }) {
  const { t } = usePage();
  return (
    <>
      <form method="dialog" className="dialog-head">
        <h2>{title}</h2>
        <button type="submit" className="button quiet" aria-label={t('layout:close')}>
          <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
            <path d="m4 4 12 12M16 4 4 16" />
          </svg>
        </button>
      </form>
      {children}
    </>
  );
}

export function ConsentDialog({ model }: { model: ConsentModel }) {
  const { t } = usePage();
  return (
    <Dialog title={t('consent:title')}>
      <ConsentForm model={model} />
    </Dialog>
  );
}

export function CountriesDialog({ model }: { model: CountriesModel }) {
  const { t } = usePage();
  return (
    <Dialog title={t('layout:country.title')}>
      <p className="lead">{t('layout:country.lead')}</p>
      <CountryGrid model={model} />
    </Dialog>
  );
}

export function MenuDialog({ items }: { items: readonly NavigationItem[] }) {
  const { t } = usePage();
  return (
    <Dialog title={t('layout:menu.title')}>
      <MenuTree items={items} />
    </Dialog>
  );
}
