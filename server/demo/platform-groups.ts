import { yearsOf } from './fitment-rules.js';
import type { ModelNode } from './vehicle-tables.js';

/** Cars that take the same part. `path` names the group for ever, whatever else is in the catalogue. */
export interface Group {
  readonly path: string;
  readonly models: readonly ModelNode[];
  /** Share of all cars. */
  readonly score: number;
}

/** One step from coarse to fine: concern, then age or engine, then the car itself. */
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

/** Parts on the engine follow the engine through all cars of a concern; parts on the chassis follow the car. */
export const engineSteps: readonly Step[] = [concernAndFuel, engineClass, engine, era, page];
export const chassisSteps: readonly Step[] = [concern, era, powerClass, page, engineClass];
export const bodySteps: readonly Step[] = [concern, page];

interface Node {
  readonly path: string;
  readonly depth: number;
  readonly models: ModelNode[];
  readonly score: number;
}

function makeNode(path: string, depth: number, models: ModelNode[]): Node {
  return { path, depth, models, score: models.reduce((sum, model) => sum + model.score, 0) };
}

function split(node: Node, steps: readonly Step[]): Node[] {
  const step = steps[node.depth];
  if (!step) return [node];
  const groups = new Map<string, ModelNode[]>();
  for (const model of node.models) {
    const key = step(model);
    const group = groups.get(key);
    if (group) group.push(model);
    else groups.set(key, [model]);
  }
  return [...groups].map(([key, models]) => makeNode(`${node.path}/${key}`, node.depth + 1, models));
}

/**
 * Divides cars into about `wanted` groups: the group with the most cars on the road is always divided next, so that
 * common cars get parts of their own and rare ones share.
 * @param least depth below which no group stays together, however rare.
 */
export function groupModels(
  models: readonly ModelNode[],
  steps: readonly Step[],
  wanted: number,
  least: number,
): Group[] {
  let nodes = [makeNode('', 0, [...models])];
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
