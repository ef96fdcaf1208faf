import { Node } from 'ts-morph'
import { literalOf } from '../constant.ts'
import { keepRange, removeLines } from '../layout.ts'
import { resolve } from '../resolve.ts'
import type { Fold } from '../work.ts'

/** `{on && <New />}` among the children of an element. */
export const foldJsx: Fold = (node, work) => {
  const parent = node.getParent()
  if (!Node.isJsxExpression(node) || !(Node.isJsxElement(parent) || Node.isJsxFragment(parent))) return false
  const expression = node.getExpression()
  if (!expression) return false
  const resolved = resolve(expression, work.scope)
  const constant =
    work.scope.constantOf(expression) ?? (resolved === expression ? undefined : literalOf(resolved))
  if (constant?.kind === 'value' && isInvisible(constant.value)) {
    removeLines(node, work)
    return true
  }
  const kept = withoutParentheses(resolved)
  const isElement = Node.isJsxElement(kept) || Node.isJsxFragment(kept) || Node.isJsxSelfClosingElement(kept)
  if (resolved === expression || !isElement) return false
  keepRange(node, { start: kept.getStart(), end: kept.getEnd() }, work)
  work.rewrite(kept)
  return true
}

const isInvisible = (value: unknown) => value === null || value === undefined || typeof value === 'boolean'

const withoutParentheses = (node: Node): Node =>
  Node.isParenthesizedExpression(node) ? withoutParentheses(node.getExpression()) : node
