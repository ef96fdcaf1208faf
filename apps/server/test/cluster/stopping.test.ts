import { get } from 'node:http'
import { expect, test } from 'vitest'
import { createFlag } from './changes.ts'
import { openCrew } from './crew.ts'
import { BACKEND_TOKEN } from './server.ts'

const { start } = await openCrew({ SHUTDOWN_DELAY_SECONDS: '600' })

/** The connection that a proxy keeps open between requests. */
const onKeptConnection = (url: string) =>
  new Promise<string | undefined>((done, fail) =>
    get(url, { headers: { connection: 'keep-alive', authorization: BACKEND_TOKEN } }, (response) => {
      response.resume()
      done(response.headers.connection)
    }).on('error', fail),
  )

test('after SIGTERM a server is not ready, and serves until the load balancer has noticed', async () => {
  const server = await start()
  const features = `${server.url}/api/client/features`
  expect(await onKeptConnection(features)).toBe('keep-alive')
  const stream = await fetch(`${server.url}/api/client/streaming`, {
    headers: { authorization: BACKEND_TOKEN },
  })
  const body = stream.body?.getReader()
  await body?.read()

  process.kill(server.pid, 'SIGTERM')
  await expect
    .poll(() => server.call('GET', '/ready').then(({ status, body }) => [status, body.health, body.delivery]))
    .toEqual([503, 'BAD', 'stopping'])
  expect((await server.call('GET', '/health')).status).toBe(200)
  expect(await onKeptConnection(features)).toBe('close')
  expect((await createFlag(server, 'while-stopping')).status).toBe(201)

  process.kill(server.pid, 'SIGINT')
  for (let isOpen = true; isOpen; ) isOpen = !(await body?.read())?.done
  await server.stop()
})
