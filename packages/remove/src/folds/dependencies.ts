import { Node } from 'ts-morph'
import { removeElement } from '../layout.ts'
import type { Fold } from '../work.ts'

/** A constant is no dependency of a hook: `useMemo(…, [isNew])`. */
export const foldDependencies: Fold = (node, work) => {
  if (!Node.isArrayLiteralExpression(node)) return false
  const call = node.getParent()
  if (!Node.isCallExpression(call) || call.getArguments().at(-1) !== node) return false
  if (!/^(React\.)?use[A-Z]\w*$/.test(call.getExpression().getText())) return false
  const elements = node.getElements()
  const constants = elements.filter((one) => work.scope.constantOf(one)?.kind === 'value')
  if (constants.length === 0) return false
  for (const element of elements)
    if (constants.includes(element)) removeElement(element, elements, work)
    else work.rewrite(element)
  return true
}
