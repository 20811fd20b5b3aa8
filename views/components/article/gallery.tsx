import type { Image } from '../../../server/contract/articles.js';
import { useAnchor, usePage } from '../../context.js';
import { PartImage } from '../part-image.js';
import './gallery.css';

interface Props {
  images: readonly Image[];
  /** The drawing and the table share letters. */
  hasLetters: boolean;
}

/** The pictures of an article. */
export function Gallery({ images, hasLetters }: Props) {
  const { t, photograph } = usePage();
  const zoom = useAnchor('zoom');
  const [first, ...others] = images;
  if (!first) return null;
  return (
    <div className="gallery">
      <figure>
        <PartImage image={first} sizes="(min-width: 1280px) 33rem, (min-width: 780px) 42vw, 92vw" isFirst />
        <button type="button" className="button zoom-button" popoverTarget={zoom}>
          {t('article:drawing.zoom')}
        </button>
        {photograph(first, 160) === null && (
          <figcaption>{hasLetters ? t('article:drawing.letters') : t('article:drawing.note')}</figcaption>
        )}
      </figure>
      <div className="zoom-view" id={zoom} popover="auto" role="dialog" aria-label={t('article:drawing.zoom')}>
        <button type="button" className="button" popoverTarget={zoom} popoverTargetAction="hide">
          {t('article:drawing.close')}
        </button>
        {images.map((image) => (
          <PartImage key={image.url} image={image} sizes="(min-width: 1392px) 85rem, max(45rem, 100vw)" isHidden />
        ))}
      </div>
      {others.length > 0 && (
        <ul>
          {others.map((image) => (
            <li key={image.url}>
              <PartImage image={image} sizes="(min-width: 780px) 11vw, 22vw" />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
