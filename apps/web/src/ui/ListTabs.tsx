import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatNumber } from '../lib/format.ts'
import classes from './ListTabs.module.css'

export type ListTab<Value extends string> = { value: Value; label: string; count?: number | undefined }

type ListTabsProps<Value extends string> = {
  label: string
  tabs: readonly ListTab<Value>[]
  value: Value
  onChange(value: Value): void
  children: ReactNode
}

/** Tabs of a list with their counts; the list is the tab panel. */
export function ListTabs<Value extends string>({
  label,
  tabs,
  value,
  onChange,
  children,
}: ListTabsProps<Value>) {
  return (
    <Tabs value={value} onChange={(next) => next && onChange(next as Value)} className={classes.tabs}>
      <Tabs.List aria-label={label}>
        {tabs.map(({ value: key, label: text, count }) => (
          <Tabs.Tab
            key={key}
            value={key}
            rightSection={
              count === undefined ? undefined : <span className="faint num">{formatNumber(count)}</span>
            }
          >
            {text}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={value}>{children}</Tabs.Panel>
    </Tabs>
  )
}
