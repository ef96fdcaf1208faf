import { flagName } from './flags.ts'
import { toRequest } from './requests.ts'
import type { Site } from './site.ts'

const FLAGS = 20

/** A report of one instance: 20 flags, each seen `yes` times on. */
export function metrics(instance: number, yes = 5): string {
  const toggles = Array.from({ length: FLAGS }, (_, index) => [flagName(index), { yes, no: 3, variants: {} }])
  const stop = new Date()
  return JSON.stringify({
    appName: 'bench',
    instanceId: `bench-${instance}`,
    bucket: {
      start: new Date(stop.getTime() - 60_000).toISOString(),
      stop: stop.toISOString(),
      toggles: Object.fromEntries(toggles),
    },
  })
}

export const metricsRequests = ({ backend }: Site, instances: number): string[] =>
  Array.from({ length: instances }, (_, instance) =>
    toRequest('/api/client/metrics', { authorization: backend }, metrics(instance)),
  )
