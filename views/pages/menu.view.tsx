import { CouldNotLoad } from '../components/could-not-load.js';
import { MenuTree } from '../components/menu-tree.js';
import { usePage } from '../context.js';
import type { MenuModel } from '../navigation-models.js';

export function MenuView({ model }: { model: MenuModel }) {
  const { t } = usePage();
  return (
    <>
      <h1>{t('layout:menu.title')}</h1>
      <p className="lead">{t('layout:menu.lead')}</p>
      {model.isCut && <CouldNotLoad>{t('layout:missing.categories')}</CouldNotLoad>}
      <MenuTree items={model.items} />
    </>
  );
}
