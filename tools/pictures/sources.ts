import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'

/** What a picture had in front of it when it was taken. */
export type Taken = {
  /** In CSS pixels. */
  width: number
  height: number
  /** A digest of the sources of the screen. */
  sources: string
}

/** A digest of these folders and files below `root`, without their tests. */
export function digestOf(root: string, places: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of places.flatMap((place) => filesOf(root, place)).sort())
    hash.update(`${file}\n`).update(readFileSync(root + file))
  return hash.digest('hex').slice(0, 16)
}

function filesOf(root: string, place: string): string[] {
  if (!existsSync(root + place)) throw new Error(`there is no ${root}${place}`)
  if (statSync(root + place).isFile()) return [place]
  return readdirSync(root + place, { recursive: true, encoding: 'utf8' })
    .map((file) => `${place}/${file}`)
    .filter((file) => statSync(root + file).isFile() && !/\.test\.tsx?$/.test(file))
}

/** The pictures whose screens have changed since they were taken, or that were never taken. */
export const outdated = (
  root: string,
  pictures: readonly { name: string; shows: readonly string[] }[],
  taken: Record<string, Taken>,
): string[] =>
  pictures.filter(({ name, shows }) => taken[name]?.sources !== digestOf(root, shows)).map(({ name }) => name)
