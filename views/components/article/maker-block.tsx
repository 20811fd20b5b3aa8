import type { ReactNode } from 'react';
import type { ProductDetail } from '../../../server/api/contract.js';
import { usePage } from '../../context.js';
import { Icon } from '../../layout/icons.js';
import { documentLanguage, uniqueDocuments } from './documents.js';
import './attribute-table.css';
import './maker-block.css';

/** Documents on the pages of others: links only, nothing of them is fetched here. */
function Documents({ documents }: Pick<ProductDetail, 'documents'>): ReactNode {
  const { t, edition } = usePage();
  return (
    <>
      <h3>{t('article:maker.documents')}</h3>
      <ul className="docs">
        {uniqueDocuments(documents).map(({ docNo, langNo, type, url, host }) => (
          <li key={`${docNo}-${langNo}`}>
            <a href={url} rel="noopener nofollow" title={t('article:maker.outside', { host })}>
              <Icon name="doc" />
              {[type.title, documentLanguage(langNo, edition.locale)].filter(Boolean).join(', ')}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Who made it and who answers for it in the EU, warnings and documents (GPSR art. 19). */
export function MakerBlock({ product }: { product: ProductDetail }): ReactNode {
  const { t } = usePage();
  const { manufacturer, warnings, documents } = product;
  return (
    <>
      <table className="tb">
        <tbody>
          <tr>
            <th scope="row">{t('article:maker.maker')}</th>
            <td>
              {[manufacturer.name, manufacturer.address].filter(Boolean).join(', ')}
              {manufacturer.email && (
                <>
                  <br />
                  <a href={`mailto:${manufacturer.email}`}>{manufacturer.email}</a>
                </>
              )}
            </td>
          </tr>
          <tr>
            <th scope="row">{t('article:maker.responsible')}</th>
            <td>{manufacturer.euResponsible ?? t('article:maker.itself')}</td>
          </tr>
          {warnings.length > 0 && (
            <tr>
              <th scope="row">{t('article:maker.warnings', { count: warnings.length })}</th>
              <td>
                {warnings.map((warning) => (
                  <p key={warning}>{warning}</p>
                ))}
              </td>
            </tr>
          )}
        </tbody>
      </table>
      {documents.length > 0 && <Documents documents={documents} />}
    </>
  );
}
