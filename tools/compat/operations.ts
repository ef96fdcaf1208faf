import { readFileSync } from 'node:fs'

export type Operation = { method: string; path: string; id: string; codes: number[]; permission: string }

const file = new URL('../../conformance/contract/operations.tsv', import.meta.url)

const rows = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t'))

const read = (edition: (name: string) => boolean): Operation[] =>
  rows
    .filter((columns) => edition(columns[4] ?? ''))
    .map(([method = '', path = '', id = '', , , codes = '', , , permission = '']) => ({
      method,
      path,
      id,
      codes: codes.split(',').map(Number),
      permission,
    }))

/** The operations of the open-source edition, which the reference supports. */
export const operations = read((edition) => edition === 'oss')
/** The reference does not have these. */
const others = read((edition) => edition !== 'oss')

const byId = new Map(operations.map((operation) => [operation.id, operation]))

export function operation(id: string): Operation {
  const found = byId.get(id)
  if (!found) throw new Error(`there is no open-source operation ${id}`)
  return found
}

/** An operation of any edition, for our side alone. */
export function ownOperation(id: string): Operation {
  return others.find((one) => one.id === id) ?? operation(id)
}

/** Deprecated operations whose every documented response is an error. */
export const onlyRefuses = ({ codes }: Operation) => codes.every((code) => code >= 400)
