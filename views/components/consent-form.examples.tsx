import type { Examples } from '../example-data.js';
import { ConsentForm } from './consent-form.js';

export const examples: Examples = {
  'always, refused, allowed': (
    <ConsentForm
      model={{
        domains: [
          { host: 'pictures.example', purpose: 'pictures', isAccepted: true },
          { host: 'films.example', purpose: 'embeds', isAccepted: false },
          { host: 'badge.example', purpose: 'badge', isAccepted: true },
        ],
        returnTo: null,
      }}
    />
  ),
};
