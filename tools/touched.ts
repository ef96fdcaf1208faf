import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const isSlice = (folder: string) => existsSync(`${root}${folder}slice.ts`)

/** The folder of the slice that a file of the server belongs to, or the test file if it is outside of a slice. */
export function touchedBy(file: string): string[] {
  if (/^apps\/server\/test\/[\w-]+\.test\.ts$/.test(file)) return [file]
  const [inWing] = /^apps\/server\/src\/[\w-]+\/[\w-]+\//.exec(file) ?? []
  const [folder] = /^apps\/server\/src\/[\w-]+\//.exec(file) ?? []
  if (folder === undefined) return []
  return [inWing !== undefined && !isSlice(folder) && isSlice(inWing) ? inWing : folder]
}
