import type { Category } from './categories.js';
import { yearsOf } from './fitment-rules.js';
import type { ModelNode } from './vehicle-tables.js';

/** Cars that take the same part. `path` names the group independently of the other cars in the catalogue. */
export interface Group {
  readonly path: string;
  readonly models: readonly ModelNode[];
  /** Share of all cars. */
  readonly score: number;
}

/** One division of cars, from coarse to fine: by concern, then by age or engine, then by car. */
type Step = (model: ModelNode) => string;

const concern: Step = (model) => model.series.make.make.concern;
const concernAndFuel: Step = (model) => `${model.series.make.make.concern}-${model.burns ?? 'e'}`;
const era: Step = (model) => {
  const { first } = yearsOf(model);
  return first < 1996 ? '90' : first < 2002 ? '96' : first < 2008 ? '02' : first < 2014 ? '08' : '14';
};
const powerClass: Step = (model) =>
  model.row.kw < 66 ? 's' : model.row.kw < 100 ? 'm' : model.row.kw < 145 ? 'l' : 'x';
const page: Step = (model) => String(model.series.page.name);
const engineClass: Step = (model) => `${model.burns ?? 'e'}${Math.round(model.row.ccm / 400)}`;
const engine: Step = (model) => `${model.burns ?? 'e'}${model.row.ccm}`;

/** All cars of a concern with an engine share its parts. Parts of chassis and body depend on the car. */
export const stepsOf: Readonly<Record<NonNullable<Category['sharedBy']>, readonly Step[]>> = {
  engine: [concernAndFuel, engineClass, engine, era, page],
  chassis: [concern, era, powerClass, page, engineClass],
  body: [concern, page],
};

interface Node extends Group {
  readonly depth: number;
}

function makeNode(path: string, depth: number, models: readonly ModelNode[]): Node {
  return { path, depth, models, score: models.reduce((sum, model) => sum + model.score, 0) };
}

function split(node: Node, steps: readonly Step[]): Node[] {
  const step = steps[node.depth];
  if (!step) return [node];
  return [...Map.groupBy(node.models, step)].map(([key, models]) =>
    makeNode(`${node.path}/${key}`, node.depth + 1, models),
  );
}

/**
 * Divides cars into about `wanted` groups. It always divides the largest group by cars on the road, so that common cars
 * get parts of their own and rare ones share.
 * @param least divisions that every group goes through, however rare its cars are
 */
export function groupModels(
  models: readonly ModelNode[],
  steps: readonly Step[],
  wanted: number,
  least: number,
): Group[] {
  let nodes = [makeNode('', 0, models)];
  for (let depth = 0; depth < least; depth++) nodes = nodes.flatMap((node) => split(node, steps));
  const weight = (node: Node) => node.score + node.models.length / (models.length * 4);
  while (nodes.length < wanted) {
    let heaviest: Node | undefined;
    for (const node of nodes) {
      if (node.depth < steps.length && (!heaviest || weight(node) > weight(heaviest))) heaviest = node;
    }
    if (!heaviest) break;
    const chosen = heaviest;
    nodes = nodes.flatMap((node) => (node === chosen ? split(node, steps) : [node]));
  }
  return nodes.filter((node) => node.models.length > 0).sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1));
}
