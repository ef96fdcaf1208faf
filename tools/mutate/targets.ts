import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isEquivalent } from './equivalent.ts'
import { linesOfCode, MOST_LINES, parts } from './files.ts'
import type { Numbered } from './instrument.ts'
import { mutantsOf } from './mutants.ts'

const root = join(import.meta.dirname, '../..')

/** A mutant with its file, its line, and the tests that can kill it. */
export type Target = Numbered & {
  file: string
  part: string
  code: string
  /** The same in the next run, as long as the code is. */
  key: string
  tests: readonly string[]
}

/** All mutants of the campaign but those called equivalent, always in the same order and with the same numbers. */
export function listTargets(): { targets: Target[]; equivalent: Target[]; lines: number } {
  const all: Target[] = []
  let lines = 0
  for (const { name, files, tests } of parts)
    for (const file of files) {
      const source = readFileSync(join(root, file), 'utf8')
      lines += linesOfCode(source)
      const text = source.split('\n')
      const seen = new Map<string, number>()
      for (const mutant of mutantsOf(source)) {
        const code = text[mutant.line - 1]?.trim() ?? ''
        const name_ = `${file} ${code} ${mutant.operator} ${mutant.before}`
        const times = (seen.get(name_) ?? 0) + 1
        seen.set(name_, times)
        all.push({ ...mutant, id: all.length + 1, file, part: name, code, key: `${name_} ${times}`, tests })
      }
    }
  if (lines > MOST_LINES) throw new Error(`${lines} lines are listed, at most ${MOST_LINES} can be`)
  return {
    targets: all.filter((target) => !isEquivalent(target)),
    equivalent: all.filter(isEquivalent),
    lines,
  }
}

/** `2/6` is the second of six parts with equally many mutants; a name is that of a part or of files in it. */
export function select(
  targets: readonly Target[],
  part: string | undefined,
  sample: number | undefined,
): Target[] {
  let chosen = [...targets]
  const [, which, of] = /^(\d+)\/(\d+)$/.exec(part ?? '') ?? []
  if (which && of) {
    const size = Math.ceil(chosen.length / Number(of))
    chosen = chosen.slice((Number(which) - 1) * size, Number(which) * size)
  } else if (part) {
    const isName = parts.some(({ name }) => name === part)
    chosen = chosen.filter((target) => (isName ? target.part === part : target.file.includes(part)))
  }
  if (chosen.length === 0) throw new Error(`no mutants are in ${part}`)
  if (!sample || sample >= chosen.length) return chosen
  const every = chosen.length / sample
  return Array.from({ length: sample }, (_, index) => chosen[Math.floor(index * every)]).filter(
    (target) => target !== undefined,
  )
}
