import { inLanguages, type Language } from '../contract/languages.js';
import type { Group } from './platform-groups.js';
import type { SeededRandom } from './seeded-random.js';
import { filled, texts, type Values } from './texts.js';
import type { ModelNode } from './vehicle-tables.js';

type Text = Record<Language, string>;

/** Conditions of fitment, each text once. The id 0 means no condition. */
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
type Conditions = typeof texts.de.conditions;
const textOf = (templateIn: (conditions: Conditions) => string | undefined, values: Values = {}): Text =>
  inLanguages((language) => filled(templateIn(texts[language].conditions) ?? '', values));
const pr = (a: string, b: string): Text => textOf(({ pr }) => pr, { a, b });
/** Conditions for cars without an equipment and for cars with it. */
const pairOf = (key: 'airCon' | 'suspension' | 'gearbox' | 'trailer'): readonly [Text, Text] => [
  textOf((conditions) => conditions[key][0]),
  textOf((conditions) => conditions[key][1]),
];

/** The variants of a part for a group: one without condition, or two with a note each. */
export interface Scheme {
  readonly variants: 1 | 2;
  /** The id of a variant's note on a model; null where the variant does not fit it. */
  readonly noteOf: (variant: number, model: ModelNode) => number | null;
}

const unconditional: Scheme = { variants: 1, noteOf: () => 0 };
/** Share of groups with two parts for the same cars. */
const conditionalShare = 0.11;

function pairFor(root: number, concern: string, dice: SeededRandom): readonly [Text, Text] {
  if (root === 100 && concern === 'vag')
    return dice.pick(
      [
        [pr('1ZE', '1ZP'), pr('1ZD', '1LJ')],
        [pr('1ZF', '1ZM'), pr('1ZA', '1ZB')],
        [pr('1KD', '1KJ'), pr('1KE', '1KW')],
      ] as const,
      'pr',
    );
  if (root === 104 || root === 105) return dice.roll('kind') < 0.8 ? pairOf('suspension') : pairOf('trailer');
  if ([103, 111, 112, 113].includes(root)) return pairOf('airCon');
  if ([107, 108, 109, 102].includes(root)) return pairOf('gearbox');
  const letters = ['A', 'B', 'C', 'E', 'G', 'H', 'K', 'N', 'P', 'R', 'S', 'T'] as const;
  const number = `${dice.pick(letters, 1)}${dice.pick(letters, 2)}-${dice.int(1, 8, 'n')}${String(dice.int(1, 99, 'm') * 1000).padStart(6, '0')}`;
  return [
    textOf(({ chassisUntil }) => chassisUntil, { number }),
    textOf(({ chassisSince }) => chassisSince, { number }),
  ];
}

/** The month in which the cars of a page changed: one for all engines, so that both parts name the same date. */
function changeMonth(models: readonly ModelNode[], dice: SeededRandom): Map<number, number> {
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
export function schemeFor(group: Group, root: number, concern: string, notes: Notes, dice: SeededRandom): Scheme {
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
          return notes.idOf(
            variant === 0
              ? textOf(({ until }) => until, { month: month(at - 1) })
              : textOf(({ since }) => since, { month: month(at) }),
          );
        },
      };
    }
  }
  const [first, second] = pairFor(root, concern, dice);
  return { variants: 2, noteOf: (variant) => notes.idOf(variant === 0 ? first : second) };
}
