import type { OidcSettings, SamlSettings, SignInProvider } from '@flagstaff/contract/sso'
import { queryOptions } from '@tanstack/react-query'
import { get, send } from '../../../lib/api.ts'
import { useChange } from '../../../lib/change.ts'
import { t } from './messages.ts'

export const oidcSettings = queryOptions({
  queryKey: ['setting', 'oidc'],
  queryFn: ({ signal }) => get('GET /api/admin/auth/oidc/settings', {}, signal),
})
export const samlSettings = queryOptions({
  queryKey: ['setting', 'saml'],
  queryFn: ({ signal }) => get('GET /api/admin/auth/saml/settings', {}, signal),
})
export const passwordSettings = queryOptions({
  queryKey: ['setting', 'password'],
  queryFn: ({ signal }) => get('GET /api/admin/auth/simple/settings', {}, signal),
})

/** A user who can configure sign-in may not be able to see roles; then use the three predefined ones. */
export const rootRoles = queryOptions({
  queryKey: ['role', 'root'],
  queryFn: async ({ signal }) => {
    const { roles } = await get('GET /api/admin/roles', {}, signal)
    return roles.filter(({ type }) => type === 'root' || type === 'root-custom')
  },
  retry: false,
})

export const trialResult = (key: string) =>
  queryOptions({
    queryKey: ['trial', key],
    queryFn: ({ signal }) => get('GET /api/admin/auth/trials/:key', { params: { key } }, signal),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })

export const useSaveOidc = () =>
  useChange<OidcSettings>({
    run: (change) => send('POST /api/admin/auth/oidc/settings', { body: change }),
    refresh: [['setting']],
    done: () => t('saved', { name: t('oidc') }),
  })

export const useSaveSaml = () =>
  useChange<SamlSettings>({
    run: (change) => send('POST /api/admin/auth/saml/settings', { body: change }),
    refresh: [['setting']],
    done: () => t('saved', { name: t('saml') }),
  })

export const useSwitchPassword = () =>
  useChange<boolean>({
    run: (disabled) => send('POST /api/admin/auth/simple/settings', { body: { disabled } }),
    refresh: [['setting']],
    done: (disabled) => t(disabled ? 'password.nowOff' : 'password.nowOn'),
    toastErrors: true,
  })

/** Returns the URL at the provider. */
export const beginTrial = async (provider: SignInProvider): Promise<string> =>
  (await send('POST /api/admin/auth/:provider/trials', { params: { provider } })).data.location
