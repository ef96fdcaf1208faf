import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'

export type File = { name: string; path: string; digest: string }

export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
export const fileOf = (path: string): File => ({
  name: basename(path),
  path,
  digest: sha256(readFileSync(path)),
})
/** As `sha256sum --check` reads it. */
export const sumsOf = (files: readonly File[]) =>
  files.map(({ name, digest }) => `${digest}  ${name}\n`).join('')
