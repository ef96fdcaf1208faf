import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { operationsByArea } from '../packages/contract/src/operations/index.ts'

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), 'utf8')

const bare = (path: string) => path.replace(/\{\w+\}|:\w+/g, '{}')
const offered = new Set(Object.values(operationsByArea).flatMap((area) => Object.keys(area).map(bare)))
const rows = read('conformance/contract/operations.tsv')
  .trim()
  .split('\n')
  .slice(1)
  .map((row) => row.split('\t'))
const count = (edition: string) => {
  const published = rows.filter((row) => row[4] === edition)
  return [
    published.filter(([method, path = '']) => offered.has(bare(`${method} ${path}`))).length,
    published.length,
  ]
}

test.each(['README.md', 'apps/docs/docs/understanding-flagstaff/compatibility.md'])(
  '%s says how many operations of Unleash are offered',
  (page) => {
    const [open, allOpen] = count('oss')
    const [more, allMore] = count('enterprise')
    expect(open, 'the pages say "all"').toBe(allOpen)
    expect(read(page)).toMatch(
      new RegExp(`offers all ${open} operations of .*, and ${more} of the ${allMore} that`),
    )
  },
)
