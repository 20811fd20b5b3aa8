import type { Category } from '../../server/contract/catalogue.js';
import { usePage } from '../context.js';
import './part-image.css';

interface Props {
  category: Pick<Category, 'urlId' | 'imageFilename'>;
  width: number;
  height: number;
}

/** Picture of a category: the operator's, else a drawing of its parts. It repeats the text beside it. */
export function CategoryPicture({ category: { urlId, imageFilename }, width, height }: Props) {
  const own = usePage().localPicture('categories', urlId, imageFilename);
  const source = own ?? `/api/Bilder/${imageFilename}.svg?small=1`;
  return (
    <img className={own ? 'part-image' : undefined} src={source} width={width} height={height} loading="lazy" alt="" />
  );
}
