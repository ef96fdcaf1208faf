import type { Allowed } from './allowed/entry.ts'
import { allowed } from './allowed.ts'
import type { Difference } from './compare.ts'
import { type Operation, onlyRefuses, operations } from './operations.ts'
import type { Count, Exchange } from './player.ts'

type Case = { exchange: Exchange; difference: Difference }

const allows = (entry: Allowed, { exchange, difference }: Case) =>
  (entry.operations?.test(exchange.operation.id) ?? true) &&
  entry.at.test(difference.at) &&
  (entry.differs?.includes(difference.kind) ?? true) &&
  (entry.when?.(difference, exchange) ?? true)

/** Prints what was compared and the differences; returns whether all of them are allowed. */
export function report(exchanges: Exchange[], counts: Count[]): boolean {
  const met = new Map<Allowed, number>()
  const unlisted = new Map<string, Case[]>()
  for (const exchange of exchanges)
    for (const difference of exchange.differences) {
      const one = { exchange, difference }
      const entry = allowed.find((entry) => allows(entry, one))
      if (entry) met.set(entry, (met.get(entry) ?? 0) + 1)
      else {
        const key = `${exchange.operation.id} ${difference.at} ${difference.kind}`
        unlisted.set(key, [...(unlisted.get(key) ?? []), one])
      }
    }
  for (const cases of unlisted.values()) printCase(cases)
  printCoverage(exchanges)
  console.log(`\nallowed differences met: ${met.size} of ${allowed.length}`)
  for (const [{ name, kind }, times] of met) console.log(`  ${times} × ${name} (${kind})`)
  const unmet = allowed.filter((entry) => !met.has(entry) && !entry.sometimes)
  if (unmet.length > 0) console.log(`allowed but never met: ${unmet.map(({ name }) => name).join('; ')}`)
  console.log(`unlisted differences: ${unlisted.size}`)
  for (const { name, of, ours, theirs } of counts)
    console.log(`${name}: ${ours} of ${of}${theirs === undefined ? '' : `, theirs ${theirs} of ${of}`}`)
  return unlisted.size === 0 && counts.every(({ ours }) => ours === 0)
}

function printCase(cases: Case[]) {
  const [first] = cases
  if (!first) return
  const { exchange, difference } = first
  const more = cases.length > 1 ? `  (${cases.length} times)` : ''
  console.log(`\n${exchange.operation.id} [${exchange.scenario}] ${difference.at}: ${difference.kind}${more}`)
  console.log(`  ${short(exchange.request)}`)
  console.log(`  ours   ${short(difference.ours)}   (${exchange.statuses.ours})`)
  console.log(`  theirs ${short(difference.theirs)}   (${exchange.statuses.theirs})`)
}

function printCoverage(exchanges: Exchange[]) {
  const count = (outcome: Exchange['outcome']) => exchanges.filter((one) => one.outcome === outcome).length
  const names = (list: { id: string }[]) => list.map(({ id }) => id).join(', ') || 'none'
  const asked = new Map<string, Exchange[]>()
  for (const one of exchanges) asked.set(one.operation.id, [...(asked.get(one.operation.id) ?? []), one])
  const played = operations.filter(({ id }) => asked.has(id))
  const notBuilt = played.filter(({ id }) => asked.get(id)?.some(({ outcome }) => outcome === 'not built'))
  const built = played.filter((one) => !notBuilt.includes(one))
  const answered = ({ id }: Operation, wanted: (status: number) => boolean) =>
    asked.get(id)?.some(({ outcome, statuses }) => outcome === 'compared' && wanted(statuses.theirs)) ?? false
  const succeeded = built.filter((one) => onlyRefuses(one) || answered(one, (status) => status < 400))
  const refused = built.filter((one) => answered(one, (status) => status >= 400))
  const judged = built.filter((one) =>
    answered(one, (status) => status >= 400 && status !== 401 && status !== 403),
  )
  console.log(
    `\noperations played: ${played.length} of ${operations.length}, ${built.length} of them on both`,
  )
  console.log(`never played: ${names(operations.filter((one) => !played.includes(one)))}`)
  console.log(`not built yet: ${notBuilt.length} (${names(notBuilt)})`)
  console.log(`compared with success and refusal: ${succeeded.filter((one) => refused.includes(one)).length}`)
  console.log(`refused for more than who asks: ${judged.length}`)
  console.log(`without a success: ${names(built.filter((one) => !succeeded.includes(one)))}`)
  console.log(`without a refusal: ${names(built.filter((one) => !refused.includes(one)))}`)
  console.log(
    `comparisons: ${count('compared')}; not built: ${count('not built')}; waiting for those: ${count('waiting')}`,
  )
}

const short = (value: unknown) => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')
  return text.length > 300 ? `${text.slice(0, 300)}…` : text
}
