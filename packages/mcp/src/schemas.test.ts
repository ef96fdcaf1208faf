import { expect, test } from 'vitest'
import { tools } from './index.ts'
import { prompts } from './prompts.ts'
import { standard } from './schema.ts'

test('the tools and prompts, as clients see them', () => {
  const seen = (
    list: readonly { name: string; description: string; input: Parameters<typeof standard>[0] }[],
  ) =>
    Object.fromEntries(
      list.map(({ name, description, input }) => [
        name,
        { description, input: standard(input)['~standard'].jsonSchema.input({ target: 'draft-2020-12' }) },
      ]),
    )
  expect({ tools: seen(tools), prompts: seen(prompts) }).toMatchSnapshot()
})

test.each(tools.map((tool) => [tool.name, tool] as const))(
  'every text and list of %s has a limit',
  (_name, { input }) => {
    const unlimited: string[] = []
    const look = (path: string, schema: Record<string, unknown>) => {
      const closed = ['enum', 'const', 'maxLength', 'maxItems'].some((name) => name in schema)
      if ((schema.type === 'string' || schema.type === 'array') && !closed) unlimited.push(path)
      for (const [name, value] of Object.entries(schema))
        if (typeof value === 'object' && value !== null)
          look(`${path}/${name}`, value as Record<string, unknown>)
    }
    look('', JSON.parse(JSON.stringify(input)))
    expect(unlimited).toEqual([])
  },
)

test('arguments that do not match are refused with the path', () => {
  const [find] = tools
  if (!find) throw new Error('there are no tools')
  const { validate } = standard(find.input)['~standard']
  expect(validate({ limit: 5 })).toEqual({ value: { limit: 5 } })
  expect(validate({ limit: 5000 })).toMatchObject({
    issues: [{ message: expect.stringContaining('/limit') }],
  })
})
