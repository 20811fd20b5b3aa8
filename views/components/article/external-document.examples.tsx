import { type Examples, longName } from '../../example-data.js';
import { ExternalDocument } from './external-document.js';

export const examples: Examples = {
  'host not allowed yet': (
    <ExternalDocument
      document={{
        docNo: '1',
        langNo: 255,
        type: { id: 1, title: longName },
        url: 'https://films.example/1',
        host: 'films.example',
        consentHost: 'films.example',
      }}
    />
  ),
};
