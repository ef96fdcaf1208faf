import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../platform/http/server.ts'
import { version } from '../version.ts'

const built = fileURLToPath(new URL('../../../web/dist/', import.meta.url))
const config = { permission: 'public' } as const
/** Paths that are never pages. */
const machinery = /^\/(api|auth|docs|edge|health|ready|internal-backstage|invite|logout|scim|assets)(\/|$)/

type Asked = {
  isSignedIn(request: FastifyRequest): Promise<boolean>
  waysIn(): Promise<object>
}

/** The built interface, where there is one: one page for every address that is not the machinery's. */
export async function webRoutes(app: App, { isSignedIn, waysIn }: Asked) {
  if (!existsSync(built)) return
  const { basePath } = app.settings
  // Addresses have any depth, so what the page loads is named from the root.
  const page = readFileSync(`${built}index.html`, 'utf8').replaceAll('"./', `"${basePath}/`)
  const [head = '', tail = ''] = page.split('{}')
  await app.register(fastifyStatic, {
    root: built,
    serve: false,
    preCompressed: true,
  })

  app.get<{ Params: { file: string } }>('/assets/:file', { config }, (request, reply) =>
    reply.sendFile(`assets/${request.params.file}`, built, { immutable: true, maxAge: '1y' }),
  )
  app.get('/theme.js', { config }, (_request, reply) => reply.sendFile('theme.js', built, { maxAge: '1h' }))
  app.get('/', { config }, (request, reply) => sendPage(request, reply))
  app.get('/*', { config }, (request, reply) => {
    const path = request.url.slice(basePath.length).split('?')[0] ?? ''
    if (machinery.test(path)) return reply.callNotFound()
    return sendPage(request, reply, /\.\w{2,5}$/.test(path) ? 404 : 200)
  })

  async function sendPage(request: FastifyRequest, reply: FastifyReply, status = 200) {
    const nonce = randomBytes(16).toString('base64')
    const signedIn = await isSignedIn(request)
    const isEntry = !signedIn || request.url.startsWith(`${basePath}/login`)
    const mail = app.settings.mail !== undefined
    const entry = isEntry ? { waysIn: await waysIn(), demo: app.settings.demo !== undefined } : {}
    const boot = { basePath, version, signedIn, mail, nonce, ...entry }
    return reply
      .code(status)
      .headers({ 'content-security-policy': policy(nonce), 'cache-control': 'no-store' })
      .type('text/html; charset=utf-8')
      .send(`${head}${JSON.stringify(boot).replaceAll('<', '\\u003c')}${tail}`)
  }
}

const policy = (nonce: string) =>
  [
    "default-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
