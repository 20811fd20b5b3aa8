import type { Image } from '../../../server/contract/articles.js';
import { type Examples, WithDrawing, WithPictures } from '../../example-data.js';
import { Gallery } from './gallery.js';

const drawing: Image = {
  url: '/api/Bilder/disc.svg?a=diameter:260;thickness:12',
  width: 400,
  height: 300,
  alt: 'disc',
};

export const examples: Examples = {
  drawing: <Gallery images={[drawing]} hasLetters />,
  'drawing in the page': (
    <WithDrawing of={drawing.url}>
      <Gallery images={[drawing]} hasLetters />
    </WithDrawing>
  ),
  'drawing without letters': <Gallery images={[drawing]} hasLetters={false} />,
  'many pictures': (
    <Gallery images={[1, 2, 3, 4, 5, 6].map((at) => ({ ...drawing, url: `${drawing.url}${at}` }))} hasLetters />
  ),
  photograph: (
    <WithPictures>
      <Gallery images={[drawing]} hasLetters={false} />
    </WithPictures>
  ),
};
