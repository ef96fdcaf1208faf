import { type Edit, editsOf } from './operators.ts'
import { childOf, isAnchor, isFunction, isTypeOnly, type Node, nodesIn, parse } from './tree.ts'

/** The smallest part of the source that can be chosen when the code runs. */
export type Anchor = { start: number; end: number; statement: boolean }
export type Mutant = Edit & {
  line: number
  before: string
  after: string
  anchor: Anchor
  /** Evaluated when the module is loaded, so it takes a fresh process. */
  onLoad: boolean
}

type Walk = { parents: Node[]; key: string; anchor: Anchor | undefined; onLoad: boolean }

/** Logs and the texts of errors are for people, and tests do not repeat them. */
const isForPeople = (node: Node, source: string): boolean => {
  if (node.type === 'NewExpression')
    return /(Error|Exception)$/.test(String((node.callee as Node).name ?? ''))
  if (node.type !== 'CallExpression') return false
  const callee = childOf(node, 'callee')
  return /\b(log|logger|console)\.\w+$|^(onFailure|noteFailure)$/.test(source.slice(callee.start, callee.end))
}

/** All mutants of a file, in the order of the source. */
export function mutantsOf(source: string): Mutant[] {
  const found: Mutant[] = []
  const lines = lineStarts(source)
  const visit = (node: Node, walk: Walk) => {
    if (walk.key === 'key' || isTypeOnly(node) || isForPeople(node, source) || isLogging(node, source)) return
    const parent = walk.parents.at(-1)
    const anchor =
      parent && isAnchor(node, parent, walk.key)
        ? { start: node.start, end: node.end, statement: /Statement$/.test(node.type) }
        : walk.anchor
    if (anchor)
      for (const edit of editsOf(node, { parents: walk.parents, key: walk.key, source }))
        found.push({
          ...edit,
          line: lineOf(lines, edit.start),
          before: source.slice(edit.start, edit.end),
          after: edit.text,
          anchor,
          onLoad: walk.onLoad,
        })
    if (node.type === 'ThrowStatement') return
    const inside = { parents: [...walk.parents, node], anchor, onLoad: walk.onLoad && !isFunction(node) }
    for (const [key, value] of Object.entries(node))
      for (const child of nodesIn(value)) visit(child, { ...inside, key })
  }
  visit(parse(source), { parents: [], key: '', anchor: undefined, onLoad: true })
  return found.sort((a, b) => a.start - b.start || a.end - b.end)
}

const isLogging = (node: Node, source: string): boolean =>
  node.type === 'ExpressionStatement' && isForPeople(childOf(node, 'expression'), source)

function lineStarts(source: string): number[] {
  const starts = [0]
  for (const { index } of source.matchAll(/\n/g)) starts.push(index + 1)
  return starts
}

const lineOf = (starts: readonly number[], at: number): number => {
  const next = starts.findIndex((start) => start > at)
  return next < 0 ? starts.length : next
}
