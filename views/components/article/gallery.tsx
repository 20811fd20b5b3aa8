import type { ReactNode } from 'react';
import type { Image } from '../../../server/api/contract.js';
import { usePage } from '../../context.js';
import './gallery.css';

/**
 * The pictures of an article. The first is what the page is waited for: fetched at once and before all else.
 *
 * @param hasLetters the drawing names its measures with letters that the table repeats.
 */
export function Gallery({ images, hasLetters }: { images: readonly Image[]; hasLetters: boolean }): ReactNode {
  const { t } = usePage();
  const [first, ...others] = images;
  if (!first) return null;
  return (
    <div className="gal">
      <figure>
        <img
          src={first.url}
          width={first.width}
          height={first.height}
          alt={first.alt}
          loading="eager"
          fetchPriority="high"
        />
        <figcaption>{hasLetters ? t('article:drawing.letters') : t('article:drawing.note')}</figcaption>
        <button type="button" className="b zoom" popoverTarget="zoom">
          {t('article:drawing.zoom')}
        </button>
      </figure>
      <div className="large" id="zoom" popover="auto" role="dialog" aria-label={t('article:drawing.zoom')}>
        <button type="button" className="b" popoverTarget="zoom" popoverTargetAction="hide">
          {t('article:drawing.close')}
        </button>
        {images.map(({ url, width, height, alt }) => (
          <img key={url} src={url} width={width} height={height} alt={alt} loading="lazy" />
        ))}
      </div>
      {others.length > 0 && (
        <ul>
          {others.map(({ url, width, height, alt }) => (
            <li key={url}>
              <img src={url} width={width} height={height} alt={alt} loading="lazy" />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
