import { invalid } from '../../../platform/errors.ts'

/** The text fields of a group, as entered by a user. */
export type GroupText = { name: string; description: string | null; mappings: readonly string[] }

const LONGEST = 100

export function acceptText({ name, description, mappings }: GroupText): GroupText {
  const trimmed = name.trim()
  if (trimmed === '') throw invalid('A group needs a name.', 'name')
  if (trimmed.length > LONGEST)
    throw invalid(`The name of a group can have at most ${LONGEST} characters.`, 'name')
  const names = mappings.map((mapping) => mapping.trim()).filter((mapping) => mapping !== '')
  return { name: trimmed, description: description?.trim() || null, mappings: [...new Set(names)] }
}

export type Origin = 'hand' | 'sso' | 'scim'
export type Member = { userId: number; origin: Origin }

/** The accounts to add and to remove so that exactly the wanted ones are members. */
export function difference(before: readonly Member[], wanted: readonly number[]) {
  const present = new Set(before.map(({ userId }) => userId))
  const staying = new Set(wanted)
  return {
    joining: [...staying].filter((id) => !present.has(id)).sort((a, b) => a - b),
    leaving: [...present].filter((id) => !staying.has(id)).sort((a, b) => a - b),
  }
}

/** Refuses to change the name or members of a SCIM group. */
export function checkKeptElsewhere(
  group: { name: string; scimId: string | null },
  change: { name: string; joining: readonly number[]; leaving: readonly number[] },
) {
  if (group.scimId === null) return
  if (change.name !== group.name)
    throw invalid('The name of this group comes from SCIM. Change it in your directory.', 'name')
  if (change.joining.length + change.leaving.length > 0)
    throw invalid('The members of this group come from SCIM. Change them in your directory.', 'users')
}
