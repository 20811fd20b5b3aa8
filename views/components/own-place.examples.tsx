import { type Examples, here } from '../example-data.js';
import { OwnLink, OwnPlace } from './own-place.js';
import { ShowMore } from './show-more.js';

/** The loader fills in the vehicle of the device. */
export const examples: Examples = {
  'nothing kept': (
    <OwnPlace own={<OwnLink href="/{{slug}}/3-{{modelId}}-" text="{{series}} {{engine}}" />}>
      <ShowMore fragment="main" href={here}>
        Fahrzeug wählen
      </ShowMore>
    </OwnPlace>
  ),
};
