/**
 * How the requests of the interface, start-up and memory grow: with 1,000, 10,000 and 100,000 flags in projects of 100,
 * two environments with rules; and with many projects, people, environments and events. Starts the packaged server as a
 * process (run `pnpm build` and `pnpm --filter flagstaff build` first). Medians of 7 after a warm-up, with the real
 * request budget. Fails where a figure at 100,000 flags is more than promised, or a request is refused. A whole run
 * writes its section of the page of measurements.
 *
 *   pnpm bench growth [--flags 10000] [--wide]
 *
 * `--wide` alone writes only its own section.
 */
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { type Figure, measureShape } from './measure.ts'
import { type Column, writeSizes, writeWidths } from './page.ts'
import { flagQuestions, wideQuestions } from './questions.ts'
import { growthSeed } from './seed.ts'
import { type Width, wideSeed } from './wide-seed.ts'

const SIZES = [1_000, 10_000, 100_000]
const WIDTHS: Width[] = [
  { projects: 1_000, users: 5_000, environments: 10, events: 1_000_000 },
  { projects: 10_000, users: 50_000, environments: 100, events: 10_000_000 },
]

const { values } = parseArgs({
  options: { flags: { type: 'string', multiple: true }, wide: { type: 'boolean', default: false } },
})
const isWhole = !values.flags && !values.wide
const sizes = values.flags?.map(Number) ?? (values.wide ? [] : SIZES)
const [load = 0] = loadavg()

const bySize: Column[] = []
for (const flags of sizes)
  bySize.push({
    title: `${flags.toLocaleString('en')} flags`,
    figures: await measureShape(growthSeed(flags), flagQuestions(flags)),
  })
const byWidth: Column[] = []
if (isWhole || values.wide)
  for (const width of WIDTHS)
    byWidth.push({
      title: `${width.projects.toLocaleString('en')} projects`,
      figures: await measureShape(wideSeed(width), wideQuestions(width)),
    })

print(bySize)
print(byWidth)
if (isWhole) writeSizes(bySize, load)
if (byWidth.length > 0) writeWidths(byWidth, WIDTHS)
// The times of the wide part are only measured, but nothing there may be refused.
const missed = [
  ...(bySize.at(-1)?.figures.filter(({ held }) => !held) ?? []),
  ...(byWidth.at(-1)?.figures.filter(({ isRefused }) => isRefused) ?? []),
]
console.log(missed.length > 0 ? `missed: ${titles(missed)}` : 'nothing missed')
if (missed.length > 0) process.exitCode = 1

function titles(figures: readonly Figure[]): string {
  return figures.map(({ title }) => title).join(', ')
}

function print(columns: readonly Column[]) {
  const row = (title: string, cells: readonly string[]) =>
    console.log([title.padEnd(44), ...cells.map((cell) => cell.padStart(18))].join(''))
  row(
    'median ms at',
    columns.map(({ title }) => title),
  )
  for (const [index, { title }] of (columns[0]?.figures ?? []).entries())
    row(
      title,
      columns.map(({ figures }) => figures[index]?.text ?? ''),
    )
}
