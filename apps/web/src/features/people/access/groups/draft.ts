import type { Group } from '@flagstaff/contract/accounts'
import type { DiffLine } from '../../../../ui/Diff.tsx'

/** The draft of a group; members and mappings are sorted, so that two drafts can be compared. */
export type GroupDraft = {
  name: string
  description: string
  members: string[]
  mappings: string[]
  rootRole: string
}

export const nothing: GroupDraft = { name: '', description: '', members: [], mappings: [], rootRole: '' }

export const draftOf = (group: Group): GroupDraft => ({
  name: group.name,
  description: group.description ?? '',
  members: (group.users ?? []).map(({ user }) => String(user.id)).sort(),
  mappings: [...(group.mappingsSSO ?? [])].sort(),
  rootRole: group.rootRole ? String(group.rootRole) : '',
})

/** Labels for the diff. */
type Words = {
  person(id: string): string
  role(id: string): string
  field(name: 'name' | 'description' | 'rootRole' | 'mappings'): string
}

/** The changes that saving makes, one per line. `before` is undefined for a new group. */
export function diffOf(before: GroupDraft | undefined, after: GroupDraft, words: Words): DiffLine[] {
  const had = before ?? nothing
  const text = (field: 'name' | 'description' | 'rootRole', show: (value: string) => string): DiffLine[] => {
    if (had[field] === after[field]) return []
    const label = words.field(field)
    return [
      ...(before ? [line('-', field, `${label}: ${show(had[field]) || '–'}`)] : []),
      line('+', field, `${label}: ${show(after[field]) || '–'}`),
    ]
  }
  const list = (field: 'members' | 'mappings', show: (value: string) => string): DiffLine[] => [
    ...had[field].filter((one) => !after[field].includes(one)).map((one) => line('-', one, show(one))),
    ...after[field].filter((one) => !had[field].includes(one)).map((one) => line('+', one, show(one))),
  ]
  const same = (value: string) => value
  return [
    ...text('name', same),
    ...text('description', same),
    ...list('members', words.person),
    ...list('mappings', (name) => `${words.field('mappings')}: ${name}`),
    ...text('rootRole', words.role),
  ]
}

const line = (sign: '+' | '-', key: string, content: string): DiffLine => ({
  sign,
  key: `${sign} ${key} ${content}`,
  content,
})
