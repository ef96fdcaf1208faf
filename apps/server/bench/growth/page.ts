import { machine, writeSection } from '../delivery/page.ts'
import type { Figure } from './measure.ts'
import { plotGrowth } from './plot.ts'
import type { Width } from './wide-seed.ts'

export type Column = { title: string; figures: Figure[] }

const LIMIT_MS = 200

/** The section about many flags on the page of measurements, with its picture. */
export function writeSizes(columns: Column[], load: number) {
  const day = new Date().toISOString().slice(0, 10)
  writeSection(
    'Growth',
    `\`pnpm bench growth\` starts the packaged server on databases of three sizes, with 100 flags in each project, two environments with a rule in each, and two events per flag. It was run on ${day}, on ${machine()}, with a load of ${load.toFixed(1)} before it. Each number is the median of seven requests, in ms. The server has its default time limits. The goals at 100,000 flags are ${LIMIT_MS} ms, 6 s of CPU until ready, and 600 MB. The playground evaluates a whole environment of at most 15,000 flags, and more in pages.

${table(columns)}

![The same times as dots, with one row for each request](/measurements/growth.svg)`,
    { 'growth.svg': plotGrowth(columns, LIMIT_MS) },
  )
}

/** The section about many of everything else. */
export function writeWidths(columns: Column[], widths: readonly Width[]) {
  writeSection(
    'Many projects, people, environments and events',
    `The second part of \`pnpm bench growth\` has one flag in each project and ${widths.map(inWords).join(', then ')}. One project has all environments and 1,000 of the people.

${table(columns)}

![The same times as dots, with one row for each request](/measurements/growth-wide.svg)`,
    { 'growth-wide.svg': plotGrowth(columns, LIMIT_MS) },
  )
}

const count = (value: number) => value.toLocaleString('en')
const inWords = ({ projects, users, environments, events }: Width) =>
  `${count(projects)} projects, ${count(users)} people, ${environments} environments and ${count(events)} events`

function table(columns: readonly Column[]): string {
  const head = `| | ${columns.map(({ title }) => title).join(' | ')} |`
  const line = `| --- | ${columns.map(() => '---:').join(' | ')} |`
  const rows = (columns[0]?.figures ?? []).map(
    ({ title }, index) =>
      `| ${title} | ${columns.map(({ figures }) => figures[index]?.text ?? '').join(' | ')} |`,
  )
  return [head, line, ...rows].join('\n')
}
