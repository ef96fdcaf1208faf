import { existsSync } from 'node:fs'
import type { Operation } from '@flagstaff/contract/operation'
import { operationsByArea } from '@flagstaff/contract/operations/index'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Env, Prepare, Prepared } from './examples/prepare.ts'
import { type TestApp, testApp } from './kit.ts'

// Sends the example of every operation, as the documentation shows it. Deletions come last.

const order = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const byMethod = ([one]: [string, Operation], [other]: [string, Operation]) =>
  order.indexOf(one.split(' ')[0] ?? '') - order.indexOf(other.split(' ')[0] ?? '')

describe.each(Object.entries(operationsByArea))('%s', (area, list: Record<string, Operation>) => {
  let kit: TestApp
  let prepared: Prepared = {}
  beforeAll(async () => {
    const file = new URL(`./examples/${area}.ts`, import.meta.url)
    const own = existsSync(file) ? ((await import(file.href)) as { env?: Env; prepare: Prepare }) : undefined
    kit = await testApp(own?.env)
    prepared = (await own?.prepare(kit)) ?? {}
  })

  test.each(Object.entries(list).sort(byMethod))('%s', async (key, { example, ...operation }) => {
    expect(operation.summary, 'summary').toMatch(/^[A-Z].*[^.]$/)
    expect(operation.description, 'description').toMatch(/^[A-Z][\s\S]*\.$/)
    if (!example) throw new Error('an example is missing')
    const [method = '', path = ''] = key.split(' ')
    const real = <T>(value: T): T =>
      JSON.parse(JSON.stringify(value), (_key, one) => prepared.replace?.[String(one)] ?? one)
    const params = real(example.params ?? {})
    const query = new URLSearchParams(
      Object.entries(real(example.query ?? {})).flatMap(([name, value]) =>
        [value].flat().map((one): [string, string] => [name, String(one)]),
      ),
    )
    const url = path.replace(/:(\w+)/g, (_all, name) => encodeURIComponent(String(params[name])))
    const response = await kit.app.http.inject({
      method: method as 'GET',
      url: query.size > 0 ? `${url}?${query}` : url,
      headers: { ...callerOf(operation), ...real(example.headers ?? {}) },
      ...(example.body === undefined ? {} : { payload: real(example.body) as object }),
    })
    const expected = example.status ?? Number(Object.keys(operation.responses)[0])
    expect(response.statusCode, response.body.slice(0, 500)).toBe(expected)
  })

  function callerOf({ permission, id }: Pick<Operation, 'permission' | 'id'>): Record<string, string> {
    const own = prepared.headers?.[id] ?? prepared.headers?.[String(permission)]
    if (own) return own
    return permission === 'public' ? {} : { authorization: kit.actors.admin.token ?? '' }
  }
})
