import { isMarkup } from '../../contract/text-overrides.js';
import { withOffers } from '../import/served-products.js';
import { cleanHtml } from '../import/values.js';
import { type TextOverride, textOverridesOf } from '../offer-store/text-overrides.js';
import { UsageError } from '../program/run-command.js';
import { serveTextOverrides } from '../text-overrides/serve-text-overrides.js';
import type { CommandInput } from './command-input.js';
import { withState } from './open-state.js';

/** Cleans markup as feeds do; other texts are escaped when they are shown. */
const cleaned = ({ field, text }: TextOverride): string => (isMarkup(field) ? cleanHtml(text) : text);

/**
 * `list` prints replaced texts as lines of JSON. `serve` makes the shop of the folder show them, as a running shop does
 * by itself.
 * @throws UsageError
 */
export async function textOverridesCommand({ words: [action], say, ...place }: CommandInput): Promise<void> {
  if (action !== 'list' && action !== 'serve')
    throw new UsageError(`text-overrides takes list or serve, found "${action ?? ''}".`);
  const textOverrides = await withState(place, textOverridesOf);
  if (action === 'list') {
    for (const each of textOverrides) say(JSON.stringify(each));
    return;
  }
  withOffers(place, (writer) => say(`${serveTextOverrides(writer, textOverrides, cleaned)} texts are others now.`));
}
