import type { Image } from '../../server/contract/articles.js';
import { usePage } from '../context.js';
import { type PictureWidth, pictureWidths } from '../picture-widths.js';
import './part-image.css';

interface Props {
  image: Image;
  /** Width that it is shown in, as in `sizes` of HTML, such as `(min-width: 780px) 45vw, 92vw`. */
  sizes: string;
  /** Width and height of its place in pixels; those of the image where the style sheet gives it a width. */
  box?: { width: number; height: number };
  /** The words beside the picture say the same, so it needs no alternative text. */
  isSilent?: boolean;
  /** The main picture of the page; all others may be below the first 1.1 screens (specification 9). */
  isFirst?: boolean;
}

/** Widths for a place: a small one has one, for two dots to the pixel; none goes beyond the photograph's own. */
function widthsFor(image: Image, sizes: string): readonly PictureWidth[] {
  const shown = /^(\d+)px$/.exec(sizes);
  const most = Math.min(
    image.width,
    shown ? (pictureWidths.find((width) => width >= 2 * Number(shown[1])) ?? 960) : 960,
  );
  return pictureWidths.filter((width, index) => index === 0 || width <= most);
}

/**
 * A picture of a part in a place of four to three that is there before it: nothing moves when it arrives, nor when a
 * drawing replaces a photograph of another shape. A photograph is offered in the shop's widths up to its own; the
 * browser takes the one for its screen, the server the format.
 */
export function PartImage({ image, sizes, box = image, isSilent = false, isFirst = false }: Props) {
  const { photograph } = usePage();
  const offered = widthsFor(image, sizes)
    .map((width) => ({ width, address: photograph(image, width) }))
    .filter(({ address }) => address !== null);
  const largest = offered.at(-1)?.address;
  const srcSet = offered.map(({ width, address }) => `${address} ${width}w`).join(', ');
  // `src` comes last: Safari fetches it at once where it comes before `srcset`.
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
