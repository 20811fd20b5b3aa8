import { type Examples, here, longName } from '../example-data.js';
import { LinkList } from './link-list.js';

export const examples: Examples = {
  'long name, hidden from crawlers': (
    <LinkList
      entries={[
        { href: here, label: longName, linked: true, note: '1.329' },
        { href: `${here}?`, label: 'Filter', linked: false },
      ]}
    />
  ),
};
