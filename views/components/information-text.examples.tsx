import { type Examples, longName } from '../example-data.js';
import { InformationText } from './information-text.js';

export const examples: Examples = {
  'links, and a gap for the operator': (
    <p>
      <InformationText text={`${longName}: [${longName}](contact), [bot](bot), {{operator}}`} />
    </p>
  ),
};
