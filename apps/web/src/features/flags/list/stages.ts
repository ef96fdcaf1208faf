import type { FeatureLifecycleCount } from '@flagstaff/contract/lifecycle'
import type { FlagListSearch } from './search.ts'

export const tabs = ['active', 'develop', 'live', 'cleanup', 'archived'] as const
export type Tab = (typeof tabs)[number]

/** Some tabs are a filter by lifecycle stage, which is in the URL like any other filter. */
const filters: Partial<Record<Tab, string>> = {
  develop: 'initial,pre-live',
  live: 'live',
  cleanup: 'completed',
}

export const tabOf = ({ tab, lifecycle }: FlagListSearch): Tab =>
  tab ?? tabs.find((one) => lifecycle !== undefined && filters[one] === lifecycle) ?? 'active'

export const searchOf = (tab: Tab): Pick<FlagListSearch, 'tab' | 'lifecycle'> => ({
  tab: tab === 'archived' ? tab : undefined,
  lifecycle: filters[tab],
})

export const countsOf = ({
  initial,
  preLive,
  live,
  completed,
  archived,
}: FeatureLifecycleCount): Record<Tab, number> => ({
  active: initial + preLive + live + completed,
  develop: initial + preLive,
  live,
  cleanup: completed,
  archived,
})
