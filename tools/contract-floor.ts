import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

// Counts the operations of the wire contract that tests called successfully (the response matched its schema) and with
// an error, as recorded by the test kit. The number is a floor: it can rise, but not fall. `--raise` updates the floor.

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = `${root}/.reports/operations/`
const floorFile = `${root}/conformance/contract/floor.json`

const outcomes = new Map<string, Set<string>>()
for (const file of readdirSync(folder)) {
  for (const line of readFileSync(`${folder}${file}`, 'utf8').trim().split('\n')) {
    const { operation, outcome } = JSON.parse(line) as { operation: string; outcome: string }
    outcomes.set(operation, (outcomes.get(operation) ?? new Set()).add(outcome))
  }
}

const rows = readFileSync(`${root}/conformance/contract/operations.tsv`, 'utf8').trim().split('\n').slice(1)
const operations = rows.map((row) => row.split('\t')).map(([, , id = '', , , codes = '']) => ({ id, codes }))
/** Deprecated operations that always return an error need no success. */
const refusesOnly = (codes: string) => codes.split(',').every((code) => Number(code) >= 400)
/** Public and without input: they never return an error. */
const neverRefuses = new Set([
  'getHealth',
  'x-openapiDocument',
  'x-openapiViewer',
  'x-prometheus',
  'x-logout',
])

const exercised = operations.filter(({ id, codes }) => {
  const seen = outcomes.get(id)
  return (
    (seen?.has('success') || refusesOnly(codes)) && (seen?.has('refusal') || (seen && neverRefuses.has(id)))
  )
})
const half = operations.filter((one) => outcomes.has(one.id) && !exercised.includes(one)).map(({ id }) => id)

const { floor } = JSON.parse(readFileSync(floorFile, 'utf8')) as { floor: number }
console.log(`contract: ${exercised.length} of ${operations.length} operations exercised, floor ${floor}`)
if (half.length > 0) console.log(`called, but not with both success and refusal: ${half.join(', ')}`)
if (process.argv.includes('--raise'))
  writeFileSync(floorFile, `${JSON.stringify({ floor: exercised.length })}\n`)
else if (exercised.length < floor) process.exit(1)
