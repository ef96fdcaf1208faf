import type { Answer } from '../kit.ts'
import { newKeyPair } from '../providers/certificates.ts'
import { ENTITY_ID, readRequest, samlAnswer } from '../providers/saml.ts'
import type { Prepare } from './prepare.ts'

export const prepare: Prepare = async ({ as, client, db, actors }) => {
  const keys = newKeyPair('provider')
  await as.admin.post('/api/admin/auth/saml/settings', {
    enabled: true,
    entityId: ENTITY_ID,
    signOnUrl: 'https://idp.example.com/sso',
    certificate: keys.certificate,
  })
  const ada = { id: 'ada', attributes: { email: 'ada@example.com' } }
  /** The cookie of the browser that started a sign-in, and the response of the provider. */
  const answered = async ({ headers }: Answer, location: unknown) => {
    const xml = await samlAnswer(await readRequest(String(location)), ada, keys)
    const cookie = String(headers['set-cookie']).split(';')[0] ?? ''
    return { cookie, SAMLResponse: Buffer.from(xml).toString('base64') }
  }
  const signIn = async () => {
    const started = await as.anonymous.get('/auth/saml/login')
    return answered(started, started.headers.location)
  }
  const complete = ({ cookie, SAMLResponse }: Awaited<ReturnType<typeof signIn>>) =>
    client({ cookie }).post('/auth/saml/callback', { SAMLResponse })

  // Password sign-in can be turned off only after an administrator has signed in through a provider.
  await complete(await signIn())
  const identity = await db
    .insertInto('linked_identities')
    .values({ issuer: ENTITY_ID, subject: 'grace', user_id: actors.editor.id })
    .returning('id')
    .executeTakeFirst()
  const started = await as.admin.post('/api/admin/auth/saml/trials')
  const trial = await complete(await answered(started, started.body.location))
  const next = await signIn()
  return {
    replace: {
      42: actors.editor.id,
      7: identity?.id ?? 0,
      'PHNhbWxwOlJlc3BvbnNlIHhtbG5zOnNhbWxwPSJ1cm46b2FzaXM6bmFtZXM6dGM6U0FNTDoyLjA6cHJvdG9jb2wiPg==':
        next.SAMLResponse,
      '-----BEGIN CERTIFICATE-----\nMIIDBzCCAe+gAwIBAgIJAK7p\n-----END CERTIFICATE-----': keys.certificate,
      Hy2PbW7cKx9TnQ4vRz1LdM8sGf5JaUe3oYi6EtXqNw0: String(trial.headers.location).split('tried=')[1] ?? '',
    },
    headers: { samlCallback: { cookie: next.cookie } },
  }
}
