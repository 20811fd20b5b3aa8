import { createHash } from 'node:crypto';
import type { ViewEdition } from '../../../views/context.js';
import { keepPlaceholders, type Translate } from '../../../views/formats.js';
import { cartTexts } from '../../../views/islands/cart-lines.props.js';
import { listingFilterTexts } from '../../../views/islands/listing-filter.props.js';
import { searchBoxTexts } from '../../../views/islands/search-box.props.js';
import { vehiclePanelTexts } from '../../../views/islands/vehicle-panel.props.js';
import { vehiclePickerTexts } from '../../../views/islands/vehicle-picker.props.js';
import type { Edition } from '../routes/editions.js';
import type { Texts } from '../texts/texts.js';

/**
 * Makers of the props that are the same on every page of an edition. Pages name their address instead of carrying them.
 * `sentences` has those of the deferred script.
 */
const makers: Readonly<Record<string, (edition: ViewEdition, t: Translate) => object>> = {
  'cart-lines': (_, t) => cartTexts(t),
  'listing-filter': (_, t) => listingFilterTexts(t),
  'search-box': (_, t) => searchBoxTexts(t),
  'vehicle-panel': vehiclePanelTexts,
  'vehicle-picker': vehiclePickerTexts,
  sentences: (_, t) => ({
    offline: t('layout:offline'),
    online: t('layout:online'),
    status: { added: t('layout:added', keepPlaceholders), failed: t('layout:failed') },
    selling: {
      added: t('article:cart.added', keepPlaceholders),
      toCart: t('article:cart.to'),
      retry: t('article:cart.retry'),
      parcel: t('article:cart.parcel', keepPlaceholders),
    },
  }),
};

export interface IslandTexts {
  names: readonly string[];
  /** Address, which changes with the texts. */
  address: string;
  json: string;
}
/** Returns the texts of an island in an edition; null for an island whose texts its pages carry. */
export type IslandTextsOf = (island: string, edition: Edition) => IslandTexts | null;

/** Makes the texts of each island once per edition. */
export function createIslandTexts(texts: Texts): IslandTextsOf {
  const known = new Map<string, IslandTexts>();
  return (island, edition) => {
    const maker = Object.hasOwn(makers, island) ? makers[island] : undefined;
    if (!maker) return null;
    const name = `${edition.locale}/${island}`;
    const cached = known.get(name);
    if (cached) return cached;
    const translated = maker(edition, texts.of(edition).t);
    const json = JSON.stringify(translated);
    const hash = createHash('sha256').update(json).digest('base64url').slice(0, 8);
    const made = { names: Object.keys(translated), address: `/fragments/${name}.${hash}.json`, json };
    known.set(name, made);
    return made;
  };
}
