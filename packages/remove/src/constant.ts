import { Node, SyntaxKind } from 'ts-morph'

export type Primitive = boolean | string | number | null | undefined

/**
 * What an expression has become. `inline` says whether names that stand for it are replaced: `const on = isEnabled(…)`
 * is, but `const title = on ? 'New' : 'Old'` keeps its name.
 */
export type Value = { kind: 'value'; value: Primitive; inline: boolean }
export type Fields = { kind: 'fields'; fields: ReadonlyMap<string, Constant> }
export type Constant = Value | Fields

export const inlineValue = (value: Primitive): Value => ({ kind: 'value', value, inline: true })
export const fieldsOf = (fields: Record<string, Constant>): Fields => ({
  kind: 'fields',
  fields: new Map(Object.entries(fields)),
})

export const isTruthy = (constant: Constant): boolean => constant.kind === 'fields' || Boolean(constant.value)
export const isNullish = (constant: Constant): boolean =>
  constant.kind === 'value' && (constant.value === null || constant.value === undefined)

/** Whether the left side of `&&`, `||` or `??` is the result. */
export function decides(operator: string, left: Constant): boolean {
  if (operator === '&&') return !isTruthy(left)
  return operator === '||' ? isTruthy(left) : !isNullish(left)
}

export function textOf(value: Primitive): string {
  if (typeof value !== 'string') return String(value)
  const escaped = JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${escaped}'`
}

/** The value of a literal in the source. */
export function literalOf(node: Node): Value | undefined {
  const soft = (value: Primitive): Value => ({ kind: 'value', value, inline: typeof value === 'boolean' })
  if (Node.isStringLiteral(node) || Node.isNoSubstitutionTemplateLiteral(node))
    return soft(node.getLiteralValue())
  if (Node.isNumericLiteral(node)) return soft(node.getLiteralValue())
  if (node.isKind(SyntaxKind.TrueKeyword)) return soft(true)
  if (node.isKind(SyntaxKind.FalseKeyword)) return soft(false)
  if (node.isKind(SyntaxKind.NullKeyword)) return soft(null)
  if (Node.isIdentifier(node) && node.getText() === 'undefined') return soft(undefined)
  if (Node.isParenthesizedExpression(node)) return literalOf(node.getExpression())
  return undefined
}
