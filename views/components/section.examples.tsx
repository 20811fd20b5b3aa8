import { type Examples, here, longName } from '../example-data.js';
import { Section } from './section.js';

export const examples: Examples = {
  plain: (
    <Section id="k-plain-section" title="section">
      <p>{longName}</p>
    </Section>
  ),
  'long heading, with a note': (
    <Section id="k-long-section" title={longName} note={<a href={here}>1.234 Artikel</a>}>
      <p>{longName}</p>
    </Section>
  ),
};
