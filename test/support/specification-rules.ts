import type { Row } from './specification-states.js';

const picker = 'test/vehicle-journey.browser.test.ts';
const panel = 'test/vehicle-panel.browser.test.ts';
const faults = 'server/web/http/faults.test.ts';
const calls = 'test/failing-calls.test.ts';
const widgets = 'test/failing-widgets.browser.test.ts';
const inputs = 'server/contract/vehicle-inputs.test.ts';
const choice = 'views/islands/vehicle-choice.model.test.ts';
const lookup = 'server/web/pages/vehicle-lookup.test.ts';
const box = 'views/islands/search-box.model.test.ts';
const boxJourney = 'test/search-box.browser.test.ts';
const journey = 'test/journey.browser.test.ts';
const generated = 'server/web/pages/generated-items.test.ts';
const accountsBrowser = 'test/accounts.browser.test.ts';

/** Section 5, "Validation rules", sentence by sentence. */
export const rules: readonly Row[] = [
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
    ['server/web/routes/routes.test.ts', 'has no page at'],
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
    ['server/web/pages/pages.test.ts', 'keeps the delivery country and asks the marketplace for it'],
  ],
  [
    'Only reviews with a non-empty comment are kept, at most 4.',
    ['server/web/reputation/reputation.test.ts', 'only reviews with a non-empty comment are kept, at most 4'],
  ],
  [
    'Stars: full stars = floor(rating + 0.25); a half star when the fraction lies in [0.25, 0.75).',
    ['views/components/stars.test.tsx', 'full stars are floor(rating + 0.25), with a half star'],
  ],
];

/** Section 8, "Error catalogue", sentence by sentence, with what section 7 says of calls that fail. */
export const failures: readonly Row[] = [
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
    ['test/search-box-failure.browser.test.ts', 'the marketplace answers with: %s'],
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
    ['server/web/api/calls/cart-forms.test.ts', 'has an empty cart without a session, and asks nobody'],
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
