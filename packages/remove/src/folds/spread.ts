import { Node } from 'ts-morph'
import { isTruthy } from '../constant.ts'
import { insideOf, removeElement } from '../layout.ts'
import { resolve } from '../resolve.ts'
import type { Fold } from '../work.ts'

/** `...(on ? { a } : {})` in an object, `...(on ? [a] : [])` in a list. */
export const foldSpread: Fold = (node, work) => {
  if (!Node.isSpreadAssignment(node) && !Node.isSpreadElement(node)) return false
  const list = node.getParent()
  if (!Node.isObjectLiteralExpression(list) && !Node.isArrayLiteralExpression(list)) return false
  const siblings = Node.isObjectLiteralExpression(list) ? list.getProperties() : list.getElements()
  const expression = node.getExpression()
  const constant = work.scope.constantOf(expression)
  const kept = resolve(expression, work.scope)
  const parts = kept === expression ? undefined : partsOf(kept)
  if ((constant && !isTruthy(constant)) || parts?.length === 0) {
    removeElement(node, siblings, work)
    return true
  }
  if (!parts) return false
  const { start, end } = insideOf(work.source, kept.getStart() + 1, kept.getEnd() - 1)
  const comma = work.source[end - 1] === ',' ? 1 : 0
  work.edits.remove(node.getStart(), start)
  work.edits.remove(end - comma, node.getEnd())
  for (const part of parts) work.rewrite(part)
  return true
}

function partsOf(node: Node): Node[] | undefined {
  if (Node.isParenthesizedExpression(node)) return undefined
  if (Node.isObjectLiteralExpression(node)) return node.getProperties()
  return Node.isArrayLiteralExpression(node) ? node.getElements() : undefined
}
