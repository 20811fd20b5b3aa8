import type { ReactNode } from 'react';
import { type Examples, here, longName } from '../example-data.js';
import { NavLink } from './nav-link.js';

/** The list around a link gives it its size. */
const link = (linked: boolean, isHeading: boolean, name: string): ReactNode => (
  <ul className={isHeading ? 'category-tiles' : 'link-list'}>
    <li>
      <NavLink href={here} linked={linked} isHeading={isHeading}>
        {name}
      </NavLink>
    </li>
  </ul>
);

export const examples: Examples = {
  linked: link(true, false, 'Bremsscheiben'),
  'hidden from crawlers': link(false, false, 'Bremsscheiben'),
  'hidden from crawlers, long name': link(false, false, longName),
  'a heading': link(true, true, 'Bremsscheiben'),
  'a heading hidden from crawlers': link(false, true, 'Bremsscheiben'),
};
