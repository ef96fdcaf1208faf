import Type from 'typebox'
import { operations } from '../operation.ts'
import { Nothing, RowId } from '../schema.ts'
import {
  IdentityProtocol,
  LinkedIdentities,
  LinkedIdentity,
  OidcSettings,
  OidcSettingsResponse,
  PasswordAuth,
  SamlSettings,
  SamlSettingsResponse,
  Trial,
  TrialStart,
} from '../sso.ts'
import { UserParams } from '../users.ts'

export const ssoOperations = operations({
  'GET /auth/oidc/login': {
    id: 'oidcLogin',
    tags: ['Auth'],
    summary: 'Start a sign-in with OpenID Connect',
    description:
      'Redirects the browser to the identity provider and sets a cookie that binds the sign-in to this browser. `redirect` is the page to open after the sign-in; a URL of another site is ignored. If OpenID Connect is off or the provider fails, it redirects to the sign-in page.',
    permission: 'public',
    query: Type.Object({ redirect: Type.Optional(Type.String()) }),
    responses: { 302: Nothing },
    // Without a provider, the test is redirected to the sign-in page.
    example: { query: { redirect: '/projects/default' } },
  },
  'GET /auth/oidc/callback': {
    id: 'oidcCallback',
    tags: ['Auth'],
    summary: 'Complete a sign-in with OpenID Connect',
    description:
      'The identity provider redirects the browser here. It opens a session, sets its cookie and redirects to the requested page; a failed sign-in redirects to the sign-in page with a `problem`. The sign-in must have been started in the same browser within ten minutes.',
    permission: 'public',
    query: Type.Object({ state: Type.String({ maxLength: 500 }) }),
    responses: { 302: Nothing },
    // Without a provider, the test is redirected to the sign-in page.
    example: {
      query: { state: 'q8Zf3NvT6yLm1RxKc9WbHs4JpDgUe7aOiE2tYrVnXw0', code: 'SplxlOBeZQQYbYS6WxSbIA' },
    },
  },
  'GET /auth/saml/login': {
    id: 'samlLogin',
    tags: ['Auth'],
    summary: 'Start a sign-in with SAML',
    description:
      'Redirects the browser to the identity provider and sets a cookie that binds the sign-in to this browser. `redirect` is the page to open after the sign-in; a URL of another site is ignored. If SAML is off, it redirects to the sign-in page.',
    permission: 'public',
    query: Type.Object({ redirect: Type.Optional(Type.String()) }),
    responses: { 302: Nothing },
    example: { query: { redirect: '/projects/default' } },
  },
  'POST /auth/saml/callback': {
    id: 'samlCallback',
    tags: ['Auth'],
    summary: 'Complete a sign-in with SAML',
    description:
      'The identity provider posts its response here. It opens a session, sets its cookie and redirects to the requested page; a failed sign-in redirects to the sign-in page with a `problem`. The sign-in must have been started in the same browser within ten minutes.',
    permission: 'public',
    body: Type.Object({ SAMLResponse: Type.String() }),
    responses: { 302: Nothing },
    example: {
      body: {
        SAMLResponse:
          'PHNhbWxwOlJlc3BvbnNlIHhtbG5zOnNhbWxwPSJ1cm46b2FzaXM6bmFtZXM6dGM6U0FNTDoyLjA6cHJvdG9jb2wiPg==',
      },
    },
  },
  'GET /auth/saml/metadata': {
    id: 'x-samlMetadata',
    tags: ['Auth'],
    summary: 'Get the SAML metadata',
    description:
      'Returns the metadata of this server for SAML identity providers, as XML. It contains the entity ID, the callback URL and, if a key is set, the certificate.',
    permission: 'public',
    responses: { 200: Type.String() },
    example: {},
  },
  'GET /auth/saml/logout': {
    id: 'x-samlSignedOut',
    tags: ['Auth'],
    summary: 'Return from a SAML sign-out',
    description:
      'The identity provider redirects the browser here after a single sign-out. It changes nothing and redirects to the signed-out page.',
    permission: 'public',
    responses: { 302: Nothing },
    example: {},
  },
  'POST /auth/saml/logout': {
    id: 'x-samlSignedOutByPost',
    tags: ['Auth'],
    summary: 'Return from a SAML sign-out by POST',
    description:
      'The same for identity providers that post their response. It changes nothing and redirects to the signed-out page.',
    permission: 'public',
    body: Type.Object({ SAMLResponse: Type.String() }),
    responses: { 302: Nothing },
    example: { body: { SAMLResponse: 'PHNhbWxwOkxvZ291dFJlc3BvbnNlLz4=' } },
  },
  'GET /api/admin/auth/oidc/settings': {
    id: 'getOidcSettings',
    tags: ['Auth'],
    summary: 'Get the OpenID Connect settings',
    description:
      'Returns the settings; `hasSecret` says whether there is a client secret. `secret` is only returned to the admin token or service account token that set it, for tools such as Terraform. Register `callbackUrl` at the identity provider. If `locked` is true, environment variables control the settings.',
    permission: ['ADMIN', 'UPDATE_AUTH_CONFIGURATION'],
    responses: { 200: OidcSettingsResponse },
    example: {},
  },
  'POST /api/admin/auth/oidc/settings': {
    id: 'setOidcSettings',
    tags: ['Auth'],
    summary: 'Update the OpenID Connect settings',
    description:
      'Changes the given fields; omitted fields and an empty `secret` stay unchanged. The secret is stored encrypted, which requires `ENCRYPTION_KEY`, and only returned to the admin token or service account token that set it. Invalid or incomplete settings return 400; settings that environment variables control, or that turn off the last way to sign in, return 403.',
    permission: ['ADMIN', 'UPDATE_AUTH_CONFIGURATION'],
    body: OidcSettings,
    responses: { 200: OidcSettingsResponse },
    example: {
      body: {
        discoverUrl: 'https://idp.example.com',
        clientId: 'flagstaff',
        autoCreate: true,
        emailDomains: 'example.com',
      },
    },
  },
  'GET /api/admin/auth/saml/settings': {
    id: 'getSamlSettings',
    tags: ['Auth'],
    summary: 'Get the SAML settings',
    description:
      'Returns the settings without the private key; `hasPrivateKey` says whether there is one. Register `callbackUrl` and `metadataUrl` at the identity provider. If `locked` is true, environment variables control the settings.',
    permission: ['ADMIN', 'UPDATE_AUTH_CONFIGURATION'],
    responses: { 200: SamlSettingsResponse },
    example: {},
  },
  'POST /api/admin/auth/saml/settings': {
    id: 'setSamlSettings',
    tags: ['Auth'],
    summary: 'Update the SAML settings',
    description:
      'Changes the given fields; omitted fields stay unchanged. A private key in `spCertificate` is stored encrypted and never returned, which requires `ENCRYPTION_KEY`. Invalid or incomplete settings return 400; settings that environment variables control, or that turn off the last way to sign in, return 403.',
    permission: ['ADMIN', 'UPDATE_AUTH_CONFIGURATION'],
    body: SamlSettings,
    responses: { 200: SamlSettingsResponse },
    example: {
      body: {
        enabled: true,
        entityId: 'https://idp.example.com/saml',
        signOnUrl: 'https://idp.example.com/saml/sso',
        certificate: '-----BEGIN CERTIFICATE-----\nMIIDBzCCAe+gAwIBAgIJAK7p\n-----END CERTIFICATE-----',
      },
    },
  },
  'GET /api/admin/auth/simple/settings': {
    id: 'getSimpleSettings',
    tags: ['Auth'],
    summary: 'Get the password sign-in settings',
    description:
      'Returns whether password sign-in is off, which identity providers are on, and how many administrators have signed in through a provider. `forced` means that an environment variable keeps password sign-in on.',
    permission: ['ADMIN', 'UPDATE_AUTH_CONFIGURATION'],
    responses: { 200: PasswordAuth },
    example: {},
  },
  'POST /api/admin/auth/simple/settings': {
    id: 'setSimpleSettings',
    tags: ['Auth'],
    summary: 'Turn password sign-in on or off',
    description:
      'Changes `disabled`; the other fields are ignored. Turning password sign-in off returns 403 unless an identity provider is on and an administrator has signed in through a provider.',
    permission: ['ADMIN', 'UPDATE_AUTH_CONFIGURATION'],
    body: PasswordAuth,
    responses: { 200: PasswordAuth },
    example: { body: { disabled: true } },
  },
  'POST /api/admin/auth/:provider/trials': {
    id: 'x-tryProvider',
    tags: ['Auth'],
    summary: 'Start a trial sign-in',
    description:
      'Returns the URL of the identity provider for a trial, and sets a cookie that binds the trial to this browser. A trial uses the stored settings, even if the provider is off; nobody is signed in and no account changes. Incomplete settings, or a provider that does not respond, return 400.',
    permission: ['ADMIN', 'UPDATE_AUTH_CONFIGURATION'],
    params: Type.Object({ provider: Type.Enum(['oidc', 'saml']) }),
    responses: { 200: TrialStart },
    example: { params: { provider: 'saml' } },
  },
  'GET /api/admin/auth/trials/:key': {
    id: 'x-getTrial',
    tags: ['Auth'],
    summary: 'Get the result of a trial sign-in',
    description:
      'Returns the claims that the identity provider sent and what a real sign-in would have done. The callback redirects to a page with the key in `tried`. Results are deleted after five minutes; an unknown key returns 404.',
    permission: ['ADMIN', 'UPDATE_AUTH_CONFIGURATION'],
    params: Type.Object({ key: Type.String({ maxLength: 100 }) }),
    responses: { 200: Trial },
    example: { params: { key: 'Hy2PbW7cKx9TnQ4vRz1LdM8sGf5JaUe3oYi6EtXqNw0' } },
  },
  'GET /api/admin/user-admin/:id/identities': {
    id: 'x-getLinkedIdentities',
    tags: ['Users'],
    summary: 'List the linked identities of a user',
    description:
      'Returns the accounts at identity providers that sign in to this account, oldest first. If `protocol` is null, it is not known whether OpenID Connect or SAML created the link, and the link opens nothing: a sign-in with the verified email address of the account decides, or an administrator does.',
    permission: 'ADMIN',
    params: UserParams,
    responses: { 200: LinkedIdentities },
    example: { params: { id: 42 } },
  },
  'PUT /api/admin/user-admin/:id/identities/:identity': {
    id: 'x-setIdentityProtocol',
    tags: ['Users'],
    summary: 'Set the protocol of a linked identity',
    description:
      'Decides whether OpenID Connect or SAML opens the account for this issuer and subject. Look the subject up at the provider first: the user with that subject there can sign in to the account. Returns 409 if an account is already linked to the same subject by that protocol.',
    permission: 'ADMIN',
    params: Type.Interface([UserParams], { identity: RowId }),
    body: IdentityProtocol,
    responses: { 200: LinkedIdentity },
    example: { params: { id: 42, identity: 7 }, body: { protocol: 'oidc' } },
  },
})
