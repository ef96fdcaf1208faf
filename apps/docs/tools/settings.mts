import { readSettings, type Settings } from '../../server/src/platform/settings.ts'
import { unreadSettings } from '../../server/src/platform/unread-settings.ts'
import { limitVariables } from './limits.mts'
import { code, expectSame, table } from './markdown.mts'

type Fallback = string | ((settings: Settings) => unknown)
type Setting = { names: string[]; fallback: Fallback; text: string }

/** Of several names, the first that is set counts. Where the code knows the default, it is taken from there. */
const setting = (names: string | string[], fallback: Fallback, text: string): Setting => ({
  names: [names].flat(),
  fallback,
  text,
})

/** In the order of the page. */
const groups: Record<string, Setting[]> = {
  Server: [
    setting(['HTTP_PORT', 'PORT'], (s) => s.port, 'Port to listen on.'),
    setting('HTTP_HOST', (s) => s.host, 'Address to listen on; the default is every interface.'),
    setting('BASE_URI_PATH', (s) => s.basePath, 'Path in front of every route, such as `/flags`.'),
    setting(['UNLEASH_URL', 'URL'], (s) => s.url, 'Public address of the server, for links.'),
    setting(
      'TRUSTED_PROXIES',
      (s) => s.trustedProxies,
      'Addresses and ranges of proxies whose `X-Forwarded-*` headers are believed, separated by commas. Without it those headers are ignored.',
    ),
    setting('EDGE_URL', (s) => s.edgeUrl, 'Address of your edge, for clients that ask for `ui-config`.'),
    setting(
      ['HTTPS_PROXY', 'https_proxy'],
      'none',
      'HTTP proxy for outgoing calls to `https` addresses, such as those to an identity provider.',
    ),
    setting(['HTTP_PROXY', 'http_proxy'], 'none', 'The same for `http` addresses.'),
    setting(
      ['NO_PROXY', 'no_proxy'],
      (s) => s.proxy.exceptions,
      'Hosts that are called directly: domains (with all below them), addresses and ranges, separated by commas; `*` for all.',
    ),
    setting(
      ['ENCRYPTION_KEY', 'UNLEASH_ENCRYPTION_KEY'],
      (s) => s.encryptionKeys,
      'A long random text that all servers share; secrets of identity providers and tickets for OFREP streams are sealed with it. Of several, separated by commas, the first is used. Without it, `DATABASE_URL` takes its place for tickets, and no secrets are stored.',
    ),
    setting(
      'LOG_LEVEL',
      (s) => s.logLevel,
      '`trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`.',
    ),
    setting(
      'REQUEST_LOGGER_ENABLE',
      (s) => s.requestLog,
      'One line in the log per request of the control plane.',
    ),
    setting(
      'SERVER_KEEPALIVE_TIMEOUT',
      (s) => s.keepAliveSeconds,
      'Seconds an idle connection is kept open.',
    ),
    setting(
      'GRACEFUL_SHUTDOWN_TIMEOUT',
      (s) => s.shutdownSeconds * 1000,
      'Milliseconds that requests under way get after SIGTERM or SIGINT before the process ends anyway.',
    ),
    setting(
      'COMPARISON_SECONDS',
      (s) => s.comparisonSeconds,
      'Seconds between two comparisons of what is served with the database; 0 turns them off. See [Health checks](../../using-flagstaff/deploy/health-checks.md).',
    ),
    setting(
      'CHECK_DB_ON_READY',
      (s) => s.checkDatabaseOnReady,
      'Whether `/ready` answers 503 while the database is away.',
    ),
    setting(
      'SNAPSHOT_FOLDER',
      (s) => s.snapshotFolder,
      'A folder for the last known flags and tokens. With it, a server that is started while the database is away serves those, and takes no changes until the database answers.',
    ),
    setting(
      'METRICS_TOKEN',
      (s) => s.metricsToken,
      'What whoever reads `/internal-backstage/prometheus` has to send as `Authorization`. Without it that address is open.',
    ),
  ],
  Database: [
    setting(
      'DATABASE_URL',
      'none',
      'Address of PostgreSQL 13 or newer. Needed, unless the parts below are set.',
    ),
    setting('DATABASE_URL_FILE', 'none', 'A file that holds the address; wins over `DATABASE_URL`.'),
    setting('DATABASE_HOST', 'none', 'Host, where the address is given in parts.'),
    setting('DATABASE_PORT', '`5432`', 'Port.'),
    setting('DATABASE_NAME', '`flagstaff`', 'Name of the database.'),
    setting('DATABASE_USERNAME', '`postgres`', 'Account.'),
    setting('DATABASE_PASSWORD', 'none', 'Its password.'),
    setting(
      'DATABASE_DIRECT_URL',
      'the address above',
      'Address that leads straight to PostgreSQL, where the one above leads through a connection pooler. Used for listening and for migrations.',
    ),
    setting(
      'DATABASE_SSL',
      'the address decides',
      '`true` encrypts connections to PostgreSQL, `false` does not; or a JSON object with TLS options, such as `{"rejectUnauthorized": false}`. An `sslmode` in the address wins. See [TLS to PostgreSQL](../../using-flagstaff/deploy/database-tls.md).',
    ),
    setting(
      'DATABASE_SSL_CA_FILE',
      'none',
      'File with the certificate of the authority that signed the certificate of PostgreSQL.',
    ),
    setting(
      'DATABASE_SSL_CERT_FILE',
      'none',
      'File with the client certificate, if PostgreSQL asks for one.',
    ),
    setting('DATABASE_SSL_KEY_FILE', 'none', 'File with the key of the client certificate.'),
    setting('DATABASE_SSL_CA_CONFIG', 'none', 'TLS options as a JSON object, such as `{"ca": "…"}`.'),
    setting(
      'DATABASE_SSL_REJECT_UNAUTHORIZED',
      '`true`',
      'Whether a certificate that cannot be verified is refused.',
    ),
    setting('DATABASE_POOL_MIN', (s) => s.poolMin, 'Idle connections that one process keeps open.'),
    setting('DATABASE_POOL_MAX', (s) => s.poolSize, 'Most connections of one process, besides the listener.'),
    setting(
      'REQUEST_BUDGET_MS',
      (s) => s.requestBudgetMs,
      'Milliseconds that one request may spend on the database before it is answered 503. Raise it if PostgreSQL is far away.',
    ),
    setting(
      'DATABASE_DISABLE_MIGRATION',
      (s) => !s.migrate,
      'Start without bringing the database to the present form.',
    ),
  ],
  'First start': [
    setting(
      ['UNLEASH_DEFAULT_ADMIN_USERNAME', 'ADMIN_USERNAME'],
      'none',
      'User name of the first administrator.',
    ),
    setting(
      ['UNLEASH_DEFAULT_ADMIN_PASSWORD', 'ADMIN_PASSWORD'],
      'none',
      'Password of the first administrator.',
    ),
    setting(
      'INIT_ADMIN_API_TOKENS',
      (s) => s.initTokens.admin,
      'Admin tokens to create, separated by commas, each `*:*.secret`. A token is created at the first start that names it; if it is deleted later, it stays deleted.',
    ),
    setting(
      ['INIT_BACKEND_API_TOKENS', 'INIT_CLIENT_API_TOKENS'],
      (s) => s.initTokens.backend,
      'Backend tokens to create, each `project:environment.secret`. Both names are read.',
    ),
    setting(
      'INIT_FRONTEND_API_TOKENS',
      (s) => s.initTokens.frontend,
      'Frontend tokens to create, each `project:environment.secret`.',
    ),
    setting(
      'IMPORT_FILE',
      'none',
      'A file to import at every start: its flags are made as it says. What is wrong with it is told in the log.',
    ),
    setting(
      'IMPORT_PROJECT',
      (s) => s.startImport.project,
      'The project that `IMPORT_FILE` is imported into.',
    ),
    setting(
      'IMPORT_ENVIRONMENT',
      (s) => s.startImport.environment,
      'The environment that `IMPORT_FILE` is imported into.',
    ),
  ],
  'Sign-in and sessions': [
    setting('SESSION_TTL_HOURS', (s) => s.sessionHours, 'Hours after which a session ends.'),
    setting(
      'SESSION_IDLE_HOURS',
      (s) => s.sessionIdleHours,
      'Hours without use after which a session ends early; 0 for never.',
    ),
    setting(
      'MAX_PARALLEL_SESSIONS',
      (s) => s.parallelSessions,
      'Sessions one account may have; the oldest ends when there are more.',
    ),
    setting(
      'SESSION_CLEAR_SITE_DATA_ON_LOGOUT',
      (s) => s.clearSiteData,
      'Whether signing out tells the browser to forget what it stored.',
    ),
    setting(
      'INSECURE_COOKIES',
      (s) => s.insecureCookies,
      'Send session cookies over plain HTTP too. For development only.',
    ),
    setting(
      'SIMPLE_LOGIN_LIMIT_PER_MINUTE',
      (s) => s.loginsPerMinute,
      'Sign-in attempts a minute per address. An account takes twice as many, an IPv6 /48 network ten times as many.',
    ),
    setting(
      'CREATE_USER_RATE_LIMIT_PER_MINUTE',
      (s) => s.usersPerMinute,
      'Accounts that may be created a minute, per address.',
    ),
    setting(
      'USER_INACTIVITY_THRESHOLD_IN_DAYS',
      (s) => s.inactiveDays,
      'Days without use after which an account counts as inactive.',
    ),
    setting(
      'PASSWORD_RESET_LIMIT_PER_MINUTE',
      (s) => s.resetsPerMinute,
      'Mails with a link to choose a new password that may be asked for a minute, per account and per address.',
    ),
    setting(
      ['UNLEASH_PAT_KILL_SWITCH', 'PAT_KILL_SWITCH'],
      (s) => s.personalTokensOff,
      'Refuses every personal token, and to make new ones. Those of service accounts go on.',
    ),
    setting(
      'TOKEN_EXPIRY_NOTIFICATION_DAYS',
      (s) => s.expiryNoticeDays,
      'So many days before a personal token or one of a service account ends, somebody is told by mail.',
    ),
  ],
  Mail: [
    setting(
      'EMAIL_HOST',
      (s) => s.mail?.host,
      'The mail server that mails are handed to. Without it none is sent.',
    ),
    setting('EMAIL_PORT', '`587`', 'Its port.'),
    setting(
      'EMAIL_SECURE',
      '`false`',
      'TLS from the first byte, as on port 465. Otherwise TLS is turned on where the server offers it.',
    ),
    setting('EMAIL_USER', 'none', 'Account there.'),
    setting('EMAIL_PASSWORD', 'none', 'Its password.'),
    setting(
      'EMAIL_SENDER',
      '`Flagstaff <no-reply@…>`, with the host of the public address',
      'From whom mails come.',
    ),
    setting('EMAIL_OPTIONAL_HEADERS', '`{}`', 'Further headers of every mail, as a JSON object.'),
  ],
  'Single sign-on': [
    setting(
      'OIDC_ENABLED',
      'none',
      'Set to `true` or `false`, it locks the form: everything about OpenID Connect comes from the variables below.',
    ),
    setting('OIDC_DISCOVER_URL', 'none', 'The issuer, or its discovery address.'),
    setting('OIDC_CLIENT_ID', 'none', 'What the provider calls this application.'),
    setting('OIDC_CLIENT_SECRET', 'none', 'Its secret.'),
    setting('OIDC_ID_TOKEN_SIGNING_ALGORITHM', '`RS256`', '`RS256`, `RS384` or `RS512`.'),
    setting('OIDC_EXTRA_SCOPES', 'none', 'Scopes beside `openid email profile`, separated by spaces.'),
    setting('OIDC_ADD_GROUPS_SCOPE', '`false`', 'Asks for the scope `groups` too.'),
    setting('OIDC_ACR_VALUES', 'none', 'How people have to prove who they are, in words of the provider.'),
    setting('OIDC_ENABLE_SINGLE_SIGN_OUT', '`false`', 'Signing out here signs out at the provider too.'),
    setting('OIDC_AUTO_CREATE', '`false`', 'Whoever has no account gets one at the first sign-in.'),
    setting(
      'OIDC_AUTO_CREATE_EMAIL_DOMAINS',
      'none',
      'Domains whose people get or ask for an account, separated by commas; without it, all.',
    ),
    setting('OIDC_DEFAULT_ROOT_ROLE', '`Viewer`', 'Role of new accounts: `Viewer`, `Editor` or `Admin`.'),
    setting('OIDC_ENABLE_GROUP_SYNCING', '`false`', 'Groups follow the provider, at each sign-in.'),
    setting('OIDC_GROUP_JSON_PATH', '`groups`', 'The claim that holds the groups.'),
    setting(
      'SAML_ENABLED',
      'none',
      'Set to `true` or `false`, it locks the form: everything about SAML comes from the variables below.',
    ),
    setting('SAML_ENTITY_ID', 'none', 'What the provider calls itself.'),
    setting('SAML_SIGN_ON_URL', 'none', 'Where it signs people in.'),
    setting('SAML_SIGN_OUT_URL', 'none', 'Where it signs people out.'),
    setting(
      'SAML_CERTIFICATE',
      'none',
      'What it signs with, in PEM form; `\\n` stands for the end of a line.',
    ),
    setting('SAML_SP_CERTIFICATE', 'none', 'Our own private key with its certificate, likewise.'),
    setting('SAML_AUTO_CREATE', '`false`', 'Whoever has no account gets one at the first sign-in.'),
    setting(
      'SAML_AUTO_CREATE_EMAIL_DOMAINS',
      'none',
      'Domains whose people get or ask for an account, separated by commas; without it, all.',
    ),
    setting('SAML_DEFAULT_ROOT_ROLE', '`Viewer`', 'Role of new accounts: `Viewer`, `Editor` or `Admin`.'),
    setting('SAML_ENABLE_GROUP_SYNCING', '`false`', 'Groups follow the provider, at each sign-in.'),
    setting('SAML_GROUP_JSON_PATH', '`groups`', 'The attribute that holds the groups.'),
    setting(
      'FORCE_PASSWORD_SIGN_IN',
      (s) => s.sso.forcePassword,
      'Passwords work even if they were turned off: the way back in when a provider fails.',
    ),
    setting(
      'SSO_PRIVATE_ADDRESSES',
      (s) => s.sso.privateAddresses,
      'Whether an identity provider may have a private address.',
    ),
    setting(
      'AUTH_TYPE',
      '`open-source`',
      '`demo` lets everybody in with an e-mail address alone, as an editor: for servers that are there to be tried out, and for nothing else. Any other value changes nothing.',
    ),
    setting(
      'AUTH_DEMO_ALLOW_ADMIN_LOGIN',
      '`false`',
      'With `AUTH_TYPE=demo`, whether administrators come in that way too.',
    ),
  ],
  'Frontend API': [
    setting(
      ['UNLEASH_FRONTEND_API_ORIGINS', 'FRONTEND_API_ORIGINS'],
      (s) => s.frontendOrigins,
      'Origins that browsers may call from, separated by commas; without it, all.',
    ),
    setting(
      'FRONTEND_API_ENABLED',
      (s) => s.frontendEnabled,
      'Whether the frontend API answers at all, and OFREP with frontend tokens.',
    ),
    setting(
      'OFREP_FRONTEND_NAMES',
      (s) => s.frontendNames,
      'Which flags OFREP names to a frontend token: `released` (every flag that was ever turned on in the environment), `on` (those that are on for the context) or `all`.',
    ),
  ],
  Rules: [
    setting(
      ['UNLEASH_DISABLE_CUSTOM_STRATEGY_CREATION', 'DISABLE_CUSTOM_STRATEGY_CREATION'],
      (s) => !s.strategies.create,
      'Refuses every new strategy of your own.',
    ),
    setting(
      ['UNLEASH_DISABLE_CUSTOM_STRATEGY_EDITING', 'DISABLE_CUSTOM_STRATEGY_EDITING'],
      (s) => !s.strategies.edit,
      'Refuses changes of those there are. They can still be deprecated and deleted.',
    ),
  ],
}

const described = () => Object.values(groups).flat()

/** Every variable that the server asks its environment for, without the `FLAGSTAFF_` form of each. */
function variablesRead(): string[] {
  const names = new Set<string>()
  const ask = (env: Record<string, string>) => {
    const recorder = new Proxy(env, {
      get: (values, name: string) => {
        names.add(name)
        return values[name]
      },
    })
    readSettings(recorder)
  }
  ask({ DATABASE_URL: 'postgres://localhost/flagstaff' })
  ask({ DATABASE_HOST: 'localhost', EMAIL_HOST: 'localhost' })
  return [...names].filter((name) => !name.startsWith('FLAGSTAFF_'))
}

export function settingTable(): string {
  expectSame('settings', variablesRead(), [...described().flatMap(({ names }) => names), ...limitVariables()])
  const defaults = readSettings({ DATABASE_URL: 'postgres://localhost/flagstaff' })
  return Object.entries(groups)
    .map(
      ([title, settings]) =>
        `## ${title}\n\n${table(
          ['Variable', 'Default', 'Meaning'],
          settings.map(({ names, fallback, text }) => [
            names.map(code).join(', '),
            typeof fallback === 'string' ? fallback : show(fallback(defaults)),
            text,
          ]),
        )}`,
    )
    .join('\n')
}

/** Settings of Unleash that have no effect here. */
export const unreadTable = (): string =>
  table(
    ['Variable', 'Why'],
    Object.entries(unreadSettings).map(([name, { because }]) => [code(name), because]),
  )

function show(value: unknown): string {
  const text = Array.isArray(value) ? value.join(',') : String(value ?? '')
  return text === '' ? 'none' : code(text)
}
