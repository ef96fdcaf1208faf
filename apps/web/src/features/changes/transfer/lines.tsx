import type { Constraint, Variant } from '@flagstaff/contract/common'
import type { ImportChoiceName, ImportItem } from '@flagstaff/contract/transfer'
import { formatPercent } from '../../../lib/format.ts'
import type { DiffLine } from '../../../ui/Diff.tsx'
import type { SegmentNames } from '../../flags/index.ts'
import { bodyOf, diffRules, type Rule } from '../../flags/index.ts'
import { ConstraintsSentence } from '../../setup/constraints/index.ts'
import { t, texts } from './messages.ts'
import type { ImportRow } from './rows.ts'

type State = { enabled: boolean; variants: Variant[]; rules: Rule[] }
type Content = Record<string, unknown>

/** The summary of a collapsed row. */
export function summaryOf(row: ImportRow, choice: ImportChoiceName | undefined): string {
  const [first, state] = row.items
  if (row.state === 'need') {
    if (row.kind !== 'segment') return t('taken')
    return choice === 'keep' ? t('segmentLeft') : t('segmentMissing')
  }
  if (row.state === 'left') return ''
  if (row.state === 'create') {
    const after = state?.after as State | undefined
    if (!after) return t('newShared')
    return t('newRules', { count: after.rules.length, state: after.enabled ? 'on' : 'off' })
  }
  const fields = [...(first?.differs ?? []), ...(state?.differs ?? [])].map(labelOf)
  return t('differs', { fields: fields.join(', ') })
}

/** Changes field by field; rules as sentences. */
export const linesOf = (row: ImportRow, segments: SegmentNames): DiffLine[] =>
  row.items.flatMap((item) => (item.kind === 'environment' ? stateLines(item, segments) : fieldLines(item)))

function fieldLines({ kind, before, after, differs, state }: ImportItem): DiffLine[] {
  const [was, is] = [before as Content | null, after as Content | null]
  if (!is) return []
  const keys = state === 'create' ? Object.keys(is).filter((key) => hasContent(is[key])) : differs
  return keys.flatMap((key) => [
    ...(was ? [{ sign: '-' as const, key: `- ${kind} ${key}`, content: fieldText(key, was[key]) }] : []),
    ...(key in is ? [{ sign: '+' as const, key: `+ ${kind} ${key}`, content: fieldText(key, is[key]) }] : []),
  ])
}

const hasContent = (value: unknown) =>
  value !== null && value !== false && value !== '' && !(Array.isArray(value) && value.length === 0)

function fieldText(key: string, value: unknown) {
  if (key === 'constraints') return <ConstraintsSentence constraints={value as Constraint[]} />
  return t('line', { label: labelOf(key), value: valueText(key, value) })
}

function valueText(key: string, value: unknown): string {
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
  if (Array.isArray(value)) return value.map((one) => partText(key, one as Content)).join(', ') || t('none')
  return value === null || value === undefined || value === '' ? t('none') : String(value)
}

const partText = (key: string, part: Content): string => {
  if (key === 'tags') return t('tag', part)
  if (key === 'links') return String(part.url)
  if (key === 'dependencies') return String(part.feature)
  if (key === 'variants') return `${part.name} ${formatPercent(Number(part.weight) / 10)}`
  return String(part.value ?? part.name ?? '')
}

function stateLines({ before, after }: ImportItem, segments: SegmentNames): DiffLine[] {
  const [was, is] = [before as State | null, after as State | null]
  if (!is) return []
  const switched = (was?.enabled ?? false) !== is.enabled
  const sign = (on: boolean) => t('line', { label: t('field.enabled'), value: t(on ? 'on' : 'off') })
  const variants = JSON.stringify(was?.variants ?? []) !== JSON.stringify(is.variants)
  return [
    ...(switched
      ? [
          ...(was ? [{ sign: '-' as const, key: '- switch', content: sign(was.enabled) }] : []),
          { sign: '+' as const, key: '+ switch', content: sign(is.enabled) },
        ]
      : []),
    ...ruleLines(was?.rules ?? [], is.rules, segments),
    ...(variants
      ? [
          { sign: '-' as const, key: '- variants', content: fieldText('variants', was?.variants ?? []) },
          { sign: '+' as const, key: '+ variants', content: fieldText('variants', is.variants) },
        ]
      : []),
  ]
}

/** Matches rules by id. */
function ruleLines(before: readonly Rule[], after: readonly Rule[], segments: SegmentNames): DiffLine[] {
  const known = new Map(before.map((rule) => [rule.id, rule]))
  const left = before.filter(({ id }) => !after.some((rule) => rule.id === id))
  const pairs = [
    ...left.map((rule) => [rule, undefined] as const),
    ...after.map((rule) => [rule.id === undefined ? undefined : known.get(rule.id), rule] as const),
  ]
  const stayed = (list: readonly Rule[], others: readonly Rule[]) =>
    list.map(({ id }) => id).filter((id) => id !== undefined && others.some((rule) => rule.id === id))
  const moved = stayed(before, after).join() !== stayed(after, before).join()
  return [
    ...pairs.flatMap(([was, is], index) =>
      diffRules(was && bodyOf(was), is && bodyOf(is), segments).map((line) => ({
        ...line,
        key: `${index} ${line.key}`,
      })),
    ),
    ...(moved ? [{ sign: '~' as const, key: '~ order', content: t('field.order') }] : []),
  ]
}

const labelOf = (key: string): string => {
  const name = `field.${key}`
  return name in texts ? t(name as keyof typeof texts) : key
}
