import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { root } from './support/catalogue.js';

/** A file of tests, and words of the title of the one that proves the sentence. */
type Proof = readonly [file: string, title: string];

const picker = 'test/vehicle-journey.test.ts';
const panel = 'test/vehicle-panel.test.ts';
const faults = 'server/faults.test.ts';
const calls = 'test/failing-calls.test.ts';
const widgets = 'test/failing-widgets.test.ts';
const inputs = 'server/api/contract/vehicle-inputs.test.ts';
const choice = 'views/islands/vehicle-choice.model.test.ts';
const lookup = 'server/vehicle-lookup.test.ts';
const box = 'views/islands/search-box.model.test.ts';
const boxJourney = 'test/search-box.test.ts';
const header = 'test/header.test.ts';
const first = 'test/first-use.test.ts';
const journey = 'test/journey.test.ts';
const generated = 'server/actions/generated-items.test.ts';
const crossSelling = 'test/cross-selling.test.ts';
const filters = 'views/islands/listing-filter.model.test.ts';
const documents = 'views/components/article/documents.test.ts';
const consent = 'server/consent/consent.test.ts';
const external = 'test/external-content.test.ts';
const experiments = 'server/experiments/experiments.test.ts';
const accounts = 'test/accounts.test.ts';
const accountsBrowser = 'test/accounts-browser.test.ts';

/** Section 4, "States and transitions", sentence by sentence. */
const states: readonly (readonly [sentence: string, ...proofs: Proof[]])[] = [
  ['Vehicle panel: open or closed.', [choice, 'open or closed; opening it does not open the catalogue']],
  [
    'The vehicle catalogue inside is open or closed; it closes when the vehicle changes or the panel closes.',
    [choice, 'the catalogue closes when the panel closes'],
    [choice, 'the catalogue closes when the vehicle changes'],
  ],
  [
    'Setting the catalogue active sets both flags the same.',
    [choice, 'setting the catalogue active sets both flags the same'],
  ],
  [
    'Vehicle state operations: set whole; set from a series; reset; change manufacturer, series or model alone.',
    [choice, 'set whole'],
    [choice, 'set from a series clears model and series family'],
    [choice, 'reset'],
    [choice, 'change manufacturer alone'],
    [choice, 'change series alone'],
    [choice, 'change model alone'],
  ],
  [
    'Picking a manufacturer clears stored HSN, TSN and licence values, loads its series, and resets series and model.',
    [choice, 'picking a manufacturer clears stored HSN, TSN and licence values, and resets series and model'],
    [picker, 'picking a manufacturer clears HSN and TSN'],
  ],
  [
    'Picking a series loads models. Picking a model navigates.',
    [choice, 'picking a series resets the model and leaves what is typed'],
    [picker, 'keyboard only: manufacturer, series, model; choosing a model submits automatically'],
  ],
  [
    'A previously chosen vehicle preselects manufacturer and series.',
    [panel, 'a previously chosen vehicle preselects manufacturer and series, on the page and in the panel'],
  ],
  [
    'A valid HSN (4 chars) clears the TSN and moves focus to the TSN field.',
    [choice, 'a valid HSN clears the TSN'],
    [picker, 'keyboard only: HSN and TSN of one vehicle; the focus moves on'],
  ],
  [
    'A valid TSN (3 chars) triggers the lookup. One result is taken automatically.',
    [picker, 'the one result is taken automatically'],
    [lookup, 'one result is taken: 303 to the model page (D10)'],
  ],
  [
    'Zero results sets an error state and keeps the submit button disabled. Several results open a modal for choosing.',
    [picker, 'zero results set an error state, several open a modal'],
    [lookup, 'several results are a list of links with name, power in kW/PS and period'],
  ],
  [
    'The submit button stays disabled until a lookup has matched.',
    [picker, 'zero results set an error state, several open a modal'],
  ],
  [
    'Saving a vehicle: not saved, then saved on success; on failure a login hint is shown.',
    [accountsBrowser, 'by keyboard only: not saved, a login hint, logging in, saved; then the offer is gone'],
    [accounts, 'if saving fails, the user is asked to log in; after it the vehicle is saved'],
  ],
  [
    'Saving is offered only when a model is chosen, the vehicle is not yet saved, and the country is DE or AT.',
    [accountsBrowser, 'saving is offered only when a model is chosen and the country is DE or AT'],
    [accountsBrowser, 'saved; then the offer is gone'],
  ],
  [
    'Search suggestions: shown on focus; hidden 400 ms after blur.',
    [box, 'suggestions are shown on focus'],
    [box, 'suggestions are hidden 400 ms after blur'],
    [boxJourney, 'shown on focus, hidden after blur'],
  ],
  [
    'Arrow keys move focus through the list; past the last entry focus returns to none.',
    [box, 'arrow keys move focus through the list; past the last entry focus returns to none'],
  ],
  [
    'Enter with none focused submits the form; with a focused entry it opens that category.',
    [boxJourney, 'Enter with none focused submits the form'],
    [boxJourney, 'past the last entry focus returns to none, Enter opens the entry'],
  ],
  [
    'Delivery country: choosing a different one stores it (cookie) and reloads the page; choosing the same one only closes the dialog.',
    [header, 'choosing a different one stores it in a strict cookie for path / and reloads the page'],
    [header, 'choosing the same one only closes the dialog'],
  ],
  [
    'A change is applied only if the code is in the supported list.',
    ['server/pages.test.ts', 'keeps the delivery country and asks the marketplace for it'],
  ],
  [
    'Navigation overlay: one top level and one sub level open at a time; selecting the open one closes it.',
    [header, 'one top level and one sub level open at a time; selecting the open one closes it'],
  ],
  [
    'Loading bar: starts after a 200 ms delay, advances to 100, hides 500 ms after finish.',
    [first, 'starts after a 200 ms delay, advances to 100, hides 500 ms after finish'],
  ],
  [
    'Page errors switch to the error page. A failed chunk load reloads the page.',
    ['server/faults.test.ts', 'still answers when everything is broken, error page included'],
    ['server/faults.test.ts', 'has a page of its own for an error page that fails'],
    [journey, 'a file that fails to load reloads the page once per build, then the form works plainly'],
  ],
  [
    'Cart count: on add, the count rises at once by the quantity; if the add fails it is reduced back.',
    [crossSelling, 'on add, the count rises at once by the quantity; if the add fails it is reduced back'],
    [journey, 'a failed add rolls the count back and says so'],
  ],
  [
    'On success cross-selling data for the offer and model is fetched. Cross-selling data can be reset to none.',
    [crossSelling, 'on success cross-selling data for the offer and model is fetched; it can be reset to none'],
  ],
  [
    'Filter model: select adds a value (delivery country replaces); deselect removes; set replaces all values of a key; unset clears the key.',
    [filters, 'select adds a value'],
    [filters, 'delivery country replaces'],
    [filters, 'deselect removes'],
    [filters, 'set replaces all values of a key'],
    [filters, 'unset clears the key'],
  ],
  [
    'Reset clears all filters except delivery country and forces reload at next initialisation.',
    [filters, 'reset clears all filters except delivery country and forces reload at next initialisation'],
  ],
  [
    'Initialisation rebuilds chosen values from attributes marked active, unless filters are already present and no reload is forced.',
    [filters, 'initialisation rebuilds chosen values from attributes marked active'],
    [filters, 'unless filters are already present and no reload is forced'],
  ],
  [
    'Article documents are de-duplicated by document number and, for language-neutral ones, by document type.',
    [documents, 'are de-duplicated by document number'],
    [documents, 'that are language-neutral are de-duplicated by document type as well'],
  ],
  [
    'Consent per external content domain is accepted or denied; both consent cookies are rewritten on change.',
    [consent, 'is accepted or denied for all, and kept in a cookie for a year'],
    [consent, 'rewrites both consent cookies on change, for one domain without touching the others'],
  ],
  [
    'A cookie with one-year lifetime holds consent; the default accepted domains are two content-delivery hosts.',
    [consent, 'is accepted or denied for all, and kept in a cookie for a year'],
    [consent, 'the default accepted domains are the two image hosts'],
  ],
  [
    'Nine external hosts may not be embedded on article pages.',
    [consent, 'nine external hosts may not be embedded on article pages'],
    [external, 'nothing of a blocked host is loaded before it is allowed'],
  ],
  [
    'Locale: detected from the locale cookie, then the browser language, then a fallback. The locale cookie lasts 365 days.',
    ['server/pages.test.ts', 'chooses an edition for the bare address only'],
    [first, 'the locale cookie lasts 365 days'],
  ],
  [
    'An experiment can be switched on; a flag is then kept in state.',
    [experiments, 'is switched on by the service for a visitor identified by session id and country'],
  ],
  [
    'Experiment key and variation id are reported to a tag manager.',
    [experiments, 'reports experiment key and variation only after consent'],
    [external, 'and then the document, the badge and the tag manager'],
  ],
];

/** Section 5, "Validation rules", sentence by sentence. */
const rules: readonly (readonly [sentence: string, ...proofs: Proof[]])[] = [
  ['Search term is trimmed; the field is required.', [boxJourney, 'submitting an empty term sends nothing']],
  [
    'Suggestions are requested only at trimmed length of at least 2; shorter empties the suggestion list.',
    [box, 'suggestions are requested only at trimmed length of at least 2'],
    [box, 'a shorter term empties the suggestion list'],
  ],
  ['Submitting an empty term sends nothing.', [boxJourney, 'submitting an empty term sends nothing']],
  [
    'HSN: exactly 4 alphanumeric characters, required. TSN: exactly 3 alphanumeric characters, required.',
    [inputs, 'HSN: exactly 4 alphanumeric characters; TSN: exactly 3'],
  ],
  [
    'Licence plate (France) must match either of two forms.',
    [inputs, 'licence plate: two letters, three digits, two letters; or 1-4 digits, 1-3 letters, 1-3 word characters'],
  ],
  [
    'HSN, TSN and plate inputs show an error state (red border and message).',
    [picker, 'zero results set an error state, several open a modal'],
    [lookup, 'beside the fields, with the focus'],
  ],
  [
    'Dropdown vehicle selection needs manufacturer, series and model together.',
    [choice, 'picking a model completes manufacturer, series and model together'],
  ],
  [
    'Route ids manufacturerId, seriesPageId, categoryId, brandId must be digits; modelId must be word characters.',
    ['server/routes.test.ts', 'has no page at'],
  ],
  [
    'The list of shopping links sent to cart generation is cut to the first 50 items.',
    [generated, 'the list of shopping links sent to cart generation is cut to the first 50 items'],
  ],
  [
    'Decimal strings are parsed with a comma as decimal point.',
    [generated, 'decimal strings are parsed with a comma as decimal point'],
  ],
  [
    'Delivery country must be in the supported list, otherwise ignored.',
    ['server/pages.test.ts', 'keeps the delivery country and asks the marketplace for it'],
  ],
  [
    'Only reviews with a non-empty comment are kept, at most 4.',
    ['server/reputation/reputation.test.ts', 'only reviews with a non-empty comment are kept, at most 4'],
  ],
  [
    'Stars: full stars = floor(rating + 0.25); a half star when the fraction lies in [0.25, 0.75).',
    ['views/components/stars.test.tsx', 'full stars are floor(rating + 0.25), with a half star'],
  ],
];

/** Section 8, "Error catalogue", sentence by sentence, with what section 7 says of calls that fail. */
const failures: readonly (readonly [sentence: string, ...proofs: Proof[]])[] = [
  [
    '404: "not found", "requested page not found", "check entry and retry". Unknown route: 404 "This page could not be found".',
    [faults, 'an address without a page has other words than a page without its thing'],
  ],
  [
    '503, 500 and other errors: "unexpected error" and "error is logged".',
    [faults, 'says that a fault of ours is unexpected and logged'],
  ],
  ['Status code is taken from the error, else from the response, else 500.', [faults, 'takes the status from %s']],
  [
    'If the error page itself fails: a fallback with a link to home.',
    [faults, 'has a page of its own for an error page that fails'],
  ],
  [
    'HSN/TSN without match: its text. Licence plate without match: the licenseUnknown text.',
    [picker, 'zero results set an error state, several open a modal'],
    [picker, 'touch at 360 px: the French plate, unknown first, then known'],
  ],
  [
    'Failed save of vehicle: login hint.',
    [accountsBrowser, 'by keyboard only: not saved, a login hint, logging in, saved; then the offer is gone'],
    [widgets, 'what becomes of a widget: %s'],
  ],
  [
    'Failed suggestion call: only the spinner stops.',
    ['test/search-box-failure.test.ts', 'the marketplace answers with: %s'],
  ],
  [
    'Failed saved-vehicles fetch: empty list.',
    [panel, 'a failure is no empty list, a lost login says so'],
    [calls, 'every call answers with a problem and its code'],
  ],
  ['Failed add to cart: count rolled back, no message.', [journey, 'a failed add rolls the count back and says so']],
  [
    'Session failure: logged, 10 used.',
    [calls, 'every call answers with a problem and its code'],
    ['server/cart-forms.test.ts', 'has an empty cart without a session, and asks nobody'],
  ],
  [
    'Rating failure: null. Reviews failure: empty list.',
    [calls, 'rating and reviews are none, kept by nobody, with one line each'],
  ],
  [
    'Most other calls log the error and return an empty fallback.',
    [calls, 'the error page with its code, and one line with the cause'],
    [calls, 'the page stands, is kept by nobody, and one line tells the cause'],
    [widgets, 'what becomes of a widget: %s'],
    [widgets, 'a dialog whose content cannot be had leads to its page'],
  ],
];

const all = [...states, ...rules, ...failures];
const sources = new Map<string, string>();
const sourceOf = (file: string): string => {
  const source = sources.get(file) ?? readFileSync(join(root, file), 'utf8');
  sources.set(file, source);
  return source;
};

test.each(all)('%s', (_, ...proofs) => {
  expect(proofs.length).toBeGreaterThan(0);
  for (const [file, title] of proofs) {
    const titles = sourceOf(file)
      .split('\n')
      .filter((line) => /\b(test|it|describe)\b|^\s*(\](?: as const)?\)\()?['"`]/.test(line));
    expect({ file, title, isThere: titles.some((line) => line.includes(title)) }).toEqual({
      file,
      title,
      isThere: true,
    });
  }
});
