import { expect, test } from 'vitest'
import { testApp } from '../../test/kit.ts'

const { as } = await testApp()
const tokens = [as.frontendToken, as.backendToken, as.adminToken, as.admin]

test('an unknown path returns 404 if the request has a token', async () => {
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

test('a browser gets the page, even behind a proxy with basic authentication', async () => {
  for (const headers of [{}, { authorization: 'Basic YWRhOng=' }] as Record<string, string>[]) {
    const { status, headers: answer } = await as.anonymous.get('/projects', { headers })
    expect([status, answer['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  }
})

test('well-known documents that do not exist are not answered with the page', async () => {
  for (const name of ['oauth-protected-resource', 'oauth-authorization-server/mcp', 'openid-configuration']) {
    const { status, headers, body } = await as.anonymous.get(`/.well-known/${name}`)
    expect([status, headers['content-type']]).toEqual([404, 'application/json; charset=utf-8'])
    expect(body.name).toBe('NotFoundError')
  }
})
