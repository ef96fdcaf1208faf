import { ssoOperations } from '@flagstaff/contract/operations/sso'
import { routesOf } from '../../../platform/http/serve.ts'
import type { App } from '../../../platform/http/server.ts'
import { addressKey, placeOf, spend } from '../../auth/index.ts'
import { returnPath } from '../addresses.ts'
import { fail, finish } from '../finish.ts'
import { beginFlow, endFlow, flowIn, giveFlow, SIGN_INS_PER_MINUTE } from '../flows.ts'
import { SignInFault } from '../problems.ts'
import { samlConfig } from '../settings/effective.ts'
import { endsSignOut, redeem, signOnUrl } from './exchange.ts'
import { metadata } from './provider.ts'

const LARGEST_ANSWER = 128 * 1024

/** The SAML sign-in flow. Errors redirect to the sign-in page, since a browser shows these responses. */
export async function samlRoutes(app: App) {
  const serve = routesOf(app, ssoOperations)
  const { settings, note } = app
  const signedOut = `${settings.basePath}/signed-out`
  // Providers post a form, a content type that no other route accepts.
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, text, done) => done(null, Object.fromEntries(new URLSearchParams(text as string))),
  )

  serve('GET /auth/saml/login', async (request, reply) => {
    const exchange = { provider: 'saml', request, reply } as const
    await spend(reply, `sso ${addressKey(placeOf(request).ip)}`, SIGN_INS_PER_MINUTE)
    try {
      const chosen = await samlConfig(app, 'sign-in')
      if (!chosen) throw new SignInFault('off')
      const returnTo = returnPath(request.query.redirect)
      const secret = await beginFlow(note, { provider: 'saml', purpose: 'sign-in', returnTo })
      giveFlow(reply, settings, 'saml', secret)
      return reply.redirect(await signOnUrl(settings, chosen, secret), 302)
    } catch (error) {
      return fail(app, exchange, error)
    }
  })

  // The only route that accepts cross-site posts; the flow cookie and the signature protect it.
  serve('POST /auth/saml/callback', { bodyLimit: LARGEST_ANSWER }, async (request, reply) => {
    const exchange = { provider: 'saml', request, reply } as const
    if (endsSignOut(request.body.SAMLResponse)) return reply.redirect(signedOut, 302)
    const flow = await endFlow(note, 'saml', flowIn(request, settings))
    if (!flow) return fail(app, exchange, new SignInFault('expired'))
    try {
      const chosen = await samlConfig(app, flow.purpose)
      if (!chosen) throw new SignInFault('off')
      const answer = request.body.SAMLResponse
      const vouched = await redeem(settings, chosen, { secret: flow.secret, answer })
      return await finish(app, exchange, { flow, vouched, rules: chosen })
    } catch (error) {
      return fail(app, exchange, error, flow)
    }
  })

  serve('GET /auth/saml/metadata', async (_request, reply) =>
    reply
      .type('application/samlmetadata+xml; charset=utf-8')
      .send(await metadata(settings, await samlConfig(app, 'trial'))),
  )

  // The provider sends the browser here after single sign-out; there is nothing left to do.
  serve('GET /auth/saml/logout', async (_request, reply) => reply.redirect(signedOut, 302))
  serve('POST /auth/saml/logout', { bodyLimit: LARGEST_ANSWER }, async (_request, reply) =>
    reply.redirect(signedOut, 302),
  )
}
