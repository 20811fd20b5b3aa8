import { type Examples, here } from '../example-data.js';
import { OwnLink, OwnPlace } from './own-place.js';
import { ShowMore } from './show-more.js';

/** What the loader puts there belongs to a device. */
export const examples: Examples = {
  'nothing kept': (
    <OwnPlace own={<OwnLink href="/{{slug}}/3-{{modelId}}-" text="{{series}} {{engine}}" />}>
      <ShowMore fragment="main" href={here}>
        Fahrzeug wählen
      </ShowMore>
    </OwnPlace>
  ),
};
