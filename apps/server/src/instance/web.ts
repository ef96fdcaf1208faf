import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sessionCookie } from '../auth/index.ts'
import type { App } from '../platform/http/server.ts'
import { tokenOf } from '../platform/http/token.ts'
import { version } from '../version.ts'

const built = fileURLToPath(new URL('../../../web/dist/', import.meta.url))
const config = { permission: 'public' } as const
/** Paths that are never pages. */
const machinery =
  /^\/(api|auth|docs|edge|health|ready|internal-backstage|invite|logout|ofrep|scim|assets)(\/|$)/

/** Stands in the built page where each answer has its own. */
const NONCE = '__NONCE__'

type Asked = {
  isSignedIn(request: FastifyRequest): Promise<boolean>
  waysIn(): Promise<object>
  isSetUp(): Promise<boolean>
}

/** The built interface, where there is one: one page for every address that is not the machinery's. */
export async function webRoutes(app: App, { isSignedIn, waysIn, isSetUp }: Asked) {
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
  app.get('/', { config }, (request, reply) => sendPage(request, reply))
  app.get('/*', { config }, (request, reply) => {
    const path = request.url.slice(basePath.length).split('?')[0] ?? ''
    // Browsers send no token: whoever does looks for an API, and a page would hide that it is not there.
    if (machinery.test(path) || tokenOf(request)) return reply.callNotFound()
    return sendPage(request, reply, /\.\w{2,5}$/.test(path) ? 404 : 200)
  })

  async function entryBoot({ cookies }: FastifyRequest) {
    // Without the database nobody can be set up either; the form says what is wrong.
    const [ways, setUp] = await Promise.all([waysIn(), isSetUp().catch(() => true)])
    const expired = cookies[sessionCookie(app.settings.insecureCookies)] !== undefined
    return { waysIn: ways, demo: app.settings.demo !== undefined, needsSetup: !setUp, expired }
  }

  async function sendPage(request: FastifyRequest, reply: FastifyReply, status = 200) {
    const nonce = randomBytes(16).toString('base64')
    const signedIn = await isSignedIn(request)
    const isEntry = !signedIn || request.url.startsWith(`${basePath}/login`)
    const mail = app.settings.mail !== undefined
    const entry = isEntry ? await entryBoot(request) : {}
    const boot = { basePath, version, signedIn, mail, nonce, ...entry }
    return reply
      .code(status)
      .headers({ 'content-security-policy': policy(nonce), 'cache-control': 'no-store' })
      .type('text/html; charset=utf-8')
      .send(`${head}${JSON.stringify(boot).replaceAll('<', '\\u003c')}${tail.replaceAll(NONCE, nonce)}`)
  }
}

const policy = (nonce: string) =>
  [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
