import type { Fit, FitCheck } from '../../server/contract/articles.js';
import type { Translate } from '../formats.js';

/** What is compared, as it stands on the goods: `Sockel PX26d`. */
export const checkText = ({ label, value, unit }: FitCheck): string =>
  `${label} ${value}${unit ? `\u00a0${unit}` : ''}`;

/** The state of several checks: one that disagrees decides, then one that nobody knows. */
export function stateOf(checks: readonly FitCheck[]): FitCheck['state'] {
  const has = (wanted: FitCheck['state']): boolean => checks.some(({ state }) => state === wanted);
  return has('notMet') ? 'notMet' : has('unknown') ? 'unknown' : 'met';
}

/**
 * A verdict in one line. Of what is to be checked it names what matters most; the article names all of it.
 * @param isBesideData the values stand beside it, so that their names are enough
 */
export function fitText(t: Translate, { state, notes, checks }: Fit, isBesideData = false): string {
  if (state === 'conditional' && notes.length > 0) return t('part:fit.condition', { condition: notes.join(', ') });
  const worst = stateOf(checks);
  const [first, ...others] = checks.filter((check) => check.state === worst);
  if (state !== 'universal' || !first) return t(`part:fit.${state}`);
  const said = [first, ...others.filter(({ what }) => what === first.what)];
  return t(`part:fit.check.${worst}`, {
    checks: said.map((check) => (isBesideData ? check.label : checkText(check))).join(', '),
  });
}
