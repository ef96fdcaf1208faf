import type { DiffLine } from '../../../ui/Diff.tsx'
import { colourOf } from './colours.ts'
import { t } from './messages.ts'

/** All fields are present, so that two drafts can be compared. */
export type TypeDraft = { name: string; description: string; icon: string; color: string }

const fields = ['name', 'description', 'icon', 'color'] as const

/** The changes that saving makes. `before` is undefined for a new tag type. */
export function diffOf(before: TypeDraft | undefined, after: TypeDraft): DiffLine[] {
  return fields
    .filter((field) => (before ? before[field] !== after[field] : after[field] !== ''))
    .flatMap((field) => {
      const line = (sign: '+' | '-', draft: TypeDraft): DiffLine => ({
        sign,
        key: `${sign} ${field}`,
        content: `${labels[field]()}: ${show(field, draft)}`,
      })
      return before ? [line('-', before), line('+', after)] : [line('+', after)]
    })
}

const labels: Record<keyof TypeDraft, () => string> = {
  name: () => t('types.name'),
  description: () => t('types.description'),
  icon: () => t('types.icon'),
  color: () => t('types.colour'),
}

function show(field: keyof TypeDraft, draft: TypeDraft): string {
  const value = draft[field]
  if (field !== 'color') return value || t('types.none')
  const name = colourOf(value)
  return name ? t(`colour.${name}`) : value
}
