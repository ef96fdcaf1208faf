import { pause } from './plan.ts'
import { type Fleet, OWN_BUILD } from './regions.ts'

const CUT_MS = 20_000
const DOWN_MS = 2_000

export const UPGRADE = 'rolling upgrade'

export type Fault = { name: string; run(): Promise<void> }

/** What happens to the fleet, one after the other. It starts with the build that is upgraded. */
export const faultsOf = ({ servers, edges, cut }: Fleet): Fault[] => [
  {
    name: UPGRADE,
    async run() {
      for (const one of [...servers, ...edges]) {
        await one.end('SIGTERM')
        await one.start(OWN_BUILD)
      }
    },
  },
  {
    name: 'server killed',
    async run() {
      const [server] = servers
      await server?.end('SIGKILL')
      await pause(DOWN_MS)
      await server?.start(OWN_BUILD)
    },
  },
  {
    name: 'region cut',
    async run() {
      cut(true)
      await pause(CUT_MS)
      cut(false)
    },
  },
]
