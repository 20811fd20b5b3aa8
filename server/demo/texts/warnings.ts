import { type Language, languages } from '../../contract/languages.js';
import type { Category } from '../categories.js';

type Warnings = Record<Language, readonly string[]>;

const none: Warnings = { de: [], fr: [], es: [], it: [], nl: [] };

const chemical: Warnings = {
  de: [
    'Darf nicht in die Hände von Kindern gelangen.',
    'Schutzhandschuhe und Augenschutz tragen. Nicht in die Kanalisation gelangen lassen.',
  ],
  fr: [
    'Tenir hors de portée des enfants.',
    'Porter des gants de protection et un équipement de protection des yeux. Ne pas rejeter à l’égout.',
  ],
  es: ['Mantener fuera del alcance de los niños.', 'Llevar guantes y gafas de protección. No verter en el desagüe.'],
  it: [
    'Tenere fuori dalla portata dei bambini.',
    'Indossare guanti e protezione per gli occhi. Non disperdere nelle fognature.',
  ],
  nl: [
    'Buiten het bereik van kinderen houden.',
    'Beschermende handschoenen en oogbescherming dragen. Niet in het riool lozen.',
  ],
};
const aerosol: Warnings = {
  de: [
    'Extrem entzündbares Aerosol. Behälter steht unter Druck: kann bei Erwärmung bersten.',
    'Von Hitze, Funken und offener Flamme fernhalten; nicht rauchen. Darf nicht in die Hände von Kindern gelangen.',
  ],
  fr: [
    'Aérosol extrêmement inflammable. Récipient sous pression : peut éclater sous l’effet de la chaleur.',
    'Tenir à l’écart de la chaleur, des étincelles et des flammes ; ne pas fumer. Tenir hors de portée des enfants.',
  ],
  es: [
    'Aerosol extremadamente inflamable. Recipiente a presión: puede reventar si se calienta.',
    'Mantener alejado del calor, chispas y llamas; no fumar. Mantener fuera del alcance de los niños.',
  ],
  it: [
    'Aerosol altamente infiammabile. Contenitore pressurizzato: può esplodere se riscaldato.',
    'Tenere lontano da calore, scintille e fiamme; non fumare. Tenere fuori dalla portata dei bambini.',
  ],
  nl: [
    'Zeer licht ontvlambare aerosol. Houder onder druk: kan openbarsten bij verhitting.',
    'Verwijderd houden van warmte, vonken en open vuur; niet roken. Buiten het bereik van kinderen houden.',
  ],
};
const acid: Warnings = {
  de: [
    'Enthält ätzende Batteriesäure; beim Laden entsteht explosives Gas. Augenschutz tragen.',
    'Altbatterien gehören nicht in den Hausmüll; sie werden unentgeltlich zurückgenommen.',
  ],
  fr: [
    'Contient de l’acide corrosif ; la charge dégage un gaz explosif. Porter une protection des yeux.',
    'Ne pas jeter avec les ordures ménagères ; les batteries usagées sont reprises gratuitement.',
  ],
  es: [
    'Contiene ácido corrosivo; durante la carga se forma gas explosivo. Llevar gafas de protección.',
    'No tirar a la basura doméstica; las baterías usadas se recogen sin coste.',
  ],
  it: [
    'Contiene acido corrosivo; durante la carica si forma gas esplosivo. Proteggere gli occhi.',
    'Non gettare nei rifiuti domestici; le batterie esauste sono ritirate gratuitamente.',
  ],
  nl: [
    'Bevat bijtend accuzuur; bij het laden ontstaat explosief gas. Draag oogbescherming.',
    'Niet bij het huisvuil; oude accu’s worden gratis teruggenomen.',
  ],
};
const airbag: Warnings = {
  de: ['Arbeiten am Rückhaltesystem nur durch sachkundige Personen. Vor Beginn die Batterie abklemmen.'],
  fr: [
    'Intervention sur le système de retenue réservée à du personnel qualifié. Débrancher la batterie avant de commencer.',
  ],
  es: ['Los trabajos en el sistema de retención corresponden a personal cualificado. Desconecte antes la batería.'],
  it: ['Interventi sul sistema di ritenuta riservati a personale qualificato. Scollegare prima la batteria.'],
  nl: ['Werk aan het veiligheidssysteem is voorbehouden aan vakmensen. Koppel eerst de accu los.'],
};
const tension: Warnings = {
  de: ['Teil steht unter Spannung oder Druck: nur mit geeignetem Werkzeug ein- und ausbauen, nicht öffnen.'],
  fr: ['Pièce sous tension ou sous pression : monter et démonter avec un outillage adapté, ne pas ouvrir.'],
  es: ['Pieza bajo tensión o presión: montar y desmontar solo con la herramienta adecuada, no abrir.'],
  it: ['Pezzo sotto tensione o pressione: montare e smontare solo con attrezzi adatti, non aprire.'],
  nl: ['Onderdeel staat onder spanning of druk: alleen met geschikt gereedschap monteren, niet openen.'],
};
const voltage: Warnings = {
  de: ['Lebensgefahr durch Hochspannung: Einbau nur durch Fachkräfte für Hochvoltsysteme.'],
  fr: ['Danger de mort par haute tension : montage réservé aux techniciens habilités.'],
  es: ['Peligro de muerte por alta tensión: montaje solo por técnicos habilitados.'],
  it: ['Pericolo di morte per alta tensione: montaggio riservato a tecnici abilitati.'],
  nl: ['Levensgevaar door hoogspanning: montage alleen door bevoegde vakmensen.'],
};

const airbagLeaves = new Set([2152, 2314, 2433, 2431, 2432]);
const harmlessFluids = new Set([2457, 2462]);

/** Safety warnings of a category's products, as JSON: a list of texts by language. */
export function warningsFor(category: Category): string {
  const warnings = chosen(category);
  return JSON.stringify(
    warnings.de.map((_, index) =>
      Object.fromEntries(languages.map((language) => [language, warnings[language][index]])),
    ),
  );
}

function chosen({ id, kind, universal, parent }: Category): Warnings {
  if (airbagLeaves.has(id)) return airbag;
  if (parent?.id === 422 || id === 2506 || id === 2501) return voltage;
  if (kind === 'canister' || id === 2467) return harmlessFluids.has(id) ? none : chemical;
  if (kind === 'spray')
    return harmlessFluids.has(id)
      ? none
      : id === 2481
        ? tension
        : universal && [2445, 2448, 2458, 2459, 2460, 2463, 2464, 2465].includes(id)
          ? chemical
          : aerosol;
  if (kind === 'battery') return universal ? none : acid;
  if (kind === 'gasSpring' || kind === 'spring' || id === 2350) return tension;
  return none;
}
