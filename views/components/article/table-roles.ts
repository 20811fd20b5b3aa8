/**
 * Roles of a table that narrow screens lay out as cards. They repeat what the elements mean, since Safari forgets it
 * as soon as CSS gives a row another display.
 */
export const roles = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader', scope: 'col' },
  cell: { role: 'cell' },
} as const;
