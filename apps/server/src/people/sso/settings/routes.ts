import { ssoOperations } from '@flagstaff/contract/operations/sso'
import { OidcSettings, type PasswordAuth, SamlSettings } from '@flagstaff/contract/sso'
import { AppError } from '../../../platform/errors.ts'
import { routesOf } from '../../../platform/http/serve.ts'
import type { App } from '../../../platform/http/server.ts'
import { sealSecret } from '../../../platform/secret-box.ts'
import type { Caller } from '../../../platform/write/actor.ts'
import { setOidc, setPassword, setSaml } from './commands.ts'
import { countLinkedAdmins, findSetting } from './queries.ts'
import { splitOwnKey } from './rules.ts'
import { SECRET_LABEL, shownOidc, shownSaml } from './shown.ts'
import { OIDC, PASSWORD, SAML } from './stored.ts'

/** Sign-in settings: OIDC, SAML and passwords. */
export async function ssoSettingRoutes(app: App) {
  const serve = routesOf(app, ssoOperations)
  const { settings } = app
  const { oidc, saml, forcePassword } = settings.sso
  const fromEnvironment = [...(oidc?.enabled ? ['oidc'] : []), ...(saml?.enabled ? ['saml'] : [])]

  serve('GET /api/admin/auth/oidc/settings', (request) => shownOidc(app, request.signedIn()))

  serve('POST /api/admin/auth/oidc/settings', { command: setOidc }, async (request) => {
    if (oidc) throw locked('OIDC_ENABLED')
    const { secret, enablePkce: _always, ...fields } = knownOf(OidcSettings, request.body)
    const caller = request.signedIn()
    await request.dispatch(setOidc, {
      ...fields,
      ...(secret ? { sealedSecret: seal(secret), ...copyFor(caller, secret) } : {}),
      fromEnvironment,
    })
    return shownOidc(app, caller)
  })

  serve('GET /api/admin/auth/saml/settings', () => shownSaml(app))

  serve('POST /api/admin/auth/saml/settings', { command: setSaml }, async (request) => {
    if (saml) throw locked('SAML_ENABLED')
    const { spCertificate, ...fields } = knownOf(SamlSettings, request.body)
    await request.dispatch(setSaml, { ...fields, ...ownKey(spCertificate), fromEnvironment })
    return shownSaml(app)
  })

  serve('GET /api/admin/auth/simple/settings', () => shownPassword())

  serve('POST /api/admin/auth/simple/settings', { command: setPassword }, async (request) => {
    await request.dispatch(setPassword, { disabled: request.body.disabled ?? false, fromEnvironment })
    return shownPassword()
  })

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
    return sealSecret(settings.encryptionKeys, secret)
  }

  /** Text without a private key can only be the certificate that we returned earlier. */
  function ownKey(text: string | undefined) {
    if (!text?.includes('PRIVATE KEY')) return {}
    const { key, certificate } = splitOwnKey(text)
    return { sealedKey: seal(key), spCertificate: certificate }
  }
}

function copyFor({ vault }: Pick<Caller, 'vault'>, secret: string) {
  const sealed = vault?.().seal(secret, SECRET_LABEL).toString('base64')
  return sealed ? { secretCopy: sealed } : {}
}

const locked = (variable: string) =>
  new AppError('denied', {
    reason: `The environment variable ${variable} sets this. Change or remove the variable.`,
  })

/**
 * Unknown fields, which forms of other servers send, are accepted and dropped. So is the role 0, which the Terraform
 * provider sends if its configuration has none.
 */
const knownOf = <T extends object>({ properties }: { properties: object }, body: T): T =>
  Object.fromEntries(
    Object.entries(body).filter(
      ([name, value]) => Object.hasOwn(properties, name) && !(name === 'defaultRootRoleId' && value === 0),
    ),
  ) as T
