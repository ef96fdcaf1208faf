import { expect, test } from 'vitest'
import { BACKEND, FRONTEND, flag, gold, openOfrep, rows } from '../../test/ofrep.ts'
import type { FrontendNames } from './names.ts'

const kit = openOfrep()

test.each<[FrontendNames | undefined, string[]]>([
  [undefined, ['gold', 'plain', 'withdrawn']],
  ['released', ['gold', 'plain', 'withdrawn']],
  ['on', ['plain']],
  ['all', ['gold', 'new', 'plain', 'withdrawn']],
])('with the setting %s a frontend token gets %j, and no other flag', async (setting, names) => {
  kit.publish([
    ...rows(flag('new', { enabled: false })),
    ...rows(flag('withdrawn', { enabled: false, released: true })),
    ...rows(flag('gold', { strategies: [gold] })),
  ])
  const server = await kit.start('shared', setting)
  const ask = (path: string, token: string) =>
    server.inject({
      method: 'POST',
      url: `/flags/ofrep/v1/evaluate/flags${path}`,
      headers: { authorization: token },
      payload: { context: {} },
    })
  const keys = async (token: string) =>
    (await ask('', token)).json().flags.map(({ key }: { key: string }) => key)
  expect(await keys(FRONTEND)).toEqual(names)
  expect(await keys(BACKEND)).toEqual(['gold', 'new', 'plain', 'withdrawn'])
  for (const name of ['gold', 'new', 'plain', 'withdrawn']) {
    const { statusCode } = await ask(`/${name}`, FRONTEND)
    expect([name, statusCode]).toEqual([name, names.includes(name) ? 200 : 404])
    expect((await ask(`/${name}`, BACKEND)).statusCode).toBe(200)
  }
  await server.close()
})
