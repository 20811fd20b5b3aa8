/** A test file, and words of the titles that prove a rule; `%s` matches anything. */
type Proof = readonly [file: string, title: string];
/** The number of a rule in docs/specification.md with its proofs. */
export type ProvenRule = readonly [number: string, ...proofs: Proof[]];

const picker = 'test/vehicle-journey.browser.test.ts';
const panel = 'test/vehicle-panel.browser.test.ts';
const own = 'test/own-vehicle.browser.test.ts';
const kept = 'test/kept-vehicle.browser.test.ts';
const backForward = 'test/back-forward.browser.test.ts';
const choice = 'views/islands/vehicle-choice.model.test.ts';
const lookup = 'server/web/pages/vehicle-lookup.test.ts';
const box = 'views/islands/search-box.model.test.ts';
const boxJourney = 'test/search-box.browser.test.ts';
const header = 'test/header.browser.test.ts';
const first = 'test/first-use.browser.test.ts';
const journey = 'test/journey.browser.test.ts';
const crossSelling = 'test/cross-selling.browser.test.ts';
const filters = 'views/islands/listing-filter.model.test.ts';
const listChoice = 'test/listing-filter.browser.test.ts';
const documents = 'views/components/article/documents.test.ts';
const consent = 'server/web/consent/consent.test.ts';
const external = 'test/external-content.browser.test.ts';
const experiments = 'server/web/experiments/experiments.test.ts';
const accounts = 'test/accounts.test.ts';
const accountsBrowser = 'test/accounts.browser.test.ts';

/** Rules of section 4, "States and transitions". */
export const states: readonly ProvenRule[] = [
  ['4.1', [choice, 'open or closed; opening it does not open the catalogue']],
  [
    '4.2',
    [choice, 'the catalogue closes when the panel closes'],
    [choice, 'the catalogue closes when the vehicle changes'],
  ],
  ['4.3', [choice, 'setting the catalogue active sets both flags the same']],
  [
    '4.4',
    [choice, 'set whole'],
    [choice, 'set from a series clears model and series family'],
    [choice, 'reset'],
    [choice, 'change manufacturer alone'],
    [choice, 'change series alone'],
    [choice, 'change model alone'],
  ],
  [
    '4.5',
    [choice, 'picking a manufacturer clears stored HSN, TSN and licence values, and resets series and model'],
    [picker, 'picking a manufacturer clears HSN and TSN'],
  ],
  [
    '4.6',
    [choice, 'picking a series resets the model and leaves what is typed'],
    [picker, 'keyboard only: manufacturer, series, model; choosing a model submits automatically'],
    [kept, 'keys step through a closed list of models; Enter, or leaving it, takes the one that it shows'],
  ],
  ['4.7', [panel, 'a previously chosen vehicle preselects manufacturer and series, on the page and in the panel']],
  [
    '4.8',
    [choice, 'a valid HSN clears the TSN'],
    [picker, 'keyboard only: HSN and TSN of one vehicle; the focus moves on'],
  ],
  [
    '4.9',
    [picker, 'the one result is taken automatically'],
    [lookup, 'one result is taken: 303 to the model page (D10)'],
  ],
  [
    '4.10',
    [picker, 'zero results set an error state, several open a modal'],
    [lookup, 'several results are a list of links with name, power in kW/PS and period'],
  ],
  ['4.11', [picker, 'zero results set an error state, several open a modal']],
  [
    '4.12',
    [accountsBrowser, 'by keyboard only: not saved, a login hint, logging in, saved; then the offer is gone'],
    [accounts, 'if saving fails, the user is asked to log in; after it the vehicle is saved'],
  ],
  [
    '4.13',
    [accountsBrowser, 'saving is offered only when a model is chosen and the country is DE or AT'],
    [accountsBrowser, 'saved; then the offer is gone'],
  ],
  [
    '4.14',
    [box, 'suggestions are shown on focus'],
    [box, 'suggestions are hidden 400 ms after blur'],
    [boxJourney, 'shown on focus, hidden after blur'],
  ],
  ['4.15', [box, 'arrow keys move focus through the list; past the last entry focus returns to none']],
  [
    '4.16',
    [boxJourney, 'Enter with none focused submits the form'],
    [boxJourney, 'past the last entry focus returns to none, Enter opens the entry'],
  ],
  [
    '4.17',
    [header, 'choosing a different one stores it in a strict cookie for path / and reloads the page'],
    [header, 'choosing the same one only closes the dialog'],
  ],
  ['4.18', ['server/web/pages/pages.test.ts', 'keeps the delivery country and asks the marketplace for it']],
  ['4.19', [header, 'one top level and one sub level open at a time; selecting the open one closes it']],
  ['4.20', [first, 'starts after a 200 ms delay, advances to 100, hides 500 ms after finish']],
  [
    '4.21',
    ['server/web/http/errors.test.ts', 'still answers when everything is broken, error page included'],
    ['server/web/http/errors.test.ts', 'has a fallback for an error page that fails'],
    [journey, 'a file that fails to load reloads the page once per build, then the form works plainly'],
  ],
  [
    '4.22',
    [crossSelling, 'on add, the count rises at once by the quantity; if the add fails it is reduced back'],
    [journey, 'a failed add rolls the count back and says so'],
  ],
  ['4.23', [crossSelling, 'on success cross-selling data for the offer and model is fetched; it can be reset to none']],
  [
    '4.24',
    [filters, 'select adds a value'],
    [filters, 'delivery country replaces'],
    [filters, 'deselect removes'],
    [filters, 'set replaces all values of a key'],
    [filters, 'unset clears the key'],
  ],
  ['4.25', [filters, 'reset clears all filters except delivery country and forces reload at next initialisation']],
  [
    '4.26',
    [filters, 'initialisation rebuilds chosen values from attributes marked active'],
    [filters, 'unless filters are already present and no reload is forced'],
  ],
  [
    '4.27',
    [documents, 'are de-duplicated by document number'],
    [documents, 'that are language-neutral are de-duplicated by document type as well'],
  ],
  [
    '4.28',
    [consent, 'is accepted or denied for all, and stored in a cookie for a year'],
    [consent, 'rewrites both consent cookies on change, for one domain without touching the others'],
  ],
  [
    '4.29',
    [consent, 'is accepted or denied for all, and stored in a cookie for a year'],
    [consent, 'the default accepted domains are the two image hosts'],
  ],
  [
    '4.30',
    [consent, 'nine external hosts may not be embedded on article pages'],
    [external, 'nothing of a blocked host is loaded before it is allowed'],
  ],
  [
    '4.31',
    ['server/web/pages/pages.test.ts', 'chooses an edition for the bare address only'],
    [first, 'the locale cookie lasts 365 days'],
  ],
  ['4.32', [experiments, 'is switched on by the service for a visitor identified by session id and country']],
  [
    '4.33',
    [experiments, 'reports experiment key and variation only after consent'],
    [external, 'and then the document, the badge and the tag manager'],
  ],
  [
    '4.34',
    [own, 'leads to its parts for the kept vehicle in one tap, and shows the verdicts; nothing moves (%s px)'],
    [own, 'an article says whether it fits, and goes into the cart for the kept vehicle'],
    [own, 'from home on a phone, which shows it and leads on with it'],
    [own, 'by keyboard, from a promotion, the axle, a crumb and an article of a list; pages and filters stay neutral'],
  ],
  [
    '4.35',
    [kept, 'in two tabs'],
    [backForward, 'a page that comes back is as of now: with the vehicle chosen since, and no panel open'],
    [kept, 'after a language switch, in the words of the edition and leading into it'],
  ],
  [
    '4.36',
    [kept, 'a page that is opened from elsewhere offers its vehicle and does not replace the kept one'],
    [kept, 'a model that is followed from our own page of its series, or picked, replaces it'],
  ],
  [
    '4.37',
    [listChoice, 'a filter beside the list and an order take effect at once, in place, and nothing moves'],
    [listChoice, 'arrow keys step through the orders, and leaving the select or Enter takes one'],
  ],
  [
    '4.38',
    ['test/condition-answers.browser.test.ts', 'is kept with the car, and turns its marks until it is taken back'],
  ],
];
