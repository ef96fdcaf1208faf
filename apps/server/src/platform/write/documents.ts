import type { Reader } from '../database/database.ts'

/** Something whose published form a change may alter. */
export type Touch =
  | { kind: 'flag'; name: string; environment?: string | undefined }
  | { kind: 'segment'; name: string }
  | { kind: 'token'; name: string }
  | { kind: 'setting'; name: string }

export type PublishedDocument = {
  kind: Touch['kind']
  environment: string
  name: string
  project: string | null
  format: number
  doc: unknown
  meta: unknown
  /** Projects whose head moves to this revision. */
  heads: readonly string[]
}

/** Compiles the current form of what was touched, in the transaction of the change, while it holds the counter lock. */
export type Compile = (db: Reader, touches: readonly Touch[]) => Promise<PublishedDocument[]>
