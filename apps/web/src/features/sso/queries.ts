import type { RolesWithVersion } from '@flagstaff/contract/access'
import type {
  OidcSettings,
  OidcSettingsResponse,
  PasswordAuth,
  SamlSettings,
  SamlSettingsResponse,
  SignInProvider,
  Trial,
} from '@flagstaff/contract/sso'
import { queryOptions } from '@tanstack/react-query'
import { call, read } from '../../lib/api.ts'
import { useChange } from '../../lib/change.ts'
import { t } from './messages.ts'

export const oidcSettings = queryOptions({
  queryKey: ['setting', 'oidc'],
  queryFn: ({ signal }) => read<OidcSettingsResponse>('/api/admin/auth/oidc/settings', signal),
})
export const samlSettings = queryOptions({
  queryKey: ['setting', 'saml'],
  queryFn: ({ signal }) => read<SamlSettingsResponse>('/api/admin/auth/saml/settings', signal),
})
export const passwordSettings = queryOptions({
  queryKey: ['setting', 'password'],
  queryFn: ({ signal }) => read<PasswordAuth>('/api/admin/auth/simple/settings', signal),
})

/** Whoever may set up sign-in need not see the roles; the three that always exist are known. */
export const rootRoles = queryOptions({
  queryKey: ['role', 'root'],
  queryFn: async ({ signal }) => {
    const { roles } = await read<RolesWithVersion>('/api/admin/roles', signal)
    return roles.filter(({ type }) => type === 'root' || type === 'root-custom')
  },
  retry: false,
})

export const trialResult = (key: string) =>
  queryOptions({
    queryKey: ['trial', key],
    queryFn: ({ signal }) => read<Trial>(`/api/admin/auth/trials/${encodeURIComponent(key)}`, signal),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })

export const useSaveOidc = () =>
  useChange<OidcSettings>({
    run: (change) => call('POST', '/api/admin/auth/oidc/settings', change),
    refresh: [['setting']],
    done: () => t('saved', { name: t('oidc') }),
  })

export const useSaveSaml = () =>
  useChange<SamlSettings>({
    run: (change) => call('POST', '/api/admin/auth/saml/settings', change),
    refresh: [['setting']],
    done: () => t('saved', { name: t('saml') }),
  })

export const useSwitchPassword = () =>
  useChange<boolean>({
    run: (disabled) => call('POST', '/api/admin/auth/simple/settings', { disabled }),
    refresh: [['setting']],
    done: (disabled) => t(disabled ? 'password.nowOff' : 'password.nowOn'),
    alone: true,
  })

/** Gives the address at the provider. */
export const beginTrial = async (provider: SignInProvider): Promise<string> =>
  (await call<{ location: string }>('POST', `/api/admin/auth/${provider}/trials`)).data.location
