import type { Language } from '../contract/languages.js';
import type { Group } from './groups.js';
import type { Dice } from './hash.js';
import type { PlacedModel } from './vehicle-tables.js';

type Text = Record<Language, string>;

/** Conditions of fitment, each text once; 0 is no condition. */
export class Notes {
  readonly #ids = new Map<string, number>();

  idOf(text: Text): number {
    const json = JSON.stringify(text);
    const known = this.#ids.get(json);
    if (known !== undefined) return known;
    const id = this.#ids.size + 1;
    this.#ids.set(json, id);
    return id;
  }

  /** JSON by language with its id, in the order of ids. */
  rows(): [number, string][] {
    return [...this.#ids].map(([json, id]) => [id, json]);
  }
}

const month = (at: number) => `${String((at % 12) + 1).padStart(2, '0')}/${Math.floor(at / 12)}`;
const before = (at: number): Text => {
  const m = month(at);
  return { de: `bis ${m}`, fr: `jusqu’à ${m}`, es: `hasta ${m}`, it: `fino a ${m}`, nl: `tot en met ${m}` };
};
const after = (at: number): Text => {
  const m = month(at);
  return { de: `ab ${m}`, fr: `à partir de ${m}`, es: `desde ${m}`, it: `da ${m}`, nl: `vanaf ${m}` };
};
const chassis = (number: string, from: boolean): Text =>
  from
    ? {
        de: `ab Fahrgestellnummer ${number}`,
        fr: `à partir du numéro de châssis ${number}`,
        es: `desde el número de bastidor ${number}`,
        it: `dal numero di telaio ${number}`,
        nl: `vanaf chassisnummer ${number}`,
      }
    : {
        de: `bis Fahrgestellnummer ${number}`,
        fr: `jusqu’au numéro de châssis ${number}`,
        es: `hasta el número de bastidor ${number}`,
        it: `fino al numero di telaio ${number}`,
        nl: `tot en met chassisnummer ${number}`,
      };
const pr = (a: string, b: string): Text => ({
  de: `PR-Nummer ${a} oder ${b}`,
  fr: `numéro PR ${a} ou ${b}`,
  es: `número PR ${a} o ${b}`,
  it: `numero PR ${a} o ${b}`,
  nl: `PR-nummer ${a} of ${b}`,
});
const airCon: readonly [Text, Text] = [
  {
    de: 'für Fahrzeuge ohne Klimaanlage',
    fr: 'pour véhicules sans climatisation',
    es: 'para vehículos sin aire acondicionado',
    it: 'per veicoli senza climatizzatore',
    nl: 'voor auto’s zonder airconditioning',
  },
  {
    de: 'für Fahrzeuge mit Klimaanlage',
    fr: 'pour véhicules avec climatisation',
    es: 'para vehículos con aire acondicionado',
    it: 'per veicoli con climatizzatore',
    nl: 'voor auto’s met airconditioning',
  },
];
const suspension: readonly [Text, Text] = [
  {
    de: 'für Fahrzeuge ohne Sportfahrwerk',
    fr: 'pour véhicules sans châssis sport',
    es: 'para vehículos sin chasis deportivo',
    it: 'per veicoli senza assetto sportivo',
    nl: 'voor auto’s zonder sportonderstel',
  },
  {
    de: 'für Fahrzeuge mit Sportfahrwerk',
    fr: 'pour véhicules avec châssis sport',
    es: 'para vehículos con chasis deportivo',
    it: 'per veicoli con assetto sportivo',
    nl: 'voor auto’s met sportonderstel',
  },
];
const gearbox: readonly [Text, Text] = [
  {
    de: 'für Schaltgetriebe',
    fr: 'pour boîte manuelle',
    es: 'para cambio manual',
    it: 'per cambio manuale',
    nl: 'voor handgeschakelde versnellingsbak',
  },
  {
    de: 'für Automatikgetriebe',
    fr: 'pour boîte automatique',
    es: 'para cambio automático',
    it: 'per cambio automatico',
    nl: 'voor automatische versnellingsbak',
  },
];
const trailer: readonly [Text, Text] = [
  {
    de: 'für Fahrzeuge ohne Anhängerkupplung',
    fr: 'pour véhicules sans crochet d’attelage',
    es: 'para vehículos sin enganche de remolque',
    it: 'per veicoli senza gancio traino',
    nl: 'voor auto’s zonder trekhaak',
  },
  {
    de: 'für Fahrzeuge mit Anhängerkupplung',
    fr: 'pour véhicules avec crochet d’attelage',
    es: 'para vehículos con enganche de remolque',
    it: 'per veicoli con gancio traino',
    nl: 'voor auto’s met trekhaak',
  },
];

/** How the parts of a group are told apart: one part without condition, or two with a note each. */
export interface Scheme {
  readonly variants: 1 | 2;
  /** Id of the note of a variant on a model; null where this variant does not fit it at all. */
  readonly noteOf: (variant: number, model: PlacedModel) => number | null;
}

const unconditional: Scheme = { variants: 1, noteOf: () => 0 };
/** Share of groups with two parts for the same cars. */
const conditionalShare = 0.11;

function pairFor(root: number, concern: string, dice: Dice): readonly [Text, Text] {
  if (root === 100 && concern === 'vag')
    return dice.pick(
      [
        [pr('1ZE', '1ZP'), pr('1ZD', '1LJ')],
        [pr('1ZF', '1ZM'), pr('1ZA', '1ZB')],
        [pr('1KD', '1KJ'), pr('1KE', '1KW')],
      ] as const,
      'pr',
    );
  if (root === 104 || root === 105) return dice.roll('kind') < 0.8 ? suspension : trailer;
  if ([103, 111, 112, 113].includes(root)) return airCon;
  if ([107, 108, 109, 102].includes(root)) return gearbox;
  const letters = ['A', 'B', 'C', 'E', 'G', 'H', 'K', 'N', 'P', 'R', 'S', 'T'] as const;
  const number = `${dice.pick(letters, 1)}${dice.pick(letters, 2)}-${dice.int(1, 8, 'n')}${String(dice.int(1, 99, 'm') * 1000).padStart(6, '0')}`;
  return [chassis(number, false), chassis(number, true)];
}

/** The month in which a car changed: the same for all its engines, so that both parts name one date. */
function changeMonth(models: readonly PlacedModel[], dice: Dice): Map<number, number> {
  const spans = new Map<number, { from: number; to: number }>();
  for (const model of models) {
    const { from, to } = model.row;
    if (from === null) continue;
    const pageId = model.series.page.id;
    const span = spans.get(pageId) ?? { from: 1e9, to: 0 };
    spans.set(pageId, { from: Math.min(span.from, from), to: Math.max(span.to, to ?? from + 72) });
  }
  return new Map(
    [...spans].map(([pageId, { from, to }]) => [
      pageId,
      Math.round(from + (to - from) * (0.35 + 0.3 * dice.roll('at'))),
    ]),
  );
}

/** Decides whether the cars of a group need one part or two. */
export function schemeFor(group: Group, root: number, concern: string, notes: Notes, dice: Dice): Scheme {
  const kind = dice.roll('scheme');
  if (kind >= conditionalShare) return unconditional;
  if (kind < conditionalShare / 2) {
    const change = changeMonth(group.models, dice);
    if (change.size > 0) {
      return {
        variants: 2,
        noteOf: (variant, model) => {
          const at = change.get(model.series.page.id);
          const { from, to } = model.row;
          if (at === undefined || from === null) return variant === 0 ? 0 : null;
          if (to !== null && to < at) return variant === 0 ? 0 : null;
          if (from >= at) return variant === 1 ? 0 : null;
          return notes.idOf(variant === 0 ? before(at - 1) : after(at));
        },
      };
    }
  }
  const [first, second] = pairFor(root, concern, dice);
  return { variants: 2, noteOf: (variant) => notes.idOf(variant === 0 ? first : second) };
}
