import { expect, test } from 'vitest';
import { approvalsOf, approvalWord, withApprovalWords } from './approvals.js';

test.each([
  ['VW 504.00/507.00, MB-Freigabe 229.51', ['VW 504 00', 'VW 507 00', 'MB 229.51']],
  ['504 00 507 00', ['VW 504 00', 'VW 507 00']],
  ['VW50700; mb 229 51 | BMW Longlife-04', ['VW 507 00', 'MB 229.51', 'BMW LL-04']],
  ['BMW LL-17 FE+, LL 12', ['BMW LL-17 FE+', 'BMW LL-12']],
  ['acea a3/b4, C3', ['ACEA A3/B4', 'ACEA C3']],
  ['API SN, api gl5, API CK-4', ['API SN', 'API GL-5', 'API CK-4']],
  ['WSS-M2C913-D, rn0720, B71 2290, dexos 2', ['Ford WSS-M2C913-D', 'Renault RN0720', 'PSA B71 2290', 'GM dexos2']],
  ['VW 507 00, vw 507.00', ['VW 507 00']],
  ['VW TL 774, DOT 4', ['VW TL 774', 'DOT 4']],
  // Words beside an approval may deny it.
  ['nicht VW 504.00, VW 507.00', ['nicht VW 504.00', 'VW 507 00']],
  ['', []],
])('"%s" is stored as %j', (written, approvals) => {
  expect(approvalsOf(written)).toEqual(approvals);
  // Approvals in canonical spelling stay unchanged.
  expect(approvalsOf(approvals.join(', '))).toEqual(approvals);
});

const known = new Set(['VW 504 00', 'VW 507 00', 'MB 229.51', 'BMW LL-04', 'ACEA C3'].map(approvalWord));

test.each([
  ['motoröl vw 507.00', 'motoröl vwfahaax'],
  ['504 00 507 00', 'vwfaeaax vwfahaax'],
  ['vw-norm 504.00 öl', 'vwfaeaax öl'],
  ['vw50700', 'vwfahaax'],
  ['öl mb 229.51', 'öl mbccjfbx'],
  ['Longlife 04', 'bmwllaex'],
  ['acea c3 5w30', 'aceacdx 5w30'],
  // No goods have this approval, so the number stays.
  ['vw 508 00', 'vw 508 00'],
  ['citroen c3 ölfilter', 'citroen c3 ölfilter'],
  ['1K0 501 01', '1K0 501 01'],
  ['audi a3 bremsen', 'audi a3 bremsen'],
])('a search for "%s" becomes "%s"', (term, words) => {
  expect(withApprovalWords(term, known)).toBe(words);
});
