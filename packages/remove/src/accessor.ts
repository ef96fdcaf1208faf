import { type CallExpression, Node, type ObjectLiteralExpression, type VariableDeclaration } from 'ts-morph'
import { literalOf } from './constant.ts'
import type { Scope } from './scope.ts'
import { kindOf } from './sdks.ts'

/** `newCart.get(context)`: the call of the SDK inside the accessor that `flagstaff generate` wrote. */
export function accessorCall(call: CallExpression, scope: Scope): CallExpression | undefined {
  const callee = call.getExpression()
  if (!Node.isPropertyAccessExpression(callee)) return undefined
  const symbol = callee.getExpression().getSymbol()
  const [declaration] = (symbol?.getAliasedSymbol() ?? symbol)?.getDeclarations() ?? []
  if (!Node.isVariableDeclaration(declaration) || !isAccessor(declaration, scope)) return undefined
  const method = objectOf(declaration)?.getProperty(callee.getName())
  return method
    ?.getDescendants()
    .filter(Node.isCallExpression)
    .find((one) => kindOf(one, scope.calls) !== undefined)
}

/** `{ key: 'new-cart', get: … }` */
export function isAccessor(declaration: VariableDeclaration, { key }: Scope): boolean {
  const property = objectOf(declaration)?.getProperty('key')
  if (!Node.isPropertyAssignment(property)) return false
  const initializer = property.getInitializer()
  return initializer !== undefined && literalOf(initializer)?.value === key
}

function objectOf(declaration: VariableDeclaration): ObjectLiteralExpression | undefined {
  let node: Node | undefined = declaration.getInitializer()
  while (Node.isSatisfiesExpression(node) || Node.isAsExpression(node)) node = node.getExpression()
  return Node.isObjectLiteralExpression(node) ? node : undefined
}

/** Whether the node is part of the accessor of the flag, which is generated again and not changed here. */
export const isInAccessor = (node: Node, scope: Scope): boolean =>
  node.getAncestors().some((one) => Node.isVariableDeclaration(one) && isAccessor(one, scope))
