import type { Fit, FitCheck } from '../server/contract/articles.js';
import type { Translate } from './formats.js';

/** Approvals named before the price; the specifications below it list all of them. */
const mostNamed = 3;
function firstOf(value: string): string {
  const all = value.split(', ');
  return all.length > mostNamed ? `${all.slice(0, mostNamed).join(', ')} …` : value;
}

/** What is compared, as it stands on the goods: `Sockel PX26d`; of approvals what is known of them for the vehicle. */
export const checkText = (t: Translate, { key, label, value, unit, state }: FitCheck): string =>
  key === 'approval' && state !== 'unknown'
    ? t(`part:fit.approval.${state}`, { approvals: value })
    : `${label} ${key === 'approval' ? firstOf(value) : value}${unit ? `\u00a0${unit}` : ''}`;

/** Checks that decide; how much there is in it does so where there is nothing else to compare. */
const deciding = (checks: readonly FitCheck[]): readonly FitCheck[] => {
  const others = checks.filter(({ what }) => what !== 'contents');
  return others.length > 0 ? others : checks;
};

/** The state of several checks: one that disagrees decides, then one that nobody knows. */
export function stateOf(checks: readonly FitCheck[]): FitCheck['state'] {
  const has = (wanted: FitCheck['state']): boolean => deciding(checks).some(({ state }) => state === wanted);
  return has('notMet') ? 'notMet' : has('unknown') ? 'unknown' : 'met';
}

/** Whether the approval of the vehicle's maker is known for the goods: it decides about them. */
export const isApprovalKnown = (checks: readonly FitCheck[]): boolean =>
  checks.some(({ key, state }) => key === 'approval' && state !== 'unknown') && stateOf(checks) !== 'unknown';

/** One of five marks (`fit-shapes.ts`): goods that lack what the vehicle needs have that of a part that does not fit (D91). */
export const markOf = ({ state, checks }: Fit): Fit['state'] => (stateOf(checks) === 'notMet' ? 'no' : state);

/** A verdict in one line, with what matters most. @param isBesideData the values stand beside it: names suffice */
export function fitText(t: Translate, { state, notes, checks }: Fit, isBesideData = false): string {
  if (state === 'conditional' && notes.length > 0) return t('part:fit.condition', { condition: notes.join(', ') });
  const worst = stateOf(checks);
  const [first, ...others] = deciding(checks).filter((check) => check.state === worst);
  if (state !== 'universal' || !first) return t(`part:fit.${state}`);
  if (isApprovalKnown(checks)) return checkText(t, first);
  const said = [first, ...others.filter(({ what }) => what === first.what)];
  return t(`part:fit.check.${worst}`, {
    checks: said.map((check) => (isBesideData ? check.label : checkText(t, check))).join(', '),
  });
}
