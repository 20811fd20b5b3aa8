import type { ProductDetail } from '../../../server/contract/articles.js';
import { usePage } from '../../context.js';
import { Icon } from '../../layout/icons.js';
import type { ArticleDocument } from '../../models.js';
import { documentLanguage } from './documents.js';
import { ExternalDocument } from './external-document.js';
import './attribute-table.css';
import './maker-block.css';

/** Documents on the pages of others: links, and what is shown here only once its host is allowed (D33). */
function Documents({ documents }: { documents: readonly ArticleDocument[] }) {
  const { t, edition } = usePage();
  const links = documents.filter(({ consentHost }) => consentHost === null);
  const embeds = documents.filter(({ consentHost }) => consentHost !== null);
  return (
    <>
      <h3 className="space-above">{t('article:maker.documents')}</h3>
      <ul className="documents">
        {links.map(({ docNo, langNo, type, url, host }) => (
          <li key={`${docNo}-${langNo}`}>
            <a href={url} rel="noopener nofollow" title={host ? t('article:maker.outside', { host }) : undefined}>
              <Icon name="doc" />
              {[type.title, documentLanguage(langNo, edition.locale)].filter(Boolean).join(', ')}
            </a>
          </li>
        ))}
      </ul>
      {embeds.map((document) => (
        <ExternalDocument key={`${document.docNo}-${document.langNo}`} document={document} />
      ))}
    </>
  );
}

interface Props {
  product: ProductDetail;
  documents: readonly ArticleDocument[];
}

/**
 * By what it is told from any other, who made it and who answers for it in the EU, warnings and documents (GPSR art.
 * 19).
 */
export function MakerBlock({ product, documents }: Props) {
  const { t } = usePage();
  const { manufacturer, warnings, ean } = product;
  const numbers = [
    [t('article:number'), product.articleNumber],
    ...(ean ? [[t('article:ean'), ean]] : []),
    [t('article:condition.label'), t(`article:condition.${product.condition}`)],
  ];
  return (
    <>
      <table className="fact-table">
        <tbody>
          {numbers.map(([label, value]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{value}</td>
            </tr>
          ))}
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
      <p className="small soft space-above">{t('law:repair', { brand: manufacturer.name })}</p>
      {documents.length > 0 && <Documents documents={documents} />}
    </>
  );
}
