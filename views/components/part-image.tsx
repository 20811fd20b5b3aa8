import type { Image } from '../../server/contract/articles.js';
import { usePage } from '../context.js';
import { type PictureWidth, pictureWidths } from '../picture-widths.js';
import './part-image.css';

interface Props {
  image: Image;
  /** Width of the picture in the format of HTML's `sizes`, such as `(min-width: 780px) 45vw, 92vw`. */
  sizes: string;
  /** Width and height of its place in pixels; the image's own if the style sheet sets a width. */
  box?: { width: number; height: number };
  /** The text beside the picture says the same, so it needs no alternative text. */
  isSilent?: boolean;
  /** The main picture of the page; others may load later (specification 9). */
  isFirst?: boolean;
  /** The place is hidden at first, so a drawing stays a file. */
  isHidden?: boolean;
}

/** Returns the widths to offer, at most the photograph's own. A fixed place needs one, for two dots per pixel. */
function widthsFor(image: Image, sizes: string): readonly PictureWidth[] {
  const shown = /^(\d+)px$/.exec(sizes);
  const most = Math.min(
    image.width,
    shown ? (pictureWidths.find((width) => width >= 2 * Number(shown[1])) ?? 960) : 960,
  );
  return pictureWidths.filter((width, index) => index === 0 || width <= most);
}

/**
 * A picture of a part in a box of 4:3. The box is reserved, so that nothing moves when the picture arrives, or a
 * drawing replaces it. Photographs have several widths: the browser chooses one for its screen, the server the format.
 * A drawing of the first view is part of the page, and needs no request of its own.
 */
export function PartImage({ image, sizes, box = image, isSilent = false, isFirst = false, isHidden = false }: Props) {
  const { photograph, drawings } = usePage();
  const drawing = isHidden ? undefined : drawings.get(image.url);
  if (drawing !== undefined) {
    return (
      <svg
        className="icon part-image"
        viewBox="0 0 200 150"
        {...(isSilent ? { 'aria-hidden': true } : { role: 'img', 'aria-label': image.alt })}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: elementsOf() has let only elements of drawings pass.
        dangerouslySetInnerHTML={{ __html: drawing }}
      />
    );
  }
  const offered = widthsFor(image, sizes)
    .map((width) => ({ width, address: photograph(image, width) }))
    .filter(({ address }) => address !== null);
  const largest = offered.at(-1)?.address;
  const srcSet = offered.map(({ width, address }) => `${address} ${width}w`).join(', ');
  // `src` comes last: Safari loads it at once if it precedes `srcset`.
  return (
    <img
      className="part-image"
      width={box.width}
      height={box.height}
      alt={isSilent ? '' : image.alt}
      loading={isFirst ? 'eager' : 'lazy'}
      fetchPriority={isFirst ? 'high' : undefined}
      {...(offered.length > 1 && { srcSet, sizes })}
      src={largest ?? image.drawing ?? image.url}
    />
  );
}
