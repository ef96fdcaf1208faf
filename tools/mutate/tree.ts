import { parseAst } from 'vitest/node'

/** A node of the syntax tree, with the properties that every type has. */
export type Node = { type: string; start: number; end: number; [key: string]: unknown }

export const parse = (source: string): Node => parseAst(source, { lang: 'ts' }) as unknown as Node

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** The child of a node under a key, which the type of the node promises. */
export function childOf(node: Node, key: string): Node {
  const child = node[key]
  if (!isNode(child)) throw new Error(`a ${node.type} has no ${key}`)
  return child
}

export function nodesIn(value: unknown): Node[] {
  if (Array.isArray(value)) return value.filter(isNode)
  return isNode(value) ? [value] : []
}

/** Type syntax that contains an expression; all other nodes called `TS…` exist only for the compiler. */
const transparent = new Set(['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression'])

export const isTypeOnly = ({ type }: Node): boolean =>
  (type.startsWith('TS') && !transparent.has(type)) || type === 'ImportDeclaration'

const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])
export const isFunction = ({ type }: Node): boolean => functions.has(type)

/** Where an expression can be replaced by a choice between two without a change of meaning. */
const fixed: Record<string, readonly string[]> = {
  MemberExpression: ['object', 'property'],
  CallExpression: ['callee'],
  NewExpression: ['callee'],
  TaggedTemplateExpression: ['tag', 'quasi'],
  ChainExpression: ['expression'],
  TSAsExpression: ['expression'],
  TSNonNullExpression: ['expression'],
  TSSatisfiesExpression: ['expression'],
  AssignmentExpression: ['left'],
  UpdateExpression: ['argument'],
  ForOfStatement: ['left'],
  ForInStatement: ['left'],
  AssignmentPattern: ['left'],
  ImportExpression: ['source'],
  ExpressionStatement: ['expression'],
  Property: ['key'],
  PropertyDefinition: ['key'],
  MethodDefinition: ['key'],
  VariableDeclarator: ['id'],
}

const choosable =
  /^(Literal|Identifier|(Template|Array|Object|Unary|Binary|Logical|Conditional|Call|New|Member|Chain|Await|Assignment|Sequence|Update|TaggedTemplate|TSAs|TSNonNull|TSSatisfies)\w*)$/

/** Whether `(chosen ? mutated : original)` can take the place of a node, or `if … else …` that of a statement. */
export function isAnchor(node: Node, parent: Node, key: string): boolean {
  if (/Pattern$/.test(node.type)) return false
  if (/Statement$/.test(node.type)) return node.type !== 'BlockStatement'
  if (parent.type === 'UnaryExpression' && (parent.operator === 'delete' || parent.operator === 'typeof'))
    return false
  return choosable.test(node.type) && !fixed[parent.type]?.includes(key)
}
