import type { Operation } from '@flagstaff/contract/operation'
import { operationsByArea } from '@flagstaff/contract/operations/index'
import { beforeAll, describe, expect, test } from 'vitest'
import { inOrder, openExamples, sendExample } from './examples/send.ts'

// Sends the example of every operation, as the documentation shows it.

describe.each(Object.entries(operationsByArea))('%s', (area, list: Record<string, Operation>) => {
  let opened: Awaited<ReturnType<typeof openExamples>>
  beforeAll(async () => {
    opened = await openExamples(area)
  })

  test.each(inOrder(list))('%s', async (key, operation) => {
    expect(operation.summary, 'summary').toMatch(/^[A-Z].*[^.]$/)
    expect(operation.description, 'description').toMatch(/^[A-Z][\s\S]*\.$/)
    if (!operation.example) throw new Error('an example is missing')
    const response = await sendExample(opened, [key, operation], callerOf(operation))
    const expected = operation.example.status ?? Number(Object.keys(operation.responses)[0])
    expect(response.statusCode, response.body.slice(0, 500)).toBe(expected)
  })

  function callerOf({ permission, id }: Pick<Operation, 'permission' | 'id'>): Record<string, string> {
    const { kit, prepared } = opened
    const own = prepared.headers?.[id] ?? prepared.headers?.[String(permission)]
    if (own) return own
    return permission === 'public' ? {} : { authorization: kit.actors.admin.token ?? '' }
  }
})
