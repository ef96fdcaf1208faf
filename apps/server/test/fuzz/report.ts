import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Operation } from './document.ts'
import type { FuzzAnswer } from './play.ts'
import type { FuzzRequest } from './requests.ts'

export type Played = {
  operation: Operation
  n: number
  place: string
  caller: string
  request: FuzzRequest
  answer: FuzzAnswer
  fault: string | undefined
  log(): string
}
const folder = fileURLToPath(new URL('../../../../.reports/fuzz/', import.meta.url))
const MOST_SHOWN = 60

/** Counts responses, and explains how to reproduce each kind of bug. */
export function createReport(seed: string) {
  const statuses = new Map<string, number>()
  const operations = new Set<string>()
  const succeeded = new Set<string>()
  const faults = new Map<string, { times: number; text: string }>()
  const others: string[] = []
  const sent = new Map<string, number>()
  return {
    add(played: Played) {
      const { operation, place, caller, answer, fault } = played
      const { operationId } = operation
      sent.set(caller, (sent.get(caller) ?? 0) + 1)
      operations.add(operationId)
      if (answer.status >= 200 && answer.status < 400) succeeded.add(operationId)
      const status = `${place} ${answer.dropped ?? answer.status}`
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (!fault) return
      const key = `${place} ${operationId} ${fault}`
      const known = faults.get(key)
      if (known) known.times += 1
      else
        faults.set(key, {
          times: 1,
          text: describe(played, seed),
        })
    },
    addFault(title: string, details: unknown) {
      others.push(`${title}\n${JSON.stringify(details).slice(0, 4_000)}`)
    },
    /** Whether no bug was found. */
    print(): boolean {
      const shown = [...faults.values()].slice(0, MOST_SHOWN)
      for (const { times, text } of shown) console.log(`\n✗ ${times} × ${text}`)
      for (const text of others) console.log(`\n✗ ${text}`)
      if (faults.size > shown.length) console.log(`\nand ${faults.size - shown.length} more kinds of faults`)
      const counts = [...statuses].sort().map(([status, count]) => `${status}: ${count}`)
      const requests = [...sent.values()].reduce((sum, count) => sum + count, 0)
      console.log(
        `\nseed ${seed}; ${operations.size} operations, ${succeeded.size} of them with success; ${requests} requests`,
      )
      console.log(counts.join(', '))
      console.log(`by caller: ${[...sent].map(([caller, count]) => `${caller} ${count}`).join(', ')}`)
      const refused = [...operations].filter((id) => !succeeded.has(id))
      if (refused.length > 0) console.log(`only refused: ${refused.join(', ')}`)
      console.log(`${faults.size + others.length} kinds of faults`)
      return faults.size + others.length === 0
    },
  }
}

function describe(
  { operation, n, place, caller, request, answer, fault, log }: Played,
  seed: string,
): string {
  const { operationId } = operation
  mkdirSync(folder, { recursive: true })
  const file = `${folder}${place}-${operationId}-${n}.body`
  writeFileSync(file, request.body ?? '')
  const text = answer.body.toString()
  const id = /"id":"([0-9a-f-]{36})"/.exec(text)?.[1]
  const logged =
    id &&
    log()
      .split('\n')
      .find((line) => line.includes(id))
  return [
    `${place} ${operationId}: ${fault}`,
    `  caller ${caller}`,
    `  ${request.method} ${request.path.slice(0, 300)}`,
    `  headers ${JSON.stringify(request.headers).slice(0, 300)}`,
    `  body ${(request.body?.toString() ?? '').slice(0, 400)}`,
    `  answer ${text.slice(0, 300)}`,
    ...(logged ? [`  log ${logged.slice(0, 900)}`] : []),
    `  repeat: pnpm fuzz --seed ${seed} --only ${operationId} --request ${n}   (its body: .reports/fuzz/${place}-${operationId}-${n}.body)`,
  ].join('\n')
}
