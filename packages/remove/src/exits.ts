import { Node } from 'ts-morph'
import { keptStatements } from './clause.ts'
import { isTruthy } from './constant.ts'
import type { Scope } from './scope.ts'

/** Whether the code after a statement cannot be reached; with a scope, as it is after folding. */
export function exits(statement: Node, scope?: Scope): boolean {
  if (
    Node.isReturnStatement(statement) ||
    Node.isThrowStatement(statement) ||
    Node.isBreakStatement(statement) ||
    Node.isContinueStatement(statement)
  )
    return true
  if (Node.isBlock(statement)) return statement.getStatements().some((one) => exits(one, scope))
  if (Node.isSwitchStatement(statement) && scope)
    return (keptStatements(statement, scope) ?? []).some((one) => exits(one, scope))
  if (!Node.isIfStatement(statement)) return false
  const condition = scope?.constantOf(statement.getExpression())
  const whenTrue = exits(statement.getThenStatement(), scope)
  const other = statement.getElseStatement()
  const whenFalse = other !== undefined && exits(other, scope)
  if (condition) return isTruthy(condition) ? whenTrue : whenFalse
  return whenTrue && whenFalse
}
