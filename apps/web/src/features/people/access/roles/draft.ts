import type { RoleWithPermissions } from '@flagstaff/contract/access'
import type { DiffLine } from '../../../../ui/Diff.tsx'

/** The draft of a role; permissions are sorted, so that two drafts can be compared. */
export type RoleDraft = { name: string; description: string; permissions: string[] }

type Placed = { name: string; environment?: string | null | undefined }

/** A permission with its environment, if it has one. Names cannot contain spaces. */
export const keyOf = ({ name, environment }: Placed): string =>
  environment ? `${name} ${environment}` : name

export function placedOf(key: string): { name: string; environment?: string } {
  const [name = '', environment] = key.split(' ')
  return environment ? { name, environment } : { name }
}

export const draftOf = ({ name, description = '', permissions }: RoleWithPermissions): RoleDraft => ({
  name,
  description,
  permissions: permissions.map(keyOf).sort(),
})

/** Adds or removes some permissions. */
export function choose(permissions: readonly string[], these: readonly string[], chosen: boolean): string[] {
  const next = new Set(permissions)
  for (const key of these) {
    if (chosen) next.add(key)
    else next.delete(key)
  }
  return [...next].sort()
}

type Label = (field: 'name' | 'description') => string

/** The changes that saving makes, one per line. `before` is undefined for a new role. */
export function diffOf(before: RoleDraft | undefined, after: RoleDraft, label: Label): DiffLine[] {
  const texts = (['name', 'description'] as const).flatMap((field): DiffLine[] => {
    if ((before?.[field] ?? '') === after[field]) return []
    const line = (sign: '+' | '-', text: string): DiffLine => ({
      sign,
      key: `${sign} ${field}`,
      content: `${label(field)}: ${text || '–'}`,
    })
    return before ? [line('-', before[field]), line('+', after[field])] : [line('+', after[field])]
  })
  const had = before?.permissions ?? []
  return [
    ...texts,
    ...lines('-', without(had, after.permissions)),
    ...lines('+', without(after.permissions, had)),
  ]
}

const without = (from: readonly string[], these: readonly string[]) =>
  from.filter((key) => !these.includes(key))
const lines = (sign: '+' | '-', keys: readonly string[]): DiffLine[] =>
  keys.map((key) => ({ sign, key: `${sign} ${key}`, content: key }))
