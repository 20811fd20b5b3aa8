import type { ProvenRule } from './specification-states.js';

const picker = 'test/vehicle-journey.browser.test.ts';
const panel = 'test/vehicle-panel.browser.test.ts';
const errors = 'server/web/http/errors.test.ts';
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

/** Rules of section 5, "Validation". */
export const rules: readonly ProvenRule[] = [
  ['5.1', [boxJourney, 'submitting an empty term sends nothing']],
  [
    '5.2',
    [box, 'suggestions are requested only at trimmed length of at least 2'],
    [box, 'a shorter term empties the suggestion list'],
  ],
  ['5.3', [boxJourney, 'submitting an empty term sends nothing']],
  ['5.4', [inputs, 'HSN: exactly 4 alphanumeric characters; TSN: exactly 3']],
  [
    '5.5',
    [inputs, 'licence plate: two letters, three digits, two letters; or 1-4 digits, 1-3 letters, 1-3 word characters'],
  ],
  [
    '5.6',
    [picker, 'zero results set an error state, several open a modal'],
    [lookup, 'beside the fields, with the focus'],
  ],
  ['5.7', [choice, 'picking a model completes manufacturer, series and model together']],
  ['5.8', ['server/web/routes/routes.test.ts', 'has no page at']],
  ['5.9', [generated, 'the list of shopping links sent to cart generation is cut to the first 50 items']],
  ['5.10', [generated, 'quantities may have a decimal comma']],
  ['5.11', ['server/web/pages/pages.test.ts', 'keeps the delivery country and asks the marketplace for it']],
  ['5.12', ['server/web/reputation/reputation.test.ts', 'only reviews with a non-empty comment are shown, at most 4']],
  ['5.13', ['views/components/stars.test.tsx', 'full stars are floor(rating + 0.25), with a half star']],
];

/** Rules of section 8, "Errors", with those of section 7 on failed calls. */
export const failures: readonly ProvenRule[] = [
  ['8.1', [errors, 'a wrong address has other texts than a missing thing']],
  ['8.2', [errors, 'says that an error of the shop is unexpected and logged']],
  ['8.3', [errors, 'takes the status from %s']],
  ['8.4', [errors, 'has a fallback for an error page that fails']],
  [
    '8.5',
    [picker, 'zero results set an error state, several open a modal'],
    [picker, 'touch at 360 px: the French plate, unknown first, then known'],
  ],
  [
    '8.6',
    [accountsBrowser, 'by keyboard only: not saved, a login hint, logging in, saved; then the offer is gone'],
    [widgets, 'what becomes of a widget: %s'],
  ],
  [
    '8.7',
    ['test/search-box-failure.browser.test.ts', 'the spinner stops, the words stay, and the next letters are answered'],
  ],
  [
    '8.8',
    [panel, 'a failure is no empty list, a lost login says so'],
    [calls, 'every call answers with a problem and its code'],
  ],
  ['8.9', [journey, 'a failed add rolls the count back and says so']],
  [
    '8.10',
    [calls, 'every call answers with a problem and its code'],
    ['server/web/api/calls/cart.test.ts', 'has an empty cart without a session, and does not ask the marketplace'],
  ],
  ['8.11', [calls, 'rating and reviews are empty, cached by nobody, with one line each']],
  [
    '8.12',
    [calls, 'the error page with its code, and one line with the cause'],
    [calls, 'the page appears, is cached by nobody, and one line has the cause'],
    [widgets, 'what becomes of a widget: %s'],
    [widgets, 'a dialog whose content cannot be had leads to its page'],
  ],
];
