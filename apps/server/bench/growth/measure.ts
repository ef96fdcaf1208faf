import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { REAL_BUDGET, type Server, startServer } from '../../test/cluster/server.ts'
import { memory } from '../delivery/cores.ts'
import { onScratchDatabase, token } from '../scratch.ts'
import type { Question } from './questions.ts'

const ROUNDS = 7
const TICKS_PER_SECOND = 100
const PROMISED_MS = 200
const PROMISED_CPU_SECONDS = 6
const PROMISED_MB = 600

/** A request has a time in ms; the others are about the process. */
export type Figure = {
  title: string
  value: number
  text: string
  held: boolean
  isRequest: boolean
  isRefused?: boolean
}

/** What the package and the image run. A bundle starts with less CPU time than separate modules. */
const packaged = fileURLToPath(new URL('../../../cli/dist/server.js', import.meta.url))

/** Starts the packaged server on a seeded database, and asks it everything. */
export async function measureShape(
  seed: Parameters<typeof onScratchDatabase>[0],
  questions: readonly Question[],
): Promise<Figure[]> {
  const figures: Figure[] = []
  await onScratchDatabase(seed, async (url) => {
    figures.push(...(await measureServer(url, questions)))
  })
  return figures
}

async function measureServer(databaseUrl: string, questions: readonly Question[]): Promise<Figure[]> {
  const began = performance.now()
  const server = await startServer(databaseUrl, { ...REAL_BUDGET, MAIN: packaged })
  try {
    const seconds = (performance.now() - began) / 1_000
    const cpu = cpuSeconds(server.pid)
    const atStart = residentMb(server.pid)
    const figures: Figure[] = []
    for (const question of questions) figures.push(await ask(server, question))
    const after = residentMb(server.pid)
    return [
      ...figures,
      ofProcess('ready after, s', seconds.toFixed(1)),
      ofProcess('CPU until ready, s', cpu.toFixed(1), PROMISED_CPU_SECONDS),
      ofProcess('memory when ready, MB', String(atStart), PROMISED_MB),
      ofProcess('memory after all requests, MB', String(after), PROMISED_MB),
    ]
  } finally {
    await server.stop()
  }
}

const ofProcess = (title: string, text: string, promised = Number.POSITIVE_INFINITY): Figure => ({
  title,
  value: Number(text),
  text,
  held: Number(text) <= promised,
  isRequest: false,
})

async function ask(server: Server, { title, method = 'GET', path, body }: Question): Promise<Figure> {
  const times: number[] = []
  const statuses = new Set<number>()
  let bytes = 0
  for (let round = -2; round < ROUNDS; round++) {
    const began = performance.now()
    const response = await fetch(`${server.url}${path(round & 1)}`, {
      method,
      headers: { authorization: token, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    bytes = (await response.arrayBuffer()).byteLength
    statuses.add(response.status)
    if (round >= 0) times.push(performance.now() - began)
  }
  const value = times.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0
  const refused = [...statuses].filter((status) => status >= 300)
  const size = bytes > 100_000 ? ` (${(bytes / 1_000_000).toFixed(1)} MB)` : ''
  const status = refused.length > 0 ? ` [${refused.join(', ')}]` : ''
  return {
    title,
    // The time of a refusal says nothing.
    value: refused.length > 0 ? Number.NaN : value,
    isRefused: refused.length > 0,
    text: `${value.toFixed(0)}${size}${status}`,
    held: refused.length === 0 && value <= PROMISED_MS,
    isRequest: true,
  }
}

/** User and system time of a process so far, with threads that have ended. */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

const residentMb = (pid: number): number => Math.round(memory(pid).now)
