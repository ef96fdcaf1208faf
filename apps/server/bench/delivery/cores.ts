import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

// The server under test has a core to itself; the load, PostgreSQL and this program share the other.

export const onServerCore = ['taskset', '-c', '0']

/** What is started from here inherits it. */
export function leaveServerCore() {
  if (availableParallelism() < 2) throw new Error('this takes a machine with two cores')
  execFileSync('taskset', ['-a', '-c', '-p', '1', String(process.pid)])
}

/** Seconds of CPU that all threads of a process have used. */
export function cpuSeconds(pid: number): number {
  const folder = `/proc/${pid}/task`
  const nanoseconds = readdirSync(folder).map((thread) => {
    try {
      return Number(readFileSync(`${folder}/${thread}/schedstat`, 'utf8').split(' ')[0])
    } catch {
      return 0 // It has ended.
    }
  })
  return nanoseconds.reduce((sum, one) => sum + one, 0) / 1e9
}

/** Memory in MiB: now, and the most it ever had. */
export function memory(pid: number): { now: number; most: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024
  return { now: read('VmRSS'), most: read('VmHWM') }
}
