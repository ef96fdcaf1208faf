import type { Strategy } from '@flagstaff/contract/strategy-types'
import { Select } from '@mantine/core'
import { t } from './messages.ts'

type KindFieldProps = { strategies: readonly Strategy[]; value: string; onChange(strategy: Strategy): void }

/** Selects the kind of rule: the rollout by default, or another strategy. Deprecated ones are not offered. */
export function KindField({ strategies, value, onChange }: KindFieldProps) {
  const offered = strategies.filter(({ name, deprecated }) => !deprecated || name === value)
  const group = (editable: boolean) =>
    offered
      .filter((one) => one.editable === editable)
      .map(({ name, title }) => ({ value: name, label: title || name }))
  return (
    <Select
      aria-label={t('form.kind')}
      data={[
        { group: t('form.kindBuiltIn'), items: group(false) },
        { group: t('form.kindOwn'), items: group(true) },
      ].filter(({ items }) => items.length > 0)}
      value={value}
      allowDeselect={false}
      onChange={(name) => {
        const strategy = offered.find((one) => one.name === name)
        if (strategy) onChange(strategy)
      }}
    />
  )
}
