import type { Language } from '../contract/languages.js';
import { joinApprovals } from '../marketplace/catalogue/approvals.js';
import type { Notes } from './fitment-notes.js';
import type { VehicleTables } from './vehicle-tables.js';
import type { BulkWriter } from './writer.js';

/** The leaf of motor oils. */
const motorOil = 2447;

/** Says with each verdict that the list is made up. */
const note: Readonly<Record<Language, string>> = {
  de: 'Beispielliste der Vorführung, keine Angabe des Fahrzeugherstellers',
  fr: 'Liste d’exemple de la démonstration, pas une indication du constructeur',
  es: 'Lista de ejemplo de la demostración, no es un dato del fabricante del vehículo',
  it: 'Elenco di esempio della dimostrazione, non un’indicazione del costruttore',
  nl: 'Voorbeeldlijst van de demonstratie, geen opgave van de autofabrikant',
};

interface Rule {
  readonly makes: readonly string[];
  readonly fuel?: 'diesel' | 'petrol';
  /** First and last year of production in which it may begin. */
  readonly from?: number;
  readonly to?: number;
  readonly approvals: readonly string[];
}

/** The first rule that holds counts. Makes that are not named ask for nothing that is known. */
const rules: readonly Rule[] = [
  {
    makes: ['Volkswagen', 'Audi', 'Seat', 'SEAT', 'Skoda', 'Škoda', 'Cupra'],
    to: 2001,
    approvals: ['VW 501 01', 'VW 502 00', 'VW 505 00'],
  },
  {
    makes: ['Volkswagen', 'Audi', 'Seat', 'SEAT', 'Skoda', 'Škoda', 'Cupra'],
    fuel: 'diesel',
    to: 2017,
    approvals: ['VW 507 00'],
  },
  {
    makes: ['Volkswagen', 'Audi', 'Seat', 'SEAT', 'Skoda', 'Škoda', 'Cupra'],
    fuel: 'diesel',
    approvals: ['VW 507 00', 'VW 509 00'],
  },
  {
    makes: ['Volkswagen', 'Audi', 'Seat', 'SEAT', 'Skoda', 'Škoda', 'Cupra'],
    to: 2016,
    approvals: ['VW 502 00', 'VW 504 00'],
  },
  { makes: ['Volkswagen', 'Audi', 'Seat', 'SEAT', 'Skoda', 'Škoda', 'Cupra'], approvals: ['VW 504 00', 'VW 508 00'] },
  { makes: ['Mercedes-Benz', 'Smart', 'smart'], fuel: 'diesel', from: 2004, approvals: ['MB 229.51', 'MB 229.71'] },
  { makes: ['Mercedes-Benz', 'Smart', 'smart'], approvals: ['MB 229.5', 'MB 229.51'] },
  { makes: ['BMW', 'Mini', 'MINI'], from: 2004, approvals: ['BMW LL-04', 'BMW LL-17 FE+'] },
  { makes: ['BMW', 'Mini', 'MINI'], approvals: ['BMW LL-01', 'BMW LL-04'] },
  { makes: ['Renault', 'Dacia'], from: 2010, approvals: ['Renault RN17', 'Renault RN17 FE'] },
  { makes: ['Renault', 'Dacia'], approvals: ['Renault RN0700', 'Renault RN0710'] },
  { makes: ['Peugeot', 'Citroën', 'Citroen', 'DS'], from: 2007, approvals: ['PSA B71 2290'] },
  { makes: ['Opel'], from: 2010, approvals: ['GM dexos2'] },
  { makes: ['Fiat', 'Alfa Romeo', 'Lancia'], from: 2008, approvals: ['Fiat 9.55535-S1'] },
];

const yearOf = (month: number | null): number => Math.floor((month ?? 0) / 12);

/** Writes which approvals of motor oil the cars ask for, so that a shop without data of its own shows the verdicts. */
export function writeModelApprovals({ models }: VehicleTables, notes: Notes, writer: BulkWriter): void {
  const noteId = notes.idOf({ ...note });
  for (const { number, row, series } of [...models].sort((a, b) => a.number - b.number)) {
    if (row.fuel === 'electric') continue;
    const begin = yearOf(row.from);
    const rule = rules.find(
      ({ makes, fuel, from, to }) =>
        makes.includes(series.make.name) &&
        (fuel === undefined || row.fuel === fuel) &&
        begin >= (from ?? 0) &&
        begin <= (to ?? 9999),
    );
    if (rule) writer.insert('model_approval', number, motorOil, joinApprovals(rule.approvals), noteId);
  }
}
