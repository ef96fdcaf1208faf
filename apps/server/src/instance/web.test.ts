import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { testApp } from '../../test/kit.ts'

const isBuilt = existsSync(fileURLToPath(new URL('../../../web/dist/', import.meta.url)))
const { as } = await testApp()
const tokens = [as.frontendToken, as.backendToken, as.adminToken, as.admin]

test('with a token, a path that does not exist answers 404', async () => {
  for (const path of [
    '/ofrep/v1/nowhere',
    '/api/frontend/nowhere',
    '/api/admin/nowhere',
    '/proxy',
    '/nowhere',
  ])
    for (const who of tokens) {
      const { status, body } = await who.get(path)
      expect([path, status, body.name]).toEqual([path, 404, 'NotFoundError'])
    }
})

test.skipIf(!isBuilt)('a browser gets the page, also behind a proxy that asks for a password', async () => {
  for (const headers of [{}, { authorization: 'Basic YWRhOng=' }] as Record<string, string>[]) {
    const { status, headers: answer } = await as.anonymous.get('/projects', { headers })
    expect([status, answer['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  }
})
