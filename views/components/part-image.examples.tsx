import type { Image } from '../../server/contract/articles.js';
import { type Examples, WithDrawing, WithPictures } from '../example-data.js';
import { PartImage } from './part-image.js';

const image: Image = { url: '/api/Bilder/disc.svg?small=1', width: 200, height: 150, alt: 'disc' };

export const examples: Examples = {
  drawing: <PartImage image={image} sizes="200px" />,
  'in a place of its own size': <PartImage image={image} sizes="96px" box={{ width: 96, height: 72 }} isSilent />,
  'drawing in the page': (
    <WithDrawing of={image.url}>
      <PartImage image={image} sizes="200px" />
    </WithDrawing>
  ),
  photograph: (
    <WithPictures>
      <PartImage image={image} sizes="200px" />
    </WithPictures>
  ),
};
