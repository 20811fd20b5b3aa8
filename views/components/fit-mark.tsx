import type { ReactNode } from 'react';
import type { Fit } from '../../server/api/contract.js';
import { usePage } from '../context.js';
import { Icon } from '../layout/icons.js';
import './fit-mark.css';

/** Colour of a verdict; its shape says the same. */
export const fitColour = { fits: 'ok', conditional: 'warn', no: 'bad', unknown: 'soft' } as const;

/** Does the part fit? Shape first, then words, then colour. The page carries the icons in a sprite. */
export function FitMark({ fit: { state, notes } }: { fit: Fit }): ReactNode {
  const { t } = usePage();
  const words =
    state === 'conditional' && notes.length > 0
      ? t('part:fit.condition', { condition: notes.join(', ') })
      : t(`part:fit.${state}`);
  return (
    <span className={`fit ${fitColour[state]}`}>
      <Icon name={state} />
      {words}
    </span>
  );
}
