import type { FullTextResult } from '../../server/contract/search.js';
import type { Vehicle } from '../../server/contract/vehicles.js';
import { categoryHref, vehicleHref } from '../catalogue-links.js';
import { exactVehicleName, vehicleName } from '../catalogue-names.js';
import { type PageContext, usePage } from '../context.js';
import { searchContext } from '../islands/search-box.props.js';
import type { FullTextModel } from '../search-models.js';
import { LinkList } from './link-list.js';
import { Section } from './section.js';

type Note = FullTextResult['reading']['notes'][number];

function noteText({ t, edition }: PageContext, { kind, text, values }: Note, hasHits: boolean): string {
  const list = values.map((value) => value.replace('.', ',').replace(' ', '\u00a0')).join(', ');
  switch (kind) {
    case 'unknown':
      return t('search:read.unknown', { text });
    case 'unsold':
      return hasHits ? t('search:read.unsold', { brand: text }) : t('search:read.unsoldOnly', { brand: text });
    case 'missing':
      return t('search:read.missing', { text });
    case 'nearest':
      return t('search:read.nearest', { text, list });
    case 'car':
      return t('search:read.car', { text });
    case 'language':
      return t('search:read.language', {
        language: new Intl.DisplayNames(edition.locale, { type: 'language' }).of(text) ?? text,
      });
    case 'symptom':
      return t('search:read.symptom');
    case 'similar':
      return t('search:read.similar', { list: values.join(', ') });
  }
}

interface NotesProps {
  reading: FullTextResult['reading'];
  name: string;
  /** The visitor's own car, if the words name another one. */
  own: Vehicle | null;
  hasHits: boolean;
}
/** Notes on words that the search ignored, replaced or did not understand, and a link to the visitor's own car. */
export function Notes({ reading, name, own, hasHits }: NotesProps) {
  const page = usePage();
  const { t, url } = page;
  const { notes, withoutCar } = reading;
  const field = own && searchContext(own);
  if (notes.length === 0 && !own) return null;
  return (
    <div className="note space-above">
      {own && field && (
        <p>
          {t('search:read.otherCar', { car: name, own: vehicleName(own) })}{' '}
          {withoutCar && (
            <a href={url('fullText', { query: withoutCar, [field[0]]: field[1] })} rel="nofollow">
              {t('search:read.ownCar', { own: vehicleName(own) })}
            </a>
          )}
        </p>
      )}
      {notes.map((note) => (
        <p key={note.kind + note.text}>{noteText(page, note, hasHits)}</p>
      ))}
    </div>
  );
}

/** Generations or engines to choose from; each links to the same parts for it. */
export function Choices({ choices, named, reading }: Pick<FullTextResult, 'choices' | 'named' | 'reading'>) {
  const { t, url, format } = usePage();
  const [first] = choices;
  if (!first) return null;
  const isEngine = first.model !== null;
  const f = reading.f ? `?f=${reading.f}` : '';
  const hrefOf = (vehicle: Vehicle): string => {
    const field = searchContext(vehicle);
    if (named?.isLeaf && !named.isUniversal) return categoryHref(url, named, vehicle) + f;
    if (reading.withoutCar && field) return url('fullText', { query: reading.withoutCar, [field[0]]: field[1] });
    return vehicleHref(url, vehicle);
  };
  const links = (
    <LinkList
      entries={choices.map((vehicle) => ({
        href: hrefOf(vehicle),
        label: exactVehicleName(vehicle, format),
        linked: true,
      }))}
    />
  );
  return isEngine ? (
    <details className="fold space-above">
      <summary>{`${t('search:read.whichEngine')} (${format.number(choices.length)})`}</summary>
      {links}
    </details>
  ) : (
    <Section id="choices" title={t('search:read.whichCar', { car: first.seriesFamily?.name ?? '' })}>
      {links}
    </Section>
  );
}

export function Help({ help }: { help: FullTextModel['help'] }) {
  const { t, url } = usePage();
  if (help.length === 0) return null;
  return (
    <Section id="help" title={t('search:read.help')}>
      <LinkList
        entries={help.map(({ page, title }) => ({ href: url('information', { page }), label: title, linked: true }))}
      />
    </Section>
  );
}
