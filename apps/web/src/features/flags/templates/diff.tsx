import type { DiffLine } from '../../../ui/Diff.tsx'
import { formatAfter } from '../../changes/templates/index.ts'
import type { SegmentNames } from '../rules/RuleSentence.tsx'
import { diffRules } from '../rules/ruleDiff.tsx'
import { conditionOf, type Draft, type MilestoneDraft } from './draft.ts'
import { t } from './messages.ts'

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** What saving changes: names, times, and the rules of each milestone as sentences. */
export function diffOf(before: Draft | undefined, after: Draft, segments: SegmentNames): DiffLine[] {
  const fields = (['name', 'description'] as const).flatMap((field) =>
    lines(`${field}`, t(`diff.${field}`), before?.[field] ?? '', after[field]),
  )
  const gone = (before?.milestones ?? []).filter(
    ({ key }) => !after.milestones.some((one) => one.key === key),
  )
  return [
    ...fields,
    ...gone.map(
      (one): DiffLine => ({
        sign: '-',
        key: `gone ${one.key}`,
        content: headOf(one, before?.milestones ?? []),
      }),
    ),
    ...after.milestones.flatMap((one) => milestoneLines(one, before, after, segments)),
  ]
}

function milestoneLines(
  milestone: MilestoneDraft,
  before: Draft | undefined,
  after: Draft,
  segments: SegmentNames,
): DiffLine[] {
  const old = before?.milestones.find(({ key }) => key === milestone.key)
  const [was, is] = [old && headOf(old, before?.milestones ?? []), headOf(milestone, after.milestones)]
  if (was === is && same(old?.rules, milestone.rules)) return []
  const { key, rules } = milestone
  const dropped = (old?.rules ?? []).filter((one) => !rules.some((rule) => rule.key === one.key))
  const sign = old ? ('' as const) : ('+' as const)
  return [
    ...(was === is || !old
      ? [{ sign, key, content: is }]
      : [
          { sign: '-' as const, key: `- ${key}`, content: was },
          { sign: '+' as const, key: `+ ${key}`, content: is },
        ]),
    ...rules
      .filter(
        (rule) =>
          !same(
            rule,
            old?.rules.find((one) => one.key === rule.key),
          ),
      )
      .flatMap((rule) => {
        const stored = old?.rules.find((one) => one.key === rule.key)
        return keyed(diffRules(stored?.body, rule.body, segments), rule.key)
      }),
    ...dropped.flatMap((rule) => keyed(diffRules(rule.body, undefined, segments), rule.key)),
  ]
}

const keyed = (list: readonly DiffLine[], prefix: string) =>
  list.map((line) => ({ ...line, key: `${prefix} ${line.key}` }))

function headOf({ key, name, next }: MilestoneDraft, all: readonly MilestoneDraft[]): string {
  const index = all.findIndex((one) => one.key === key)
  return t('diff.head', {
    number: index + 1,
    name,
    after: formatAfter(conditionOf(next), index === all.length - 1),
  })
}

function lines(key: string, label: string, before: string, after: string): DiffLine[] {
  if (before.trim() === after.trim()) return []
  return [
    ...(before ? [{ sign: '-' as const, key: `- ${key}`, content: `${label}: ${before}` }] : []),
    { sign: '+' as const, key: `+ ${key}`, content: `${label}: ${after || '–'}` },
  ]
}
