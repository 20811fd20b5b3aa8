import type { Fit, FitCheck } from '../server/contract/articles.js';
import type { Translate } from './formats.js';

/** Most approvals before the price; the specifications list all. */
const mostNamed = 3;
/** Returns the first approvals. No line breaks inside one, such as `VW 507 00`. */
function approvalsIn(value: string, most: number): string {
  const all = value.replaceAll(/(?<!,) /g, '\u00a0').split(', ');
  return all.length > most ? `${all.slice(0, most).join(', ')} …` : all.join(', ');
}

/** Returns a property to compare, such as `Sockel PX26d`, or the known approvals for the vehicle. */
export const checkText = (t: Translate, { key, label, value, unit, state }: FitCheck): string =>
  key === 'approval' && state !== 'unknown'
    ? t(`part:fit.approval.${state}`, { approvals: approvalsIn(value, Infinity) })
    : `${label} ${key === 'approval' ? approvalsIn(value, mostNamed) : value}${unit ? `\u00a0${unit}` : ''}`;

/** Returns the decisive checks. Contents decide only if there is no other property. */
const deciding = (checks: readonly FitCheck[]): readonly FitCheck[] => {
  const others = checks.filter(({ what }) => what !== 'contents');
  return others.length > 0 ? others : checks;
};

/** Returns the state of several checks: the worst one decides. */
export function stateOf(checks: readonly FitCheck[]): FitCheck['state'] {
  const has = (wanted: FitCheck['state']): boolean => deciding(checks).some(({ state }) => state === wanted);
  return has('notMet') ? 'notMet' : has('unknown') ? 'unknown' : 'met';
}

/** Returns whether the approvals for the vehicle are known, so that they decide. */
export const isApprovalKnown = (checks: readonly FitCheck[]): boolean =>
  checks.some(({ key, state }) => key === 'approval' && state !== 'unknown') && stateOf(checks) !== 'unknown';

/** Returns one of the five marks. Goods that the vehicle excludes are marked as parts that do not fit (D91). */
export const markOf = ({ state, checks }: Fit): Fit['state'] => (stateOf(checks) === 'notMet' ? 'no' : state);

/** Returns a verdict in one line. @param isBesideData the values are visible, so their names suffice */
export function fitText(t: Translate, { state, notes, checks }: Fit, isBesideData = false): string {
  if (state === 'conditional' && notes.length > 0) return t('part:fit.condition', { condition: notes.join(', ') });
  const worst = stateOf(checks);
  const [first, ...others] = deciding(checks).filter((check) => check.state === worst);
  if (state !== 'universal' || !first) return t(`part:fit.${state}`);
  if (isApprovalKnown(checks)) return checkText(t, first);
  const alike = [first, ...others.filter(({ what }) => what === first.what)];
  return t(`part:fit.check.${worst}`, {
    checks: alike.map((check) => (isBesideData ? check.label : checkText(t, check))).join(', '),
  });
}
