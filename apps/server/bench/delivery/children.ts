import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Load, Plan } from './load.ts'

const SHORTEST = 0.3

/** Starts a file beside this one with something to read on its standard input. */
export function startChild(file: string, input: unknown, under: string[] = []): ChildProcess {
  const path = fileURLToPath(new URL(file, import.meta.url))
  const [command = process.execPath, ...args] = [...under, process.execPath, path]
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin?.end(JSON.stringify(input))
  return child
}

export async function endChild(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

export async function load(plan: Omit<Plan, 'warmUpSeconds'>, warmUpSeconds = SHORTEST): Promise<Load> {
  const child = startChild('load.ts', { ...plan, warmUpSeconds })
  let text = ''
  child.stdout?.on('data', (chunk: Buffer) => (text += chunk))
  await once(child, 'close')
  return JSON.parse(text) as Load
}
