import type { Fit } from '../../server/contract/articles.js';
import { usePage } from '../context.js';
import { fitTones } from '../fit-shapes.js';
import { fitText, markOf } from '../fit-text.js';
import { Icon } from '../icons.js';
import './fit-mark.css';

interface Props {
  fit: Fit;
  /** What the part is like stands beside the mark. */
  isBesideData?: boolean;
  /** Id of the product. If its fit depends on a condition, the loader looks for the visitor's answer (P155). */
  id?: string;
}

/** Does the part fit? Shape first, then words, then colour. The page carries the icons in a sprite. */
export function FitMark({ fit, isBesideData, id }: Props) {
  const { t } = usePage();
  const mark = markOf(fit);
  return (
    <span className={`fit-mark ${fitTones[mark]}`} data-if={fit.state === 'conditional' ? id : undefined}>
      <Icon name={mark} />
      {fitText(t, fit, isBesideData)}
    </span>
  );
}
