import type { Asker } from './ask.ts'
import { type Counts, flags } from './plan.ts'

const FLAGS_PER_REPORT = 3

export type Reporter = ReturnType<typeof createReporter>

/** Usage reports of the SDKs of one application, with a sum of what was acknowledged. */
export function createReporter(app: string, path: string) {
  const counts: Counts = { app, acknowledged: 0, unanswered: 0 }
  let reports = 0
  return {
    counts,
    async report(asker: Asker, token: string, instance: number) {
      const first = reports++ % flags.length
      const names = Array.from({ length: FLAGS_PER_REPORT }, (_, at) => flags[(first + at) % flags.length])
      const yes = 1 + (instance % 5)
      const no = instance % 3
      const stop = new Date()
      const body = JSON.stringify({
        appName: app,
        instanceId: `${app}-${instance}`,
        bucket: {
          start: new Date(stop.getTime() - 1_000).toISOString(),
          stop: stop.toISOString(),
          toggles: Object.fromEntries(names.map((name) => [name, { yes, no, variants: {} }])),
        },
      })
      const isTaken = await asker.report({ path, headers: { authorization: token }, body })
      counts[isTaken ? 'acknowledged' : 'unanswered'] += FLAGS_PER_REPORT * (yes + no)
    },
  }
}
