import { existsSync } from 'node:fs'
import type { Operation } from '@flagstaff/contract/operation'
import type { Db } from '../../src/platform/database/database.ts'
import { type TestApp, testApp } from '../kit.ts'
import type { Env, Prepare, Prepared } from './prepare.ts'

const order = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** The operations of an area with their examples. Deletions come last. */
export const inOrder = (list: Record<string, Operation>): [string, Operation][] =>
  Object.entries(list).sort(
    ([one], [other]) => order.indexOf(one.split(' ')[0] ?? '') - order.indexOf(other.split(' ')[0] ?? ''),
  )

/** A server with the data that the examples of an area need. */
export async function openExamples(
  area: string,
  /** Prepares the database before the server starts. */
  before?: (db: Db) => Promise<void>,
): Promise<{ kit: TestApp; prepared: Prepared }> {
  const file = new URL(`./${area}.ts`, import.meta.url)
  const own = existsSync(file) ? ((await import(file.href)) as { env?: Env; prepare: Prepare }) : undefined
  const kit = await testApp(own?.env, before)
  return { kit, prepared: (await own?.prepare(kit)) ?? {} }
}

/** Sends the example of an operation, as the documentation shows it. */
export function sendExample(
  { kit, prepared }: { kit: TestApp; prepared: Prepared },
  [key, { example }]: [string, Operation],
  headers: Record<string, string>,
) {
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
  return kit.app.http.inject({
    method: method as 'GET',
    url: query.size > 0 ? `${url}?${query}` : url,
    headers: { ...headers, ...real(example.headers ?? {}) },
    ...(example.body === undefined ? {} : { payload: real(example.body) as object }),
  })
}
