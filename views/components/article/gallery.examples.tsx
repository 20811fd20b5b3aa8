import type { Image } from '../../../server/contract/articles.js';
import { type Examples, WithPictures } from '../../example-data.js';
import { Gallery } from './gallery.js';

const drawing: Image = {
  url: '/api/Bilder/disc.svg?a=diameter:260;thickness:12',
  width: 400,
  height: 300,
  alt: 'disc',
};

const elements = '<path fill="var(--tint)" d="M25 71a45 45 0 1 0 90 0a45 45 0 1 0 -90 0z"/>';

export const examples: Examples = {
  drawing: <Gallery images={[drawing]} drawing={null} hasLetters />,
  'drawing in the page': <Gallery images={[drawing]} drawing={elements} hasLetters />,
  'drawing without letters': <Gallery images={[drawing]} drawing={null} hasLetters={false} />,
  'many pictures': (
    <Gallery
      images={[1, 2, 3, 4, 5, 6].map((at) => ({ ...drawing, url: `${drawing.url}${at}` }))}
      drawing={null}
      hasLetters
    />
  ),
  photograph: (
    <WithPictures>
      <Gallery images={[drawing]} drawing={null} hasLetters={false} />
    </WithPictures>
  ),
};
