/**
 * What delivery can do: our server beside the bare engine and beside Unleash, on this machine. Prints every figure with
 * what is promised for it, and fails if one is missed. A whole run writes the page of measurements.
 *
 *   pnpm bench delivery [--quick] [--only <figure>] [--rounds 3] [--alone]
 *
 * `--alone` leaves out Unleash.
 */
import { parseArgs } from 'node:util'
import { makePostgres } from '../../test/cluster/postgres.ts'
import { type Line, type Options, withBench } from './bench.ts'
import { leaveServerCore } from './cores.ts'
import { figures } from './figures/index.ts'
import { writePage } from './page.ts'
import { print, printHead } from './print.ts'

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true },
    rounds: { type: 'string', default: '5' },
    alone: { type: 'boolean', default: false },
  },
})
const { quick, only, rounds, alone } = values
const unknown = only?.filter((name) => !figures.has(name)) ?? []
if (unknown.length > 0) {
  console.error(
    `there is no figure called ${unknown.join(', ')}; there are ${[...figures.keys()].join(', ')}`,
  )
  process.exit(2)
}
const options: Options = quick
  ? { quick, rounds: 1, seconds: 0.7, sizes: [350], unleash: false }
  : { quick, rounds: Number(rounds), seconds: 1.8, sizes: [350, 3_000], unleash: !alone }

leaveServerCore()
const results = new Map<string, Line[]>()
const postgres = await makePostgres()
try {
  printHead()
  for (const [name, measure] of figures) {
    if (only && !only.includes(name)) continue
    const lines = await withBench({ ...options, postgres }, measure)
    results.set(name, lines)
    for (const line of lines) print(line)
  }
} finally {
  await postgres.remove()
}
const missed = [...results.values()].flat().filter(({ held }) => !held)
console.log(missed.length > 0 ? `\nmissed: ${missed.length}` : '\nall as promised')
if (missed.length > 0) process.exitCode = 1
if (!quick && !only && !alone) writePage(results)
