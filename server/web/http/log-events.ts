import table from './log-events.json' with { type: 'json' };

/** Names of the log events of the web tier, by their keys in the table. Dashboards and alarms depend on the names. */
export const events = Object.fromEntries(Object.entries(table).map(([key, { name }]) => [key, name])) as Readonly<
  Record<keyof typeof table, string>
>;
