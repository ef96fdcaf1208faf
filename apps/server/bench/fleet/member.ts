import { freePort, launch, type Program, type Running } from '../../../../tools/compat/processes.ts'
import { cpuSeconds } from '../delivery/cores.ts'
import { usageOf } from './usage.ts'

export type Member = Awaited<ReturnType<typeof createMember>>

/** A server or an edge that can be ended and started again on its port. */
export async function createMember(name: string, program: (build: string) => Program, database = '') {
  const port = await freePort()
  let running: Running | undefined
  let earlierCpu = 0
  return {
    name,
    port,
    url: `http://127.0.0.1:${port}`,
    /** Resolves once it is ready. */
    async start(build: string) {
      running = await launch(program(build), { database, port })
    },
    async end(signal: NodeJS.Signals) {
      if (!running) return
      earlierCpu += cpuSeconds(running.pid)
      running.signal(signal)
      await running.end()
      running = undefined
    },
    /** CPU of all its processes, memory of the last. */
    usage() {
      if (!running) throw new Error(`${name} does not run`)
      return usageOf(name, running.pid, earlierCpu)
    },
  }
}
