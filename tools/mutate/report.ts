import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Verdict } from './campaign.ts'

export const readVerdicts = (file: string): Verdict[] =>
  existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).verdicts : []

export function writeReport(file: string, verdicts: readonly Verdict[]): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify({ ...tally(verdicts), verdicts }, undefined, 1)}\n`)
}

export const isKilled = ({ result }: Pick<Verdict, 'result'>): boolean =>
  result === 'killed' || result === 'timeout'

/** How many of the mutants were noticed, in percent with one digit, rounded down. */
export function tally(verdicts: readonly Pick<Verdict, 'result'>[]) {
  const count = (result: Verdict['result']) => verdicts.filter((verdict) => verdict.result === result).length
  const killed = verdicts.filter(isKilled).length
  return {
    mutants: verdicts.length,
    killed,
    timeouts: count('timeout'),
    survived: count('survived'),
    notCovered: count('not covered'),
    score: verdicts.length === 0 ? 0 : Math.floor((killed / verdicts.length) * 1000) / 10,
  }
}

/** A line per file, and one per mutant that no test noticed. */
export function summary(verdicts: readonly Verdict[]): string {
  const files = Map.groupBy(verdicts, ({ file }) => file)
  const scores = [...files].map(([file, own]) => {
    const { score, killed, mutants } = tally(own)
    return `${score.toFixed(1).padStart(5)} %  ${String(killed).padStart(4)} of ${String(mutants).padStart(4)}  ${file}`
  })
  const left = verdicts.filter((verdict) => !isKilled(verdict))
  return [
    ...left.map(
      ({ file, line, operator, before, after, result }) =>
        `${result}: ${file}:${line} ${operator}: ${brief(before)} → ${brief(after)}`,
    ),
    ...scores,
  ].join('\n')
}

const brief = (code: string) => {
  const line = code.replace(/\s+/g, ' ')
  return line.length > 70 ? `${line.slice(0, 67)}…` : line
}
