import { childOf, type Node, nodesIn } from './tree.ts'

/** One change of the source: `text` takes the place of what is between `start` and `end`. */
export type Edit = { operator: string; start: number; end: number; text: string }

/** Where a node is: its parents with the innermost last, and the key under which it is in the innermost one. */
export type Place = { parents: readonly Node[]; key: string; source: string }

const swapped = new Map([
  ['<', '<='],
  ['<=', '<'],
  ['>', '>='],
  ['>=', '>'],
  ['===', '!=='],
  ['!==', '==='],
  ['+', '-'],
  ['-', '+'],
  ['*', '/'],
  ['/', '*'],
  ['%', '*'],
])
const renamed = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['startsWith', 'endsWith'],
  ['endsWith', 'startsWith'],
  ['min', 'max'],
  ['max', 'min'],
])
/** Methods that narrow or order what they are called on, so that a chain goes on without them. */
const removable = new Set(
  'filter where whereRef forUpdate forShare limit distinct orderBy sort reverse slice trim toLowerCase'.split(
    ' ',
  ),
)
const inSql: [operator: string, pattern: RegExp, text: string][] = [
  ['sql: and → or', /\band\b/gi, 'or'],
  ['sql: or → and', /\bor\b/gi, 'and'],
  ['sql: is null → is not null', /\bis null\b/gi, 'is not null'],
  ['sql: is not null → is null', /\bis not null\b/gi, 'is null'],
  ['sql: not exists → exists', /\bnot exists\b/gi, 'exists'],
  ['sql: = → <>', /(?<![<>!:=])=(?![>=])/g, '<>'],
  ['sql: < → <=', /(?<![<-])<(?![=>])/g, '<='],
  ['sql: > → >=', /(?<![<>=-])>(?![=>])/g, '>='],
  ['sql: >= → >', />=/g, '>'],
  ['sql: <= → <', /<=/g, '<'],
  ['sql: for update removed', /\bfor (no key )?update( of \w+)?\b/gi, ''],
]

/** What the campaign does to a node. Conditions become constant, which covers most other changes of them. */
export function editsOf(node: Node, place: Place): Edit[] {
  const rule = rules[node.type]
  const edits = rule ? rule(node, place) : []
  return isTest(place) && node.type !== 'Literal' ? [...constants(node, place), ...edits] : edits
}

const rules: Record<string, (node: Node, place: Place) => Edit[]> = {
  LogicalExpression(node, { source }) {
    const [left, right] = [textOf(childOf(node, 'left'), source), textOf(childOf(node, 'right'), source)]
    if (node.operator === '??') return [become(node, '?? → left', left), become(node, '?? → right', right)]
    const other = node.operator === '&&' ? '||' : '&&'
    return [become(node, `${node.operator} → ${other}`, `(${left}) ${other} (${right})`)]
  },
  BinaryExpression(node, place) {
    const operator = String(node.operator)
    const other = swapped.get(operator)
    if (!other || (isTest(place) && operator.includes('=='))) return []
    const [left, right] = [childOf(node, 'left'), childOf(node, 'right')]
    if (operator === '+' && [left, right].some(isText)) return []
    const { source } = place
    return [
      become(node, `${operator} → ${other}`, `(${textOf(left, source)}) ${other} (${textOf(right, source)})`),
    ]
  },
  UnaryExpression(node, place) {
    if (node.operator !== '!' || isTest(place)) return []
    return [become(node, '! removed', textOf(childOf(node, 'argument'), place.source))]
  },
  Literal(node, place) {
    const { value } = node
    if (typeof value === 'boolean') return [become(node, 'boolean flipped', String(!value))]
    if (typeof value === 'number') return [become(node, 'number + 1', String(value + 1))]
    if (typeof value !== 'string' || !isValue(place)) return []
    return [become(node, 'string replaced', value === '' ? "'mutated'" : "''")]
  },
  CallExpression(node, { source }) {
    const callee = childOf(node, 'callee')
    if (callee.type !== 'MemberExpression' || callee.computed) return []
    const property = childOf(callee, 'property')
    const name = String(property.name)
    const other = renamed.get(name)
    if (other)
      return [{ operator: `${name} → ${other}`, start: property.start, end: property.end, text: other }]
    if (!removable.has(name)) return []
    return [become(node, `${name} removed`, textOf(childOf(callee, 'object'), source))]
  },
  SpreadElement(node, { parents }) {
    return [become(node, 'spread removed', parents.at(-1)?.type === 'ObjectExpression' ? '...{}' : '...[]')]
  },
  TaggedTemplateExpression(node, { source }) {
    if (childOf(node, 'tag').name !== 'sql') return []
    return nodesIn(childOf(node, 'quasi').quasis).flatMap((quasi) => sqlEdits(quasi, source))
  },
  ExpressionStatement(node) {
    const expression = childOf(node, 'expression')
    const worth = /^(Call|Await|Assignment|Update|Chain)Expression$/.test(expression.type)
    return worth ? [become(node, 'statement removed', ';')] : []
  },
  ThrowStatement: (node, place) => (isSole(place) ? [] : [become(node, 'throw removed', ';')]),
  ReturnStatement: (node, place) => (isEarly(place) ? [become(node, 'return removed', ';')] : []),
  ContinueStatement: (node, place) => (isEarly(place) ? [become(node, 'continue removed', ';')] : []),
}

function sqlEdits(quasi: Node, source: string): Edit[] {
  const text = String((quasi.value as { raw: string }).raw)
  // The positions of a part include its delimiters.
  const at = source.indexOf(text, quasi.start)
  return inSql.flatMap(([operator, pattern, replacement]) =>
    [...text.matchAll(pattern)].map((found) => ({
      operator,
      start: at + found.index,
      end: at + found.index + found[0].length,
      text: replacement,
    })),
  )
}

function constants(node: Node, { parents }: Place): Edit[] {
  const no = become(node, 'condition → false', 'false')
  // A loop whose condition is always true would only show that tests have a timeout.
  const loops = /^(For|While|DoWhile)Statement$/.test(parents.at(-1)?.type ?? '')
  return loops ? [no] : [become(node, 'condition → true', 'true'), no]
}

const become = ({ start, end }: Node, operator: string, text: string): Edit => ({
  operator,
  start,
  end,
  text,
})
const textOf = ({ start, end }: Node, source: string) => source.slice(start, end)
const isTest = ({ key, parents }: Place) => key === 'test' && parents.at(-1)?.type !== 'SwitchCase'
const isText = (node: Node): boolean =>
  node.type === 'TemplateLiteral' ||
  (node.type === 'Literal' && typeof node.value === 'string') ||
  (node.type === 'BinaryExpression' && [childOf(node, 'left'), childOf(node, 'right')].some(isText))

/** A string that is chosen, returned or listed; other strings are mostly names whose loss every test notices. */
function isValue({ parents, key }: Place): boolean {
  const parent = parents.at(-1)
  if (parent?.type === 'ConditionalExpression') return key !== 'test'
  if (parent?.type === 'LogicalExpression') return key === 'right'
  if (parent?.type === 'ArrowFunctionExpression') return key === 'body'
  return parent?.type === 'ReturnStatement' || parent?.type === 'ArrayExpression'
}

/** The only statement of a condition: to remove it is to make the condition false. */
function isSole({ parents }: Place): boolean {
  const block = parents.at(-1)
  if (block?.type === 'IfStatement') return true
  if (block?.type !== 'BlockStatement' || nodesIn(block.body).length > 1) return false
  return parents.at(-2)?.type === 'IfStatement'
}

/** Whether statements would follow: not at the end of a function. */
function isEarly(place: Place): boolean {
  if (isSole(place)) return false
  const [outer, block] = place.parents.slice(-2)
  return (
    block?.type === 'SwitchCase' || (block?.type === 'BlockStatement' && !/Function/.test(outer?.type ?? ''))
  )
}
