import type { ReactNode } from 'react';
import type { Image } from '../../server/api/contract.js';

interface Props {
  image: Image;
  /** Shown small beside the same words: the picture then says nothing of its own. */
  small?: boolean;
}

/** A picture of a part, with its size so that nothing moves when it arrives, and lazy: it stands below the fold. */
export function PartImage({ image, small = false }: Props): ReactNode {
  return (
    <img
      className="dw"
      src={image.url}
      width={image.width}
      height={image.height}
      loading="lazy"
      alt={small ? '' : image.alt}
    />
  );
}
