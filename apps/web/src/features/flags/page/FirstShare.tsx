import { SegmentedControl } from '@mantine/core'
import { useId, useState } from 'react'
import { formatPercent } from '../../../lib/format.ts'
import { Diff } from '../../../ui/Diff.tsx'
import { RuleSentence, type SegmentNames } from '../rules/RuleSentence.tsx'
import type { RuleBody } from '../rules/rule.ts'
import { t } from './messages.ts'

/** Where a first rollout starts, unless the project says otherwise. */
export const FIRST_SHARE = 10
const shares = [1, 5, FIRST_SHARE, 25, 50, 100]

/** The rule for a share of users. */
export const withShare = (rule: RuleBody, share: number): RuleBody => ({
  ...rule,
  parameters: { ...rule.parameters, rollout: String(share) },
})

type FirstShareProps = {
  rule: RuleBody
  start: number
  segments: SegmentNames
  onChange(share: number): void
}

/** For a flag without rules: who gets it first. */
export function FirstShare({ rule, start, segments, onChange }: FirstShareProps) {
  const [share, setShare] = useState(start)
  const label = useId()
  const choose = (next: number) => {
    setShare(next)
    onChange(next)
  }
  return (
    <>
      <p id={label}>
        <b>{t('ask.who')}</b>
      </p>
      <SegmentedControl
        fullWidth
        aria-labelledby={label}
        data={[...new Set([...shares, start])]
          .sort((one, other) => one - other)
          .map((value) => ({ value: String(value), label: formatPercent(value) }))}
        value={String(share)}
        onChange={(value) => choose(Number(value))}
      />
      <Diff
        lines={[
          { sign: '-', key: 'off', content: t('ask.nobody') },
          {
            sign: '+',
            key: 'rule',
            content: <RuleSentence rule={withShare(rule, share)} segments={segments} />,
          },
        ]}
      />
    </>
  )
}
