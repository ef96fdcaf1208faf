import { type IfStatement, Node } from 'ts-morph'
import { isTruthy } from '../constant.ts'
import { isStatementList } from '../context.ts'
import { insideOf, keepRange, removeLines } from '../layout.ts'
import { clashes } from '../names.ts'
import type { Fold, Work } from '../work.ts'

export const foldIf: Fold = (node, work) => {
  if (!Node.isIfStatement(node)) return false
  const condition = work.scope.constantOf(node.getExpression())
  if (!condition) return false
  const kept = isTruthy(condition) ? node.getThenStatement() : node.getElseStatement()
  if (!kept || isEmpty(kept)) {
    dropStatement(node, work)
    return true
  }
  const isUnwrapped =
    Node.isBlock(kept) && isStatementList(node.getParent()) && !clashes(kept, node, work.scope)
  const range = isUnwrapped
    ? insideOf(work.source, kept.getStart() + 1, kept.getEnd() - 1)
    : { start: kept.getStart(), end: kept.getEnd() }
  keepRange(node, range, work)
  work.rewrite(kept)
  return true
}

const isEmpty = (node: Node): boolean => Node.isBlock(node) && /^\{\s*\}$/.test(node.getText())

function dropStatement(node: IfStatement, work: Work): void {
  const parent = node.getParent()
  const isElse = Node.isIfStatement(parent) && parent.getElseStatement() === node
  if (isStatementList(parent)) removeLines(node, work)
  else if (isElse) work.edits.remove(parent.getThenStatement().getEnd(), node.getEnd())
  else work.edits.replace(node.getStart(), node.getEnd(), '{}')
}
