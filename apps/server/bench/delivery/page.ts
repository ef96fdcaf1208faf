import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { REFERENCE } from '../../../../tools/compat/processes.ts'
import type { Line } from './bench.ts'
import { short } from './numbers.ts'
import { BARE, type Group, LIMIT, OURS, plot, UNLEASH } from './plot.ts'

const docs = fileURLToPath(new URL('../../../docs', import.meta.url))

/** The page of measurements, with its pictures, from a whole run. Sections that other benchmarks wrote stay. */
export function writePage(results: Map<string, Line[]>, folder = docs) {
  const lines = [...results.values()].flat()
  writePictures(folder, {
    'compared.svg': plot('Compared with bare Node and Unleash', compared(lines)),
    'limits.svg': plot('Measured values and their limits', limits(lines)),
  })
  const [, ...sections] = readSections(folder)
  writeSections(folder, [toPage(lines), ...sections])
}

/** Replaces or adds a section of the page, and its pictures. */
export function writeSection(title: string, text: string, pictures: Record<string, string>, folder = docs) {
  writePictures(folder, pictures)
  const sections = readSections(folder)
  const head = `## ${title}\n`
  const at = sections.findIndex((section) => section.startsWith(head))
  sections.splice(at < 0 ? sections.length : at, 1, `${head}\n${text}`)
  writeSections(folder, sections)
}

const pageIn = (folder: string) => `${folder}/docs/understanding-flagstaff/measurements.md`

const readSections = (folder: string) => readFileSync(pageIn(folder), 'utf8').split(/^(?=## )/m)

const writeSections = (folder: string, sections: readonly string[]) =>
  writeFileSync(pageIn(folder), `${sections.map((section) => section.trimEnd()).join('\n\n')}\n`)

function writePictures(folder: string, pictures: Record<string, string>) {
  mkdirSync(`${folder}/static/measurements`, { recursive: true })
  for (const [name, picture] of Object.entries(pictures))
    writeFileSync(`${folder}/static/measurements/${name}`, picture)
}

const compared = (lines: Line[]): Group[] =>
  lines
    .filter(({ bare, unleash }) => bare !== undefined || unleash !== undefined)
    .map(({ what, unit, ours, bare, unleash }) => ({
      title: what,
      unit,
      bars: [
        { label: 'Flagstaff', value: ours, color: OURS },
        ...(bare === undefined ? [] : [{ label: 'bare', value: bare, color: BARE }]),
        ...(unleash === undefined ? [] : [{ label: 'Unleash', value: unleash, color: UNLEASH }]),
      ],
    }))

const limits = (lines: Line[]): Group[] =>
  lines.flatMap(({ what, unit, ours, limit }) =>
    limit === undefined
      ? []
      : [
          {
            title: what,
            unit,
            bars: [
              { label: 'Flagstaff', value: ours, color: OURS },
              { label: 'at most', value: limit, color: LIMIT },
            ],
          },
        ],
  )

function toPage(lines: Line[]): string {
  const cell = (value: number | undefined) => (value === undefined ? '' : short(value))
  const rows = lines.map(
    ({ what, ours, bare, unleash, unit, reached, promised, held }) =>
      `| ${what} | ${cell(ours)} | ${cell(bare)} | ${cell(unleash)} | ${unit} | ${reached} | ${promised}${held ? '' : ': **missed**'} |`,
  )
  const notes = lines.flatMap(({ what, notes = [] }) =>
    notes.length > 0 ? [`- ${what}: ${notes.join('; ')}`] : [],
  )
  return `---
id: measurements
title: Measurements
description: How fast Flagstaff serves flags, compared with bare Node and Unleash, and how it behaves under faults.
sidebar_label: Measurements
sidebar_position: 5
---

These benchmarks show how fast Flagstaff serves flags, compared with bare Node and Unleash, and how it behaves under faults. They were run on ${new Date().toISOString().slice(0, 10)} by \`pnpm bench delivery\`, which also generates this page, on ${machine()}.

The server under test has a dedicated core. The load generator and PostgreSQL, with its default durability, share the other. _Bare_ is Node's own HTTP server sending the same bytes and headers and doing nothing else: no server on Node can be faster. Unleash is version ${REFERENCE} with its own database, and gets the same requests. Servers are loaded one at a time, in turns. The numbers are medians of five rounds; each round counts the best of three turns, because other activity on the machine can only slow a server down.

| Benchmark | Flagstaff | bare | Unleash | | Result | Target |
| --- | ---: | ---: | ---: | --- | --- | --- |
${rows.join('\n')}

${notes.join('\n')}

![Responses per second of Flagstaff, bare Node and Unleash](/measurements/compared.svg)

![Measured values and their limits](/measurements/limits.svg)
`
}

export function machine(): string {
  const [cpu] = cpus()
  const kernel = execFileSync('uname', ['-sr'], { encoding: 'utf8' }).trim()
  const memory = Math.round(totalmem() / 1024 ** 3)
  return `${cpus().length} cores of ${cpu?.model ?? 'an unknown processor'} with ${memory} GiB, ${kernel}, Node ${process.versions.node}`
}
