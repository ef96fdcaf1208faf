import { Node } from 'ts-morph'
import { literalOf } from '../constant.ts'
import { resolve } from '../resolve.ts'
import type { Fold } from '../work.ts'

/** `${on ? 'new' : 'old'}` in a template becomes part of its text. */
export const foldTemplate: Fold = (node, work) => {
  if (!Node.isTemplateSpan(node) || Node.isTaggedTemplateExpression(node.getParent().getParent()))
    return false
  const expression = node.getExpression()
  const kept = resolve(expression, work.scope)
  const known = work.scope.constantOf(expression)
  const inlined = known?.kind === 'value' && known.inline ? known : undefined
  const constant = inlined ?? (kept === expression ? undefined : literalOf(kept))
  if (constant?.kind !== 'value') return false
  const start = work.source.lastIndexOf('${', expression.getStart())
  const end = work.source.indexOf('}', expression.getEnd()) + 1
  work.edits.replace(start, end, String(constant.value).replace(/[\\`]|\$\{/g, '\\$&'))
  return true
}
