import type { AdminPermission } from '@flagstaff/contract/access'
import { inBlocks } from '../blocks.ts'
import type { MessageKey } from '../messages.ts'
import { keyOf } from './draft.ts'

type Compared = { key: string; name: string; displayName: string; one: boolean; other: boolean }
export type ComparedBlock = { label: MessageKey; environment?: string; list: Compared[] }

/** Compares two roles by permission, in the blocks of the form; permissions that neither role has are left out. */
export function compare(one: readonly AdminPermission[], other: readonly AdminPermission[]): ComparedBlock[] {
  const [first, second] = [new Set(one.map(keyOf)), new Set(other.map(keyOf))]
  const all = new Map([...one, ...other].map((permission) => [keyOf(permission), permission]))
  const rows = [...all].map(([key, { name, displayName, type, environment }]) => ({
    ...{ key, name, displayName, type, environment: environment ?? '' },
    one: first.has(key),
    other: second.has(key),
  }))
  const of = (kind: string) => rows.filter(({ type }) => type === kind)
  const environments = Map.groupBy(of('environment'), ({ environment }) => environment)
  return [
    ...inBlocks('root', of('root')),
    ...inBlocks('project', of('project')),
    ...[...environments].map(([environment, list]) => ({
      label: 'block.environment' as const,
      environment,
      list,
    })),
  ]
}

export const onlyDifferent = (blocks: readonly ComparedBlock[]): ComparedBlock[] =>
  blocks
    .map((block) => ({ ...block, list: block.list.filter(({ one, other }) => one !== other) }))
    .filter(({ list }) => list.length > 0)
