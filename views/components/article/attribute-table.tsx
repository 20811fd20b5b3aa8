import type { ReactNode } from 'react';
import type { Attribute } from '../../../server/contract/articles.js';
import { usePage } from '../../context.js';
import './attribute-table.css';

export const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <tr>
    <th scope="row">{label}</th>
    <td>{children}</td>
  </tr>
);

/** Table of technical data. `hasLetters` marks measures with the letters of the drawing. */
export function AttributeTable({ attributes, hasLetters }: { attributes: readonly Attribute[]; hasLetters: boolean }) {
  const { t } = usePage();
  return (
    <table className="fact-table">
      {/* Keeps the columns in place while the cells of the first row arrive. */}
      <colgroup span={hasLetters ? 3 : 2} />
      <thead className="visually-hidden">
        <tr>
          {hasLetters && <th scope="col">{t('article:measure.letter')}</th>}
          <th scope="col">{t('article:measure.label')}</th>
          <th scope="col">{t('article:measure.value')}</th>
        </tr>
      </thead>
      <tbody>
        {attributes.map(({ key, label, value, unit, letter }) => (
          <tr key={key}>
            {hasLetters && <td className="letter">{letter}</td>}
            <th scope="row">{label}</th>
            <td>{unit ? `${value}\u00a0${unit}` : value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
