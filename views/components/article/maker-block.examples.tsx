import { detail, type Examples, longName, product } from '../../example-data.js';
import type { ArticleDocument } from '../../models.js';
import { MakerBlock } from './maker-block.js';

const document: ArticleDocument = {
  docNo: '1',
  langNo: 1,
  type: { id: 2, title: 'Montageanleitung' },
  url: 'https://docs.example/1',
  host: 'docs.example',
  consentHost: null,
};
const film: ArticleDocument = { ...document, docNo: '2', host: 'films.example', consentHost: 'films.example' };
const manufacturer = {
  ...product.manufacturer,
  address: 'Hafenstraße 1, 28195 Bremen',
  email: 'safety@nordwerk.example',
  euResponsible: `${longName}, 28195 Bremen`,
};

export const examples: Examples = {
  plain: <MakerBlock product={detail({})} documents={[]} />,
  'somebody answers for it, warnings': (
    <MakerBlock product={detail({ manufacturer, warnings: [longName, 'Nur paarweise tauschen.'] })} documents={[]} />
  ),
  'documents, one of a host not allowed yet': <MakerBlock product={detail({})} documents={[document, film]} />,
};
