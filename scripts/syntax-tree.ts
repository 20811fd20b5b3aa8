/** A node of oxc's syntax tree, as far as it is looked at here: what a kind of node lacks is undefined. */
export interface SyntaxNode {
  type: string;
  start: number;
  end: number;
  // biome-ignore lint/suspicious/noExplicitAny: each kind of node has fields of its own, which `type` tells apart
  [field: string]: any;
}
const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
export const childrenOf = (node: SyntaxNode): SyntaxNode[] => Object.values(node).flat().filter(isNode);
