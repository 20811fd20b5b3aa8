import { type Examples, here, longName } from '../example-data.js';
import type { NavigationItem } from '../navigation-models.js';
import { MenuTree } from './menu-tree.js';

const menu: NavigationItem[] = [
  {
    type: 'list',
    label: longName,
    id: 'brakes',
    body: [
      { type: 'category', label: longName, link: here, linked: true },
      {
        type: 'list',
        label: 'Bremssättel',
        id: 'calipers',
        body: [{ type: 'category', label: longName, link: here, linked: true }],
      },
    ],
  },
  { type: 'list', label: 'Filter', id: 'filter', body: null },
  { type: 'category', label: 'Zubehör', link: here, linked: false },
];

export const examples: Examples = { 'two levels open': <MenuTree items={menu} /> };
