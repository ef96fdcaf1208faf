import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where a campaign is: it runs the seeds from `next` to `last`; those that had a violation are kept. */
export type Progress = { next: number; last: number; violated: readonly number[] }

const file = fileURLToPath(new URL('../../../../.reports/chaos-progress.json', import.meta.url))

/** Written after each seed, so that `--resume` goes on in whatever way the campaign was stopped. */
export function saveProgress(progress: Progress) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(progress))
}

export function readProgress(): Progress {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    throw new Error('There is no campaign to resume. Start one with --from and --seeds.')
  }
}

/** How to run what is left of a campaign, as arguments. */
export const restOf = ({ next, last }: Progress): string | undefined =>
  next > last ? undefined : `--from ${next} --seeds ${last - next + 1}`
