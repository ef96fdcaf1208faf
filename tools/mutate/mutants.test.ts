import { describe, expect, test } from 'vitest'
import { instrument, type Numbered } from './instrument.ts'
import { mutantsOf } from './mutants.ts'
import { tally } from './report.ts'

const edits = (source: string) => mutantsOf(source).map(({ operator, after }) => `${operator}: ${after}`)

describe('mutants', () => {
  test.each([
    ['f(() => a < b)', ['statement removed: ;', '< → <=: (a) <= (b)']],
    ['const f = () => a && b', ['&& → ||: (a) || (b)']],
    ['const f = () => a ?? b', ['?? → left: a', '?? → right: b']],
    ['const f = () => !a', ['! removed: a']],
    ['const f = () => list.filter(ok).some(ok)', ['filter removed: list', 'some → every: every']],
    ['const f = () => ({ ...a })', ['spread removed: ...{}']],
    [
      'const f = () => (a ? 1 : 2)',
      ['condition → true: true', 'condition → false: false', 'number + 1: 2', 'number + 1: 3'],
    ],
    [
      'if (a === b) go = false',
      ['condition → true: true', 'condition → false: false', 'statement removed: ;', 'boolean flipped: true'],
    ],
    ['while (a) i++', ['condition → false: false', 'statement removed: ;']],
    [
      'const q = sql<Row>`select 1 where a = 1 and b is null`',
      ['sql: = → <>: <>', 'sql: and → or: or', 'sql: is null → is not null: is not null'],
    ],
  ])('%s', (source, expected) => {
    expect(edits(source)).toEqual(expected)
  })

  test.each([
    "import { a } from 'b'",
    'type A = { b: 1 } | true',
    "log.warn('it is late', 1)",
    'const a = b as 1 | 2',
    "const text = 'a' + b",
  ])('%s has none', (source) => {
    expect(edits(source)).toEqual([])
  })

  test('the texts of errors stay as they are', () => {
    expect(edits("function f() { go(); throw new Error(a ? 'b' : 'c') }")).toEqual([
      'statement removed: ;',
      'throw removed: ;',
    ])
  })

  test('a return or a throw that is all a condition does counts once, as the condition', () => {
    expect(edits('function f() { if (a) return\nif (b) { throw c }\nreturn d }')).toEqual([
      'condition → true: true',
      'condition → false: false',
      'condition → true: true',
      'condition → false: false',
    ])
  })

  test('what runs when the module is loaded is marked', () => {
    const marks = mutantsOf('const limit = 3\nconst f = () => 4').map(({ line, onLoad }) => [line, onLoad])
    expect(marks).toEqual([
      [1, true],
      [2, false],
    ])
  })
})

/** What `f` returns, first as it is and then with each of its mutants. */
function results(source: string, input: unknown): unknown[] {
  const mutants = mutantsOf(source).map((mutant, index): Numbered => ({ ...mutant, id: index + 1 }))
  const run = new Function('input', `${instrument(source, mutants)}\nreturn f(input)`)
  return [0, ...mutants.map(({ id }) => id)].map((active) => {
    Object.assign(globalThis, { __mutate: { active, loading: 0 } })
    try {
      return run(input)
    } finally {
      Object.assign(globalThis, { __mutate: undefined })
    }
  })
}

describe('an instrumented function returns what its mutants do', () => {
  const chained = 'const f = (a) => a?.list.filter((x) => x > 1).length ?? 9'
  test('in a chain of calls', () => {
    expect(results(chained, { list: [1, 2, 3] })).toEqual([2, 3, 2, 9, 3, 1, 2])
    expect(results(chained, undefined)).toEqual([9, 9, undefined, 9, 9, 9, 10])
  })

  test('in statements', () => {
    const source = `function f(a) {
      let b = 1
      if (a) b = 5
      return b
    }`
    expect(results(source, true)).toEqual([5, 5, 5, 1, 1, 6])
  })
})

test('mutants that no test reaches lower the score', () => {
  const verdicts = (['killed', 'timeout', 'survived', 'not covered'] as const).map((result) => ({ result }))
  expect(tally(verdicts)).toMatchObject({ mutants: 4, killed: 2, score: 50 })
})
