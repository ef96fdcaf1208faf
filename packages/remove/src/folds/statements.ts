import { Node } from 'ts-morph'
import { literalOf } from '../constant.ts'
import { isStatementList } from '../context.ts'
import { changedCall } from '../evaluate.ts'
import { exits } from '../exits.ts'
import { removeLines } from '../layout.ts'
import { resolve } from '../resolve.ts'
import type { Fold, Work } from '../work.ts'

/** Removes the statements that can no longer be reached. */
export const foldStatements: Fold = (node, work) => {
  if (!isStatementList(node) || !Node.isStatemented(node)) return false
  let isDead = false
  for (const statement of node.getStatements()) {
    if (isDead && !isHoisted(statement)) removeLines(statement, work)
    else work.rewrite(statement)
    isDead ||= exits(statement, work.scope) && !exits(statement)
  }
  return true
}

const isHoisted = (statement: Node) =>
  Node.isFunctionDeclaration(statement) ||
  Node.isInterfaceDeclaration(statement) ||
  Node.isTypeAliasDeclaration(statement)

/** Removes statements without an effect: `isEnabled('a')` alone, or `on && start()` of a flag that is off. */
export const foldEffect: Fold = (node, work) => {
  if (!Node.isExpressionStatement(node) || !isStatementList(node.getParent())) return false
  if (!isWithoutEffect(node.getExpression(), work)) return false
  removeLines(node, work)
  return true
}

function isWithoutEffect(node: Node, { scope }: Work): boolean {
  if (scope.constantOf(node) ?? scope.settledOf(node)) return true
  if (changedCall(Node.isAwaitExpression(node) ? node.getExpression() : node, scope)) return true
  const kept = resolve(node, scope)
  return kept !== node && literalOf(kept) !== undefined
}

/** Removes loops that never run. */
export const foldLoop: Fold = (node, work) => {
  if (!Node.isWhileStatement(node) || !isStatementList(node.getParent())) return false
  const condition = work.scope.constantOf(node.getExpression())
  if (condition?.kind !== 'value' || condition.value) return false
  removeLines(node, work)
  return true
}
