import type { LifecycleTrend, LifecycleTrends } from '@flagstaff/contract/insights'
import type { listStages } from './project-queries.ts'

type Rows = Awaited<ReturnType<typeof listStages>>
type Stage = keyof LifecycleTrends['lifecycleTrends']

export function toLifecycle(rows: Rows): LifecycleTrends {
  const trend = (stage: Stage): LifecycleTrend => {
    const find = (category: keyof LifecycleTrend['categories'] | null) =>
      rows.find((row) => row.stage === stage && row.category === category)
    const category = (name: keyof LifecycleTrend['categories']) => {
      const { flags = 0, fresh = 0 } = find(name) ?? {}
      return { flagsOlderThanWeek: flags - fresh, newFlagsThisWeek: fresh }
    }
    const all = find(null)
    return {
      totalFlags: all?.flags ?? 0,
      medianDaysInCurrentStage: all?.now_days ?? 0,
      medianDaysHistorically: all?.past_days ?? 0,
      categories: {
        experimental: category('experimental'),
        release: category('release'),
        permanent: category('permanent'),
      },
    }
  }
  return {
    lifecycleTrends: {
      develop: trend('develop'),
      production: trend('production'),
      cleanup: trend('cleanup'),
    },
  }
}
