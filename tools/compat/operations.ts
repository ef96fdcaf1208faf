import { readFileSync } from 'node:fs'

export type Operation = { method: string; path: string; id: string; codes: number[]; permission: string }

const file = new URL('../../conformance/contract/operations.tsv', import.meta.url)

/** The operations of the open-source edition, which the reference supports. */
export const operations: Operation[] = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t'))
  .filter((columns) => columns[4] === 'oss')
  .map(([method = '', path = '', id = '', , , codes = '', , , permission = '']) => ({
    method,
    path,
    id,
    codes: codes.split(',').map(Number),
    permission,
  }))

const byId = new Map(operations.map((operation) => [operation.id, operation]))

export function operation(id: string): Operation {
  const found = byId.get(id)
  if (!found) throw new Error(`there is no open-source operation ${id}`)
  return found
}

/** Deprecated operations whose every documented response is an error. */
export const onlyRefuses = ({ codes }: Operation) => codes.every((code) => code >= 400)
