import { createHash } from 'node:crypto';
import type { ViewEdition } from '../../../views/context.js';
import { cartWords } from '../../../views/islands/cart-lines.props.js';
import { listingFilterWords } from '../../../views/islands/listing-filter.props.js';
import { searchBoxWords } from '../../../views/islands/search-box.props.js';
import { vehiclePanelWords } from '../../../views/islands/vehicle-panel.props.js';
import { vehiclePickerWords } from '../../../views/islands/vehicle-picker.props.js';
import type { Translate } from '../../../views/words.js';
import type { Edition } from '../routes/editions.js';
import type { Texts } from '../texts/texts.js';

/** Props of an island that are the same on every page of an edition: a page names them instead of carrying them. */
const makers: Readonly<Record<string, (edition: ViewEdition, t: Translate) => object>> = {
  'cart-lines': (_, t) => cartWords(t),
  'listing-filter': (_, t) => listingFilterWords(t),
  'search-box': (_, t) => searchBoxWords(t),
  'vehicle-panel': vehiclePanelWords,
  'vehicle-picker': vehiclePickerWords,
};

export interface IslandWords {
  /** Names of the props. */
  names: readonly string[];
  /** Where the browser gets them; changes when they do. */
  address: string;
  json: string;
}
/** Words of an island in an edition; null where the page carries all that the island says. */
export type WordsOf = (island: string, edition: Edition) => IslandWords | null;

/** Words of all islands, put together once for each edition. */
export function createIslandWords(texts: Texts): WordsOf {
  const known = new Map<string, IslandWords>();
  return (island, edition) => {
    const maker = Object.hasOwn(makers, island) ? makers[island] : undefined;
    if (!maker) return null;
    const name = `${edition.locale}/${island}`;
    const kept = known.get(name);
    if (kept) return kept;
    const words = maker(edition, texts.of(edition).t);
    const json = JSON.stringify(words);
    const hash = createHash('sha256').update(json).digest('base64url').slice(0, 8);
    const made = { names: Object.keys(words), address: `/fragments/${name}.${hash}.json`, json };
    known.set(name, made);
    return made;
  };
}
