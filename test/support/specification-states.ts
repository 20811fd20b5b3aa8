/** A file of tests, and words of the titles of those that prove the sentence; `%s` is any. */
type Proof = readonly [file: string, title: string];
/** A sentence of the specification and what proves it. */
export type Row = readonly [sentence: string, ...proofs: Proof[]];

const picker = 'test/vehicle-journey.browser.test.ts';
const panel = 'test/vehicle-panel.browser.test.ts';
const choice = 'views/islands/vehicle-choice.model.test.ts';
const lookup = 'server/web/pages/vehicle-lookup.test.ts';
const box = 'views/islands/search-box.model.test.ts';
const boxJourney = 'test/search-box.browser.test.ts';
const header = 'test/header.browser.test.ts';
const first = 'test/first-use.browser.test.ts';
const journey = 'test/journey.browser.test.ts';
const crossSelling = 'test/cross-selling.browser.test.ts';
const filters = 'views/islands/listing-filter.model.test.ts';
const documents = 'views/components/article/documents.test.ts';
const consent = 'server/web/consent/consent.test.ts';
const external = 'test/external-content.browser.test.ts';
const experiments = 'server/web/experiments/experiments.test.ts';
const accounts = 'test/accounts.test.ts';
const accountsBrowser = 'test/accounts.browser.test.ts';

/** Section 4, "States and transitions", sentence by sentence. */
export const states: readonly Row[] = [
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
    ['server/web/pages/pages.test.ts', 'keeps the delivery country and asks the marketplace for it'],
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
    ['server/web/http/faults.test.ts', 'still answers when everything is broken, error page included'],
    ['server/web/http/faults.test.ts', 'has a page of its own for an error page that fails'],
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
    ['server/web/pages/pages.test.ts', 'chooses an edition for the bare address only'],
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
