import type { Fit } from '../../server/contract/articles.js';
import { usePage } from '../context.js';
import { fitTones } from '../fit-shapes.js';
import { fitText, markOf } from '../fit-text.js';
import { Icon } from '../icons.js';
import './fit-mark.css';

interface Props {
  fit: Fit;
  /** The properties of the part are shown beside the mark. */
  isBesideData?: boolean;
  /** Id of the product. With a condition, the loader checks whether the visitor has answered it (P155). */
  id?: string;
}

/** Whether the part fits, by shape, words and colour. The page has the icons in a sprite. */
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
