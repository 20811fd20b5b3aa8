import type { OeNumbers as Numbers } from '../../../server/contract/articles.js';
import { usePage } from '../../context.js';
import './oe-numbers.css';

/** Numbers of the car makers. Each links to its search, but not for crawlers. */
export function OeNumbers({ numbers }: { numbers: Numbers }) {
  const { t, url } = usePage();
  return (
    <>
      <p className="small soft space-above">{t('article:oe.note')}</p>
      <dl className="oe-numbers">
        {numbers.map((maker) => (
          <div key={maker.manufacturer}>
            <dt>{maker.manufacturer}</dt>
            <dd>
              {maker.numbers.map((number) => (
                <a className="number" rel="nofollow" href={url('partNumber', { number })} key={number}>
                  {number}
                </a>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
