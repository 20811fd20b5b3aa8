import type { ConsoleRole } from './console.js';

const all = ['owner', 'catalogue', 'support', 'read'] as const;
const catalogue = ['owner', 'catalogue'] as const;
const support = ['owner', 'support'] as const;

/** Roles that may make each call of the console (P261). The marketplace enforces them; pages offer nothing else. */
const rolesOf = {
  consoleWho: all,
  consoleSignOut: all,
  consoleOverview: all,
  consoleFeeds: all,
  consoleReport: all,
  consoleUpload: all,
  consoleOffers: all,
  consoleSearches: all,
  consoleShops: all,
  consoleShop: all,
  consoleTexts: all,
  consoleText: all,
  consoleFile: catalogue,
  consoleRepeat: catalogue,
  consoleHeld: catalogue,
  consoleCorrect: catalogue,
  // Errors in data concern both.
  consoleOrders: ['owner', 'catalogue', 'support'],
  consoleCase: ['owner', 'catalogue', 'support'],
  // Names and addresses of customers within the two calls above.
  withdrawals: support,
  consoleInvite: ['owner'],
  // The log names persons.
  consoleActs: ['owner'],
} as const satisfies Readonly<Record<string, readonly ConsoleRole[]>>;
export type ConsoleAct = keyof typeof rolesOf;

/** Whether a person with these roles may do an act. */
export const mayDo = (roles: readonly ConsoleRole[], act: ConsoleAct): boolean =>
  roles.some((role) => (rolesOf[act] as readonly ConsoleRole[]).includes(role));
