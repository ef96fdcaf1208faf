import type { UpsertSegment } from '@flagstaff/contract/segments'
import type { DiffLine } from '../../../ui/Diff.tsx'
import { ConstraintsSentence } from '../constraints/index.ts'
import { t } from './messages.ts'

const fields = ['name', 'description', 'project', 'constraints'] as const
type Field = (typeof fields)[number]

const isSame = (a: unknown, b: unknown) => JSON.stringify(a || null) === JSON.stringify(b || null)

export const changesOf = (before: UpsertSegment, after: UpsertSegment): Field[] =>
  fields.filter((field) => !isSame(before[field], after[field]))

/** The changes that saving makes, as sentences. `before` is undefined for a new segment. */
export function diffOf(before: UpsertSegment | undefined, after: UpsertSegment): DiffLine[] {
  if (!before)
    return fields.filter((field) => !isSame(after[field], null)).map((field) => line('+', field, after))
  return changesOf(before, after).flatMap((field) => [
    line('-', field, before, after),
    line('+', field, after, before),
  ])
}

function line(sign: '+' | '-', field: Field, segment: UpsertSegment, other?: UpsertSegment): DiffLine {
  const key = `${sign} ${field}`
  if (field !== 'constraints') return { sign, key, content: `${label(field)}: ${plain(field, segment)}` }
  const against = other && ({ constraints: other.constraints, mark: sign === '+' ? 'add' : 'del' } as const)
  return { sign, key, content: <ConstraintsSentence constraints={segment.constraints} against={against} /> }
}

const label = (field: Exclude<Field, 'constraints'>) =>
  t(field === 'name' ? 'segments.name' : field === 'project' ? 'segments.scope' : 'segments.description')

const plain = (field: Exclude<Field, 'constraints'>, segment: UpsertSegment) =>
  segment[field] || (field === 'project' ? t('segments.global') : '–')
