import { readdirSync, readFileSync } from 'node:fs'
import { cpuSeconds, memory } from '../delivery/cores.ts'

export type Usage = { name: string; cpuSeconds: number; mebibytes: number }

const TICKS = 100

export const usageOf = (name: string, pid: number, earlierSeconds = 0): Usage => ({
  name,
  cpuSeconds: earlierSeconds + cpuSeconds(pid),
  mebibytes: memory(pid).now,
})

/** PostgreSQL with all its processes. Those that ended are in its CPU, and shared memory is counted once. */
export function postgresUsage(backend: number): Usage {
  const postmaster = stat(backend)?.parent ?? 0
  const all = readdirSync('/proc').flatMap((name) => {
    const found = /^\d+$/.test(name) ? stat(Number(name)) : undefined
    return found && (found.parent === postmaster || found.pid === postmaster) ? [found] : []
  })
  const own = all.find(({ pid }) => pid === postmaster)
  const ticks = all.reduce((sum, { ticks }) => sum + ticks, own?.endedTicks ?? 0)
  const mebibytes = all.reduce((sum, { pid }) => sum + ownMemory(pid), 0)
  return { name: 'PostgreSQL', cpuSeconds: ticks / TICKS, mebibytes }
}

/** In MiB, with a share of what is shared. */
function ownMemory(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) / 1024
  } catch {
    return 0 // It has ended.
  }
}

function stat(pid: number) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [1, 11, 12, 13, 14].map(
      (index) => fields[index],
    )
    return { pid, parent, ticks: user + system, endedTicks: endedUser + endedSystem }
  } catch {
    return undefined // It has ended.
  }
}
