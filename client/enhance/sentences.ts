import { all, page } from './page.js';

/** Sentences that scripts show, in the language of the page; `{{…}}` are placeholders. */
interface Sentences {
  offline: string;
  online: string;
  /** Attributes of the live region. */
  status: Record<'added' | 'failed', string>;
  /** Attributes of the place that pages have which sell. */
  selling: Record<'added' | 'toCart' | 'retry' | 'parcel', string>;
}

/**
 * The sentences, or null if they could not be loaded. They load with this script, because nothing can be loaded once
 * the connection is lost. A file of the edition has them, so that no page carries them.
 */
export const sentences = fetch(page.src?.match(/\S+\/sentences\S+/)?.[0] ?? '')
  .then((response) => response.json() as Promise<Sentences>)
  .catch(() => null);

/** Writes the sentences into the attributes where scripts look for them. Rejects if they could not be loaded. */
export const sentencesWritten: Promise<unknown> = sentences.then((known) => {
  if (!known) throw new Error('no sentences');
  for (const region of all('data-status')) Object.assign(region.dataset, known.status);
  for (const section of all('data-goes-with')) Object.assign(section.dataset, known.selling);
});
// Pages that sell nothing use no sentence, so nobody handles the rejection there.
sentencesWritten.catch(() => {});
