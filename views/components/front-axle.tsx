import { type AxleCategories, type AxlePosition, type Position, positions } from '../axle-positions.js';
import { categoryHref } from '../catalogue-links.js';
import { usePage } from '../context.js';
import { isLinked } from '../link-rules.js';
import './front-axle.css';

function Mark({ number, at: [x, y], href }: { number: number; at: Position['at']; href?: string }) {
  const circle = (
    <>
      <circle cx={x} cy={y} r="11" />
      <text x={x} y={y + 4}>
        {number}
      </text>
    </>
  );
  if (!href) return circle;
  return (
    <a href={href} tabIndex={-1}>
      {circle}
    </a>
  );
}

/** The drawing as an entry to the catalogue: its eight positions link to categories. @param drawing its address */
export function FrontAxle({ categories, drawing }: { categories: AxleCategories; drawing: string }) {
  const { t, url } = usePage();
  const hrefOf = (key: AxlePosition): string | undefined => {
    const category = categories[key];
    return category && isLinked('home', 'category', category.popularity)
      ? categoryHref(url, category, null)
      : undefined;
  };
  return (
    <div className="front-axle">
      <svg
        viewBox="30 0 490 400"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
        strokeLinecap="round"
        fillRule="evenodd"
        fontSize="12"
        textAnchor="middle"
        aria-hidden="true"
      >
        <use href={`${drawing}#drawing`} />
        {positions.map(({ key, at }, index) => (
          <Mark key={key} number={index + 1} at={at} href={hrefOf(key)} />
        ))}
      </svg>
      <ol className="axle-positions" aria-label={t('home:axle.label')}>
        {positions.map(({ key }, index) => {
          const href = hrefOf(key);
          const content = (
            <>
              <b aria-hidden="true">{index + 1}</b>
              {t(`home:axle.${key}`)}
            </>
          );
          return <li key={key}>{href ? <a href={href}>{content}</a> : <span>{content}</span>}</li>;
        })}
      </ol>
    </div>
  );
}
