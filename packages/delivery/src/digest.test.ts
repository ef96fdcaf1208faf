import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type DigestEntry, digestEntries } from './digest.ts'

const entry: fc.Arbitrary<DigestEntry> = fc.tuple(
  fc.constantFrom('flag', 'segment'),
  fc.string(),
  fc.string(),
  fc.oneof(fc.nat(), fc.string()),
)

test('the order of the documents does not matter', () => {
  const whole = (all: DigestEntry[]) => ({ minLength: all.length, maxLength: all.length })
  const pairs = fc
    .array(entry)
    .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, whole(all))))
  fc.assert(fc.property(pairs, ([all, shuffled]) => digestEntries(all) === digestEntries(shuffled)))
})

test('a document that changed, is missing or is duplicated gives a different digest', () => {
  const documents: DigestEntry[] = [
    ['flag', 'checkout', 'development', 7],
    ['flag', 'checkout', 'production', 7],
    ['segment', '1', 'development', 3],
  ]
  const [first, ...rest] = documents as [DigestEntry, ...DigestEntry[]]
  const others: DigestEntry[][] = [
    [],
    rest,
    [first, ...documents],
    [first, first, ...documents],
    [['flag', 'checkout', 'development', 8], ...rest],
    [['flag', 'checkout', 'development', '7'], ...rest],
    [['flag', 'checkoutdevelopment', '', 7], ...rest],
  ]
  const digests = [documents, ...others].map(digestEntries)
  expect(new Set(digests).size).toBe(digests.length)
  for (const digest of digests) expect(digest).toMatch(/^[0-9a-f]{64}$/)
})
