import type { DiffLine } from '../../../ui/Diff.tsx'
import type { FieldDraft } from './draft.ts'
import { t } from './messages.ts'

const fields = ['name', 'project', 'description', 'valueType', 'stickiness', 'legalValues'] as const
type Field = (typeof fields)[number]

const changesOf = (before: FieldDraft, after: FieldDraft): Field[] =>
  fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))

/** The changes that saving makes. `before` is undefined for a new field. */
export function diffOf(before: FieldDraft | undefined, after: FieldDraft): DiffLine[] {
  const line = (sign: '+' | '-', field: Field, draft: FieldDraft): DiffLine => ({
    sign,
    key: `${sign} ${field}`,
    content: `${labels[field]()}: ${show(field, draft)}`,
  })
  if (!before)
    return fields.filter((field) => !isDefault(field, after)).map((field) => line('+', field, after))
  return changesOf(before, after).flatMap((field) => [line('-', field, before), line('+', field, after)])
}

const isDefault = (field: Field, draft: FieldDraft) => {
  const value = draft[field]
  return value === '' || value === false || value === 'string' || (Array.isArray(value) && value.length === 0)
}

const labels: Record<Field, () => string> = {
  name: () => t('context.name'),
  project: () => t('context.scope'),
  description: () => t('context.description'),
  valueType: () => t('context.type'),
  stickiness: () => t('context.stickiness'),
  legalValues: () => t('context.legal'),
}

function show(field: Field, draft: FieldDraft): string {
  if (field === 'legalValues')
    return (
      draft.legalValues
        .map(({ value, description }) => (description ? `${value} (${description})` : value))
        .join(', ') || '–'
    )
  if (field === 'stickiness') return t(draft.stickiness ? 'context.yes' : 'context.no')
  if (field === 'valueType') return t(`type.${draft.valueType}`)
  if (field === 'project') return draft.project || t('context.global')
  return draft[field] || '–'
}
