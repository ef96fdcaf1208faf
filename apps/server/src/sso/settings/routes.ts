import {
  OidcSettings,
  OidcSettingsResponse,
  PasswordAuth,
  SamlSettings,
  SamlSettingsResponse,
} from '@flagstaff/contract/sso'
import { AppError, invalid } from '../../platform/errors.ts'
import type { App } from '../../platform/http/server.ts'
import { openSecretBox } from '../../platform/secret-box.ts'
import { setOidc, setPassword, setSaml } from './commands.ts'
import { countLinkedAdmins, findSetting } from './queries.ts'
import { splitOwnKey } from './rules.ts'
import { shownOidc, shownSaml } from './shown.ts'
import { OIDC, PASSWORD, SAML } from './stored.ts'

const tags = ['Auth']
const permission = ['ADMIN', 'UPDATE_AUTH_CONFIGURATION'] as const

/** How people sign in: two kinds of providers, and the password. */
export async function ssoSettingRoutes(app: App) {
  const { settings } = app
  const { oidc, saml, forcePassword } = settings.sso
  const fromEnvironment = [...(oidc?.enabled ? ['oidc'] : []), ...(saml?.enabled ? ['saml'] : [])]

  app.get(
    '/auth/oidc/settings',
    {
      config: { permission },
      schema: { operationId: 'getOidcSettings', tags, response: { 200: OidcSettingsResponse } },
    },
    () => shownOidc(app),
  )

  app.post(
    '/auth/oidc/settings',
    {
      config: { command: setOidc },
      schema: {
        operationId: 'setOidcSettings',
        tags,
        body: OidcSettings,
        response: { 200: OidcSettingsResponse },
      },
    },
    async (request) => {
      if (oidc) throw locked('OIDC_ENABLED')
      const { secret, enablePkce: _always, ...fields } = knownOf(OidcSettings, request.body)
      const input = { ...fields, ...(secret ? { sealedSecret: seal(secret) } : {}), fromEnvironment }
      await request.dispatch(setOidc, input)
      return shownOidc(app)
    },
  )

  app.get(
    '/auth/saml/settings',
    {
      config: { permission },
      schema: { operationId: 'getSamlSettings', tags, response: { 200: SamlSettingsResponse } },
    },
    () => shownSaml(app),
  )

  app.post(
    '/auth/saml/settings',
    {
      config: { command: setSaml },
      schema: {
        operationId: 'setSamlSettings',
        tags,
        body: SamlSettings,
        response: { 200: SamlSettingsResponse },
      },
    },
    async (request) => {
      if (saml) throw locked('SAML_ENABLED')
      const { spCertificate, ...fields } = knownOf(SamlSettings, request.body)
      await request.dispatch(setSaml, { ...fields, ...ownKey(spCertificate), fromEnvironment })
      return shownSaml(app)
    },
  )

  app.get(
    '/auth/simple/settings',
    {
      config: { permission },
      schema: { operationId: 'getSimpleSettings', tags, response: { 200: PasswordAuth } },
    },
    () => shownPassword(),
  )

  app.post(
    '/auth/simple/settings',
    {
      config: { command: setPassword },
      schema: {
        operationId: 'setSimpleSettings',
        tags,
        body: PasswordAuth,
        response: { 200: PasswordAuth },
      },
    },
    async (request) => {
      await request.dispatch(setPassword, { disabled: request.body.disabled ?? false, fromEnvironment })
      return shownPassword()
    },
  )

  async function shownPassword(): Promise<PasswordAuth> {
    const stored = await Promise.all([findSetting(app.read, OIDC), findSetting(app.read, SAML)])
    const [hasOidc, hasSaml] = stored.map((one) => one?.enabled ?? false)
    return {
      disabled: (await findSetting(app.read, PASSWORD))?.disabled ?? false,
      forced: forcePassword,
      providers: [
        ...((oidc ? oidc.enabled : hasOidc) ? ['oidc'] : []),
        ...((saml ? saml.enabled : hasSaml) ? ['saml'] : []),
      ],
      administrators: await countLinkedAdmins(app.read),
    }
  }

  function seal(secret: string): string {
    if (settings.encryptionKeys.length === 0)
      throw invalid(
        'Secrets are stored encrypted, and this server has no key for that. Set ENCRYPTION_KEY to a long random text and start it again.',
      )
    return openSecretBox(settings.encryptionKeys).seal(secret)
  }

  /** Without a key in it, what was pasted can only be the certificate that we told ourselves. */
  function ownKey(text: string | undefined) {
    if (!text?.includes('PRIVATE KEY')) return {}
    const { key, certificate } = splitOwnKey(text)
    return { sealedKey: seal(key), spCertificate: certificate }
  }
}

const locked = (variable: string) =>
  new AppError('denied', {
    reason: `The environment of the server sets this (${variable}). Change it there, or take the variable away.`,
  })

/** Other fields are accepted, as forms of other servers have them, and not kept. */
const knownOf = <T extends object>({ properties }: { properties: object }, body: T): T =>
  Object.fromEntries(Object.entries(body).filter(([name]) => Object.hasOwn(properties, name))) as T
