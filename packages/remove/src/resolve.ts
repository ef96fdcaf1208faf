import { type BinaryExpression, Node } from 'ts-morph'
import { type Constant, decides, isTruthy } from './constant.ts'
import { isInCondition } from './context.ts'
import { changedCall } from './evaluate.ts'
import type { Scope } from './scope.ts'

/** The part of an expression that is left of it. */
export function resolve(node: Node, scope: Scope): Node {
  const part = partOf(node, scope)
  return part === node ? node : resolve(part, scope)
}

function partOf(node: Node, scope: Scope): Node {
  if (Node.isParenthesizedExpression(node)) {
    const inner = resolve(node.getExpression(), scope)
    return inner === node.getExpression() ? node : inner
  }
  if (Node.isConditionalExpression(node)) {
    const condition = scope.constantOf(node.getCondition())
    if (!condition) return node
    return isTruthy(condition) ? node.getWhenTrue() : node.getWhenFalse()
  }
  if (Node.isBinaryExpression(node)) return operandOf(node, scope)
  const call = Node.isAwaitExpression(node) ? node.getExpression() : node
  const outcome = changedCall(call, scope)?.outcome
  return outcome && 'argument' in outcome ? outcome.argument : node
}

function operandOf(node: BinaryExpression, scope: Scope): Node {
  const operator = node.getOperatorToken().getText()
  if (!['&&', '||', '??'].includes(operator)) return node
  const left = scope.constantOf(node.getLeft())
  if (left) return decides(operator, left) ? node.getLeft() : node.getRight()
  const right = scope.constantOf(node.getRight())
  return right && isNeutral(node, right) ? node.getLeft() : node
}

/** `x && true` is `x` where only its truth matters. */
function isNeutral(node: BinaryExpression, right: Constant): boolean {
  const operator = node.getOperatorToken().getText()
  if (operator === '??' || right.kind !== 'value' || decides(operator, right)) return false
  return isInCondition(node) || node.getLeft().getType().isBoolean()
}
