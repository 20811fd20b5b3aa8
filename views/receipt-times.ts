/** Formats the time of receipt in Central European Time and in UTC. */
export function receiptTimes(date: Date, locale: string): { local: string; universal: string } {
  const moment = (timeZone: string): string =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'long', timeZone }).format(date);
  return { local: moment('Europe/Berlin'), universal: moment('UTC') };
}
