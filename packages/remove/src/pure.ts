import { Node, SyntaxKind } from 'ts-morph'
import { isHandOut } from './sdks.ts'

const changing = new Set([
  SyntaxKind.AwaitExpression,
  SyntaxKind.YieldExpression,
  SyntaxKind.DeleteExpression,
  SyntaxKind.PostfixUnaryExpression,
  SyntaxKind.TaggedTemplateExpression,
])
const isFunction = (node: Node) => Node.isArrowFunction(node) || Node.isFunctionExpression(node)

type Exception = (node: Node) => boolean

/** Whether an expression can be dropped without a trace. Calls count as effects, except those that are allowed. */
export function isPure(node: Node, allowed: Exception = () => false): boolean {
  if (allowed(node) || isFunction(node)) return true
  if (Node.isCallExpression(node) && !isHandOut(node)) return false
  if (Node.isNewExpression(node) || isChange(node)) return false
  return node.forEachChildAsArray().every((child) => isPure(child, allowed))
}

/** Arguments of a flag call may call functions: they build the context, and the flag was all that needed it. */
export const isPlainArgument = (node: Node): boolean =>
  !isChange(node) && (isFunction(node) || node.forEachChildAsArray().every(isPlainArgument))

function isChange(node: Node): boolean {
  if (changing.has(node.getKind())) return true
  if (Node.isPrefixUnaryExpression(node))
    return [SyntaxKind.PlusPlusToken, SyntaxKind.MinusMinusToken].includes(node.getOperatorToken())
  if (!Node.isBinaryExpression(node)) return false
  const operator = node.getOperatorToken().getKind()
  return operator >= SyntaxKind.FirstAssignment && operator <= SyntaxKind.LastAssignment
}
