/** When something has arrived, in words: where all editions are, which is Central European Time, and as UTC. */
export function receiptTimes(date: Date, locale: string): { local: string; universal: string } {
  const moment = (timeZone: string): string =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'long', timeZone }).format(date);
  return { local: moment('Europe/Berlin'), universal: moment('UTC') };
}
