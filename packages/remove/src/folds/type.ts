import { Node } from 'ts-morph'
import { literalOf } from '../constant.ts'
import { resolve } from '../resolve.ts'
import type { Work } from '../work.ts'

/** `const a = on ? [n] : []` has a type that `[]` alone has not, so the type is written down. */
export function writeType(node: Node, { scope, edits }: Work): void {
  if (!Node.isVariableDeclaration(node) || node.getTypeNode()) return
  const initializer = node.getInitializer()
  const kept = initializer && resolve(initializer, scope)
  if (!kept || kept === initializer || !isVague(kept)) return
  const end = node.getNameNode().getEnd()
  edits.replace(end, end, `: ${node.getType().getText(node)}`)
}

function isVague(node: Node): boolean {
  if (Node.isArrayLiteralExpression(node)) return node.getElements().length === 0
  if (Node.isObjectLiteralExpression(node)) return node.getProperties().length === 0
  const literal = literalOf(node)
  return literal !== undefined && (literal.value === null || literal.value === undefined)
}
