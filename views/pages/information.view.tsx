import { CouldNotLoad } from '../components/could-not-load.js';
import { InformationText } from '../components/information-text.js';
import { Withdrawal } from '../components/withdrawal.js';
import { usePage } from '../context.js';
import type { InformationModel, InformationSection } from '../models.js';
import './information.css';

function Block({ block }: { block: string | string[] }) {
  if (typeof block === 'string') {
    return (
      <p>
        <InformationText text={block} />
      </p>
    );
  }
  return (
    <ul>
      {block.map((item) => (
        <li key={item}>
          <InformationText text={item} />
        </li>
      ))}
    </ul>
  );
}

function Section({ section: [heading, ...blocks] }: { section: InformationSection }) {
  return (
    <section>
      <h2>{heading}</h2>
      {blocks.map((block) => (
        <Block key={typeof block === 'string' ? block : block[0]} block={block} />
      ))}
    </section>
  );
}

/** An information page with its text, and its form or list, such as the withdrawal form. */
export function InformationView({ model }: { model: InformationModel }) {
  const { t, url } = usePage();
  const { page, title, lead, sections, brands, supportCode, withdrawal } = model;
  return (
    <>
      <h1>{title}</h1>
      <p className="lead">{lead}</p>
      {withdrawal && <Withdrawal model={withdrawal} />}
      {page === 'brands' && brands === null && <CouldNotLoad>{t('information:brandsMissing')}</CouldNotLoad>}
      {brands && (
        <ul className="brand-list">
          {brands.map((brand) => (
            <li key={brand.id}>
              <a href={url('brand', { brand })}>{brand.name}</a>
            </li>
          ))}
        </ul>
      )}
      {supportCode && (
        <p className="note">
          {t('information:supportCode')} <span className="number">{supportCode}</span>
        </p>
      )}
      {withdrawal?.step !== 'receipt' && (
        <div className="prose">
          {sections.map((section) => (
            <Section key={section[0]} section={section} />
          ))}
        </div>
      )}
    </>
  );
}
