import { openPrometheus } from '../../insight/usage/index.ts'
import type { Slice } from '../../platform/manifest.ts'
import { checkSafeguards } from './check.ts'
import { watchGuards } from './watch.ts'

/** Stops rollouts that do harm. It is after usage, which has the metrics. */
export const slice: Slice = {
  jobs: (parts) => {
    const prometheus = openPrometheus(parts)
    return [
      { name: 'safeguards', cron: '* * * * *', run: () => checkSafeguards({ ...parts, prometheus }) },
      { name: 'guards', seconds: 15, run: () => watchGuards({ ...parts, prometheus }) },
    ]
  },
}
