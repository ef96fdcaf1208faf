import { listOf } from './context.ts'
import type { Dependency, Flag, Result } from './types.ts'

export type CompiledDependency = {
  readonly parent: string
  readonly enabled: boolean
  readonly variants: ReadonlySet<string>
}

export function compileDependencies(flag: Flag): readonly CompiledDependency[] {
  return listOf(listOf(flag.dependencies).map(compileDependency))
}

/** Whether the result of a parent, known and without parents, is as the dependency requires. */
export function accepts(dependency: CompiledDependency, parent: Result): boolean {
  if (!dependency.enabled) return !parent.enabled
  if (!parent.enabled) return false
  return dependency.variants.size === 0 || dependency.variants.has(parent.variant.name)
}

function compileDependency({ feature, enabled, variants }: Dependency): CompiledDependency {
  return { parent: feature, enabled: enabled !== false, variants: new Set(listOf(variants)) }
}
