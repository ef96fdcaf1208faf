import { Node } from 'ts-morph'
import { keptStatements } from '../clause.ts'
import { isStatementList } from '../context.ts'
import { indentAt, keepRange, removeLines } from '../layout.ts'
import { clashes } from '../names.ts'
import type { Fold } from '../work.ts'

export const foldSwitch: Fold = (node, work) => {
  if (!Node.isSwitchStatement(node) || !isStatementList(node.getParent())) return false
  const statements = keptStatements(node, work.scope)
  if (!statements) return false
  const first = statements[0]
  const last = statements.at(-1)
  if (!first || !last) {
    removeLines(node, work)
    return true
  }
  const range = { start: first.getStart(true), end: last.getEnd() }
  if (statements.some((one) => clashes(one, node, work.scope))) {
    const indent = indentAt(work.source, node.getStart())
    work.edits.replace(node.getStart(), range.start, `{\n${indent}  `)
    const by = indentAt(work.source, range.start).length - indent.length - 2
    if (by > 0) work.edits.dedent(range.start, range.end, by)
    work.edits.replace(range.end, node.getEnd(), `\n${indent}}`)
  } else keepRange(node, range, work)
  for (const statement of statements) work.rewrite(statement)
  return true
}
