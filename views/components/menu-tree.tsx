import { usePage } from '../context.js';
import type { NavigationItem, NavigationLink } from '../navigation-models.js';
import './menu-tree.css';

/** A link. If crawlers must not follow it, a button of the menu's form with its own address (D9). */
function Step({ item: { label, link, linked } }: { item: NavigationLink }) {
  if (linked) return <a href={link}>{label}</a>;
  return (
    <button type="submit" formAction={link}>
      {label}
    </button>
  );
}

/** Entries below an item of the first level. One list of the second level is open at a time (specification 4). */
export function MenuPanel({ items }: { items: readonly NavigationItem[] }) {
  return (
    <ul className="menu-level-2">
      {items.map((item) => (
        <li key={item.label}>
          {item.type === 'list' ? (
            <details name="menu-list">
              <summary>{item.label}</summary>
              <ul className="menu-level-3">
                {item.body?.map((leaf) => (
                  <li key={leaf.label}>{leaf.type !== 'list' && <Step item={leaf} />}</li>
                ))}
              </ul>
            </details>
          ) : (
            <Step item={item} />
          )}
        </li>
      ))}
    </ul>
  );
}

/**
 * The navigation with up to three levels (specification 1). An item of the first level is a button that loads the page
 * with this item open or closed. In the overlay, script fetches the item's content instead.
 */
export function MenuTree({ items }: { items: readonly NavigationItem[] }) {
  const { t, url } = usePage();
  return (
    <nav aria-label={t('layout:menu.title')}>
      <form className="menu-tree" action={url('menu', {})}>
        <ul className="menu-level-1">
          {items.map((item) => (
            <li key={item.label} data-type={item.type}>
              {item.type === 'list' ? (
                <>
                  <button
                    type="submit"
                    {...(item.body ? {} : { name: 'open', value: item.id })}
                    aria-expanded={item.body !== null}
                  >
                    {item.label}
                  </button>
                  {item.body && <MenuPanel items={item.body} />}
                </>
              ) : (
                <Step item={item} />
              )}
            </li>
          ))}
        </ul>
      </form>
    </nav>
  );
}
