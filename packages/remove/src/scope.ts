import type { FunctionDeclaration, Node, VariableDeclaration } from 'ts-morph'
import type { Constant } from './constant.ts'
import type { KnownCall, RemoveOptions } from './options.ts'

/** What is known while a flag is removed. */
export type Scope = {
  key: string
  value: RemoveOptions['value']
  calls: readonly KnownCall[]
  /** The constant that an expression has become because of the flag. Other constants of the source don't count. */
  constantOf(node: Node): Constant | undefined
  /** The constant that a promise resolves to. */
  settledOf(node: Node): Constant | undefined
  /** Calls of the flag that were found; those that stay as they are have a reason. */
  calledAt: Map<Node, string | undefined>
  /** Functions whose calls were replaced. */
  helpers: Set<FunctionDeclaration | VariableDeclaration>
}

/** Computes once per node, because folds ask again and again. A node that needs itself is not known. */
export function oncePerNode<Result>(compute: (node: Node) => Result | undefined) {
  const results = new Map<Node, Result | undefined>()
  return (node: Node): Result | undefined => {
    if (results.has(node)) return results.get(node)
    results.set(node, undefined)
    const result = compute(node)
    results.set(node, result)
    return result
  }
}
