import { Node } from 'ts-morph'
import { textOf } from '../constant.ts'
import { changedCall } from '../evaluate.ts'
import { keepRange } from '../layout.ts'
import { resolve } from '../resolve.ts'
import type { Fold, Work } from '../work.ts'

/** Replaces an expression by the constant that it has become. */
export const foldConstant: Fold = (node, work) => {
  if (Node.isShorthandPropertyAssignment(node)) return foldShorthand(node, work)
  if (!Node.isExpression(node) || !isRead(node)) return false
  const constant = work.scope.constantOf(node)
  if (constant?.kind !== 'value' || !constant.inline) return foldText(node, work)
  work.edits.replace(node.getStart(), node.getEnd(), textOf(constant.value))
  return true
}

const foldShorthand: Fold = (node, { scope, edits }) => {
  if (!Node.isShorthandPropertyAssignment(node)) return false
  const constant = scope.constantOf(node.getNameNode())
  if (constant?.kind !== 'value' || !constant.inline) return false
  edits.replace(node.getStart(), node.getEnd(), `${node.getName()}: ${textOf(constant.value)}`)
  return true
}

/** Objects from payloads, and promises that nothing awaits. */
const foldText: Fold = (node, { scope, edits }) => {
  const inner = Node.isAwaitExpression(node) ? node.getExpression() : node
  const call = changedCall(inner, scope)
  if (call && 'text' in call.outcome && call.isPromise === (inner !== node)) {
    edits.replace(node.getStart(), node.getEnd(), call.outcome.text)
    return true
  }
  const settled = Node.isCallExpression(node) && call ? scope.settledOf(node) : undefined
  if (settled?.kind !== 'value') return false
  const text = textOf(settled.value)
  edits.replace(node.getStart(), node.getEnd(), isReturnedByAsync(node) ? text : `Promise.resolve(${text})`)
  return true
}

function isReturnedByAsync(node: Node): boolean {
  const parent = node.getParent()
  if (Node.isArrowFunction(parent)) return parent.isAsync()
  const around = node.getFirstAncestor(
    (one) =>
      Node.isFunctionLikeDeclaration(one) || Node.isArrowFunction(one) || Node.isFunctionExpression(one),
  )
  return Node.isReturnStatement(parent) && Node.isAsyncable(around) && around.isAsync()
}

/** Names are also written where they are declared, exported or used as types. */
function isRead(node: Node): boolean {
  if (!Node.isIdentifier(node)) return true
  const parent = node.getParent()
  if (Node.isVariableDeclaration(parent) || Node.isBindingElement(parent))
    return parent.getInitializer() === node
  if (Node.isPropertyAccessExpression(parent)) return parent.getExpression() === node
  return !(Node.isExportSpecifier(parent) || Node.isImportSpecifier(parent) || Node.isTypeQuery(parent))
}

/** Keeps the branch or operand that is left of an expression. */
export const foldBranch: Fold = (node, work) => {
  if (!Node.isExpression(node)) return false
  const kept = resolve(node, work.scope)
  if (kept === node) return false
  const isParenthesized = Node.isParenthesizedExpression(node)
  if (isParenthesized && needsParentheses(node, kept)) return false
  const bare = Node.isParenthesizedExpression(kept) && isRoomy(node, kept) ? kept.getExpression() : kept
  const opens = !isParenthesized && isBody(node) && Node.isObjectLiteralExpression(bare)
  keepRange(node, { start: bare.getStart(), end: bare.getEnd() }, work)
  if (opens) wrap(bare, work)
  work.rewrite(bare)
  return true
}

function wrap(node: Node, { edits }: Work): void {
  edits.replace(node.getStart(), node.getStart(), '(')
  edits.replace(node.getEnd() - 1, node.getEnd(), '})')
}

/** The body of an arrow function or a whole statement, where `{` would open a block. */
const isBody = (node: Node): boolean => {
  const parent = node.getParent()
  return Node.isArrowFunction(parent) || Node.isExpressionStatement(parent)
}

const needsParentheses = (node: Node, kept: Node): boolean => {
  if (Node.isObjectLiteralExpression(kept)) return isBody(node)
  const isTight =
    Node.isIdentifier(kept) ||
    Node.isLiteralLike(kept) ||
    Node.isCallExpression(kept) ||
    Node.isPropertyAccessExpression(kept) ||
    Node.isTemplateExpression(kept) ||
    Node.isArrayLiteralExpression(kept) ||
    Node.isParenthesizedExpression(kept) ||
    Node.isJsxElement(kept) ||
    Node.isJsxFragment(kept) ||
    Node.isJsxSelfClosingElement(kept)
  return !isTight && !isRoomy(node, kept)
}

/** Whether the place takes any expression on one line. */
function isRoomy(node: Node, kept: Node): boolean {
  if (kept.getStartLineNumber() !== kept.getEndLineNumber()) return Node.isIfStatement(node.getParent())
  const parent = node.getParent()
  if (Node.isCallExpression(parent)) return parent.getExpression() !== node
  return (
    Node.isIfStatement(parent) ||
    Node.isParenthesizedExpression(parent) ||
    Node.isVariableDeclaration(parent) ||
    Node.isReturnStatement(parent) ||
    Node.isJsxExpression(parent)
  )
}
