import type { ProductDetail } from '../../../server/contract/articles.js';
import { usePage } from '../../context.js';
import { Icon } from '../../icons.js';
import type { ArticleDocument } from '../../models.js';
import { Fact } from './attribute-table.js';
import { documentLanguage } from './documents.js';
import { ExternalDocument } from './external-document.js';
import './maker-block.css';

/** Documents on other sites: links, and documents that need the visitor's consent (D33). */
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
            <a href={url} rel="noopener nofollow" title={host ? t('article:maker.externalSite', { host }) : undefined}>
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

/** Identification, maker, responsible person in the EU, warnings and documents of a part (GPSR art. 19). */
export function MakerBlock({ product, documents }: Props) {
  const { t } = usePage();
  const { manufacturer, warnings, ean } = product;
  return (
    <>
      <table className="fact-table">
        <tbody>
          <Fact label={t('article:number')}>{product.articleNumber}</Fact>
          {ean && <Fact label={t('article:ean')}>{ean}</Fact>}
          <Fact label={t('article:condition.label')}>{t(`article:condition.${product.condition}`)}</Fact>
          <Fact label={t('article:maker.maker')}>
            {[manufacturer.name, manufacturer.address].filter(Boolean).join(', ')}
            {manufacturer.email && (
              <>
                <br />
                <a href={`mailto:${manufacturer.email}`}>{manufacturer.email}</a>
              </>
            )}
          </Fact>
          <Fact label={t('article:maker.responsible')}>{manufacturer.euResponsible ?? t('article:maker.itself')}</Fact>
          {warnings.length > 0 && (
            <Fact label={t('article:maker.warnings', { count: warnings.length })}>
              {warnings.map((warning) => (
                <p key={warning}>{warning}</p>
              ))}
            </Fact>
          )}
        </tbody>
      </table>
      <p className="small soft space-above">{t('law:repair', { brand: manufacturer.name })}</p>
      {documents.length > 0 && <Documents documents={documents} />}
    </>
  );
}
