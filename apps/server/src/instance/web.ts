import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import { isServerPath } from '@flagstaff/contract/paths'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sessionCookie } from '../people/auth/index.ts'
import { waysIn } from '../people/sso/index.ts'
import { hasAdmin } from '../people/users/index.ts'
import { folders } from '../platform/folders.ts'
import type { App } from '../platform/http/server.ts'
import { tokenOf } from '../platform/http/token.ts'
import { version } from '../version.ts'

const built = folders.web
const config = { permission: 'public' } as const

/** A placeholder in the built page, replaced by a new nonce in each response. */
const NONCE = '__NONCE__'

/** Shown until the interface is built. During development, Vite serves its own page with the boot data of this one. */
const UNBUILT = `<!doctype html>
<html lang="en"><head><title>Flagstaff</title></head><body>
<script type="application/json" id="boot">{}</script>
<p>The server is running, but its interface isn’t built yet. Run <code>pnpm build</code> and start it again.</p>
</body></html>
`

/** The interface: one page for every path that the server does not handle itself. */
export async function webRoutes(app: App) {
  const { basePath } = app.settings
  const isBuilt = existsSync(`${built}index.html`)
  // Pages have paths of any depth, so their assets need absolute paths.
  const page = isBuilt
    ? readFileSync(`${built}index.html`, 'utf8').replaceAll('"./', `"${basePath}/`)
    : UNBUILT
  const [head = '', tail = ''] = page.split('{}')
  if (isBuilt) {
    await app.register(fastifyStatic, { root: built, serve: false, preCompressed: true })
    app.get<{ Params: { file: string } }>('/assets/:file', { config }, (request, reply) =>
      reply.sendFile(`assets/${request.params.file}`, built, { immutable: true, maxAge: '1y' }),
    )
  }
  app.get('/', { config }, (request, reply) => sendPage(request, reply))
  app.get('/*', { config }, (request, reply) => {
    const path = request.url.slice(basePath.length).split('?')[0] ?? ''
    // A request with a token expects an API, where a page instead of a 404 would hide the wrong path.
    if (isServerPath(path) || path.startsWith('/assets/') || tokenOf(request)) return reply.callNotFound()
    return sendPage(request, reply, /\.\w{2,5}$/.test(path) ? 404 : 200)
  })

  async function entryBoot({ cookies }: FastifyRequest) {
    // If the database is down, skip the setup page; the sign-in form shows the error.
    const [ways, setUp] = await Promise.all([waysIn(app), hasAdmin(app.read).catch(() => true)])
    const expired = cookies[sessionCookie(app.settings.insecureCookies)] !== undefined
    return { waysIn: ways, demo: app.settings.demo !== undefined, needsSetup: !setUp, expired }
  }

  async function sendPage(request: FastifyRequest, reply: FastifyReply, status = 200) {
    const nonce = randomBytes(16).toString('base64')
    const signedIn = (await app.identify(request)) !== undefined
    const isEntry = !signedIn || request.url.startsWith(`${basePath}/login`)
    const mail = app.settings.mail !== undefined
    const entry = isEntry ? await entryBoot(request) : {}
    // The page follows changes from here on: those made while it loads are not missed.
    const revision = signedIn ? await app.live.revision().catch(() => undefined) : undefined
    const boot = { basePath, version, signedIn, mail, nonce, revision, ...entry }
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
