import { readSettings, type Settings } from '../../server/src/platform/settings/settings.ts'
import { unreadSettings } from '../../server/src/platform/settings/unread-settings.ts'
import { limitVariables } from './limits.mts'
import { code, expectSame, plainNames, table } from './markdown.mts'

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
    setting('HTTP_HOST', (s) => s.host, 'Address to listen on; every interface by default.'),
    setting('BASE_URI_PATH', (s) => s.basePath, 'Path in front of every route, such as `/flags`.'),
    setting(['UNLEASH_URL', 'URL'], (s) => s.url, 'Public URL of the server, used in links.'),
    setting(
      'TRUSTED_PROXIES',
      (s) => s.trustedProxies,
      'Comma-separated addresses and ranges of proxies whose `X-Forwarded-*` headers are trusted. Without it, those headers are ignored.',
    ),
    setting(
      'EDGE_CLIENT_SECRET',
      (s) => s.edgeClientSecret,
      'Secret of at least 16 random bytes in base64url that is shared with edges. With it they can [request tokens](../../reference/network.md#tokens-for-edges).',
    ),
    setting('EDGE_URL', (s) => s.edgeUrl, 'URL of your edge, for clients that read `ui-config`.'),
    setting(
      ['HTTPS_PROXY', 'https_proxy'],
      'none',
      'HTTP proxy for outgoing calls to `https` URLs, such as calls to an identity provider.',
    ),
    setting(['HTTP_PROXY', 'http_proxy'], 'none', 'The same for `http` URLs.'),
    setting(
      ['NO_PROXY', 'no_proxy'],
      (s) => s.proxy.exceptions,
      'Hosts to call without the proxy: comma-separated domains (including subdomains), addresses and ranges; `*` for all.',
    ),
    setting(
      'UNLEASH_ALLOW_PRIVATE_URL_IN_INTEGRATION',
      (s) => s.integrations.privateAddresses,
      'Whether receivers of integrations, the Prometheus server of [impact metrics](../../reference/impact-metrics.md) and an Unleash server to [move from](../../using-flagstaff/moving-from-unleash.md) can have private addresses. Prefer the next setting, which allows single hosts.',
    ),
    setting(
      'UNLEASH_ALLOW_LIST_INTEGRATION',
      (s) => s.integrations.allowedHosts,
      'Comma-separated host names that these calls can use even if their addresses are private.',
    ),
    setting(
      ['ENCRYPTION_KEY', 'UNLEASH_ENCRYPTION_KEY'],
      (s) => s.encryptionKeys,
      'A long random string that all servers share. It encrypts secrets of identity providers and integrations, the key of pseudonyms in samples, and tickets for OFREP streams, and signs [emergency orders](../../using-flagstaff/deploy/emergency.md). If you list several, separated by commas, the first encrypts and all of them decrypt; see how to [rotate it](../../using-flagstaff/deploy/secrets.md#rotate-the-encryption-key). Without it, `DATABASE_URL` is used for tickets, and no secrets can be stored.',
    ),
    setting(
      'LOG_LEVEL',
      (s) => s.logLevel,
      '`trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`.',
    ),
    setting(
      'REQUEST_LOGGER_ENABLE',
      (s) => s.requestLog,
      'Logs one line per request to the control plane: its ID, route, status and duration, and the address and name of the caller. Health checks are only logged with `LOG_LEVEL=debug`.',
    ),
    setting(
      'SERVER_KEEPALIVE_TIMEOUT',
      (s) => s.keepAliveSeconds,
      'Seconds to keep an idle connection open.',
    ),
    setting(
      'GRACEFUL_SHUTDOWN_TIMEOUT',
      (s) => s.shutdownSeconds * 1000,
      'Milliseconds that running requests then have to finish before the process exits.',
    ),
    setting(
      'SHUTDOWN_DELAY_SECONDS',
      (s) => s.shutdownDelaySeconds,
      'Seconds that the server keeps serving after SIGTERM while `/ready` already returns 503, so that load balancers send requests elsewhere before it stops. SIGINT skips them.',
    ),
    setting(
      'COMPARISON_SECONDS',
      (s) => s.comparisonSeconds,
      'Seconds between comparisons of the served flags with the database; 0 turns them off. See [Health checks](../../using-flagstaff/deploy/health-checks.md).',
    ),
    setting(
      'CHECK_DB_ON_READY',
      (s) => s.checkDatabaseOnReady,
      'Whether `/ready` returns 503 while the database is unavailable or refuses changes. All servers would then leave the load balancer at once: see [Health checks](../../using-flagstaff/deploy/health-checks.md).',
    ),
    setting(
      'CDN_CACHE_SECONDS',
      (s) => s.cdnSeconds,
      'Seconds for which a CDN may keep the flags of a backend token; 0 turns it off. See [Use a CDN](../../using-flagstaff/deploy/cdn.md).',
    ),
    setting(
      'SNAPSHOT_FOLDER',
      (s) => s.snapshotFolder,
      'A folder for the last known flags and tokens. With it, a server that starts while the database is unavailable serves those, and accepts no changes until the database is back.',
    ),
    setting(
      'METRICS_TOKEN',
      (s) => s.metricsToken,
      'Token that clients must send as `Authorization` to read `/internal-backstage/prometheus`. Without it, the endpoint is unauthenticated.',
    ),
    setting(
      'METRICS_PORT',
      (s) => s.metricsPort,
      'A separate port for `/internal-backstage/prometheus`, for example one that only your monitoring can reach. The main port then returns 404 for it.',
    ),
    setting(
      'METRICS_PER_FLAG',
      (s) => s.metricsPerFlag,
      'Whether [metrics](../../using-flagstaff/deploy/metrics.md) have names of flags and projects as labels, also of private projects. It adds several series per flag to each scrape.',
    ),
    setting(
      'ENABLE_HEAP_SNAPSHOT_ENPOINT',
      (s) => s.heapSnapshots,
      'Whether `/internal-backstage/heap-snapshot` returns the memory of the process. It contains secrets, so it also needs `METRICS_TOKEN`.',
    ),
    setting(
      'SLOW_QUERY_MS',
      (s) => s.slowQueryMs,
      'Statements that take at least this many milliseconds are logged as warnings, without their values; 0 turns it off.',
    ),
    setting(
      ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'],
      'tracing is off',
      'URL of an OpenTelemetry collector, such as `http://localhost:4318`. [Traces](../../using-flagstaff/deploy/traces.md) are sent to `/v1/traces` under it, or to exactly the second one.',
    ),
    setting(
      'OTEL_EXPORTER_OTLP_HEADERS',
      'none',
      'Headers for the collector, as `name=value,name=value` with percent-encoded values.',
    ),
    setting('OTEL_SERVICE_NAME', '`flagstaff`', 'The name of this service in traces.'),
    setting(
      'OTEL_TRACES_SAMPLER_ARG',
      '`1`',
      'The share of traces to record, from 0 to 1. It also limits the traces that callers start with a `traceparent` header.',
    ),
  ],
  'Several regions': [
    setting(
      'BACKBONE_URL',
      'none',
      'NATS servers, separated by commas. Changes are published there for [other regions](../../using-flagstaff/deploy/backbone.md).',
    ),
    setting(
      'BACKBONE_KEY',
      'none',
      'Encrypts what goes through NATS: a random text of at least 32 characters, the same on all servers and nodes.',
    ),
    setting(
      'BACKBONE_CREDENTIALS',
      'none',
      'A file with the credentials of a NATS user: a `.creds` file, or the seed of an nkey.',
    ),
    setting('BACKBONE_INSTANCE', '`flagstaff`', 'Names the installation: small letters and digits.'),
    setting('BACKBONE_REPLICAS', '`1`', 'Copies of each stream in a NATS cluster: 1, 3 or 5.'),
  ],
  Database: [
    setting(
      'DATABASE_URL',
      'none',
      'URL of PostgreSQL 13 or later. Required unless you set the parts below. `DATABASE_URL_FILE` is a file that contains it: [every setting](../../using-flagstaff/deploy/secrets.md#pass-them-from-files) can come from a file in this way.',
    ),
    setting('DATABASE_HOST', 'none', 'Host, if you set the URL in parts.'),
    setting('DATABASE_PORT', '`5432`', 'Port.'),
    setting('DATABASE_NAME', '`flagstaff`', 'Name of the database.'),
    setting('DATABASE_USERNAME', '`postgres`', 'User name.'),
    setting('DATABASE_PASSWORD', 'none', 'Password.'),
    setting(
      'DATABASE_DIRECT_URL',
      'the URL above',
      'Direct URL of PostgreSQL, if the one above goes through a connection pooler. Used for `LISTEN` and for migrations.',
    ),
    setting(
      'DATABASE_SSL',
      'set by the URL',
      '`true` encrypts connections to PostgreSQL, `false` does not; or a JSON object with TLS options, such as `{"rejectUnauthorized": false}`. An `sslmode` in the URL takes precedence. See [TLS to PostgreSQL](../../using-flagstaff/deploy/database-tls.md).',
    ),
    setting(
      'DATABASE_SSL_CA_FILE',
      'none',
      'File with the CA certificate that signed the certificate of PostgreSQL.',
    ),
    setting(
      'DATABASE_SSL_CERT_FILE',
      'none',
      'File with the client certificate, if PostgreSQL requires one.',
    ),
    setting('DATABASE_SSL_KEY_FILE', 'none', 'File with the key of the client certificate.'),
    setting('DATABASE_SSL_CA_CONFIG', 'none', 'TLS options as a JSON object, such as `{"ca": "…"}`.'),
    setting(
      'DATABASE_SSL_REJECT_UNAUTHORIZED',
      '`true`',
      'Whether to reject certificates that cannot be verified.',
    ),
    setting('DATABASE_POOL_MIN', (s) => s.poolMin, 'Minimum number of idle connections per process.'),
    setting(
      'DATABASE_POOL_MAX',
      (s) => s.poolSize,
      'Maximum number of connections per process, plus one for listening.',
    ),
    setting(
      'REQUEST_BUDGET_MS',
      (s) => s.requestBudgetMs,
      'Milliseconds that a request can spend on the database before it returns 503. Increase it if PostgreSQL is far away.',
    ),
    setting('DATABASE_DISABLE_MIGRATION', (s) => !s.migrate, 'Starts without running database migrations.'),
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
      'Comma-separated admin tokens to create, each `*:*.secret`. A token is created at the first start that names it; if you delete it later, it stays deleted.',
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
      'A file to import at every start; its flags are reset to the file. Errors in the file are logged.',
    ),
    setting('IMPORT_PROJECT', (s) => s.startImport.project, 'The project to import `IMPORT_FILE` into.'),
    setting(
      'IMPORT_ENVIRONMENT',
      (s) => s.startImport.environment,
      'The environment to import `IMPORT_FILE` into.',
    ),
  ],
  'Sign-in and sessions': [
    setting('SESSION_TTL_HOURS', (s) => s.sessionHours, 'Hours after which a session ends.'),
    setting(
      'SESSION_IDLE_HOURS',
      (s) => s.sessionIdleHours,
      'Hours of inactivity after which a session ends early; 0 for never.',
    ),
    setting(
      'MAX_PARALLEL_SESSIONS',
      (s) => s.parallelSessions,
      'Maximum number of sessions per account; beyond it, the oldest session ends.',
    ),
    setting(
      'SESSION_CLEAR_SITE_DATA_ON_LOGOUT',
      (s) => s.clearSiteData,
      'Whether signing out tells the browser to clear its site data.',
    ),
    setting(
      'INSECURE_COOKIES',
      (s) => s.insecureCookies,
      'Also sends session cookies over plain HTTP. For development only.',
    ),
    setting(
      'SIMPLE_LOGIN_LIMIT_PER_MINUTE',
      (s) => s.loginsPerMinute,
      'Sign-in attempts a minute per address. The limit per account is twice as high, per IPv6 /48 network ten times.',
    ),
    setting(
      'CREATE_USER_RATE_LIMIT_PER_MINUTE',
      (s) => s.usersPerMinute,
      'Accounts that can be created a minute, per address.',
    ),
    setting(
      'USER_INACTIVITY_THRESHOLD_IN_DAYS',
      (s) => s.inactiveDays,
      'Days without activity after which an account counts as inactive.',
    ),
    setting(
      'PASSWORD_RESET_LIMIT_PER_MINUTE',
      (s) => s.resetsPerMinute,
      'Password reset emails that can be requested a minute, per account and per address.',
    ),
    setting(
      ['UNLEASH_PAT_KILL_SWITCH', 'PAT_KILL_SWITCH'],
      (s) => s.personalTokensOff,
      'Rejects all personal tokens and the creation of new ones. Tokens of service accounts keep working.',
    ),
    setting(
      'TOKEN_EXPIRY_NOTIFICATION_DAYS',
      (s) => s.expiryNoticeDays,
      'How many days before a personal or service account token expires people are [notified](../../reference/notifications.md).',
    ),
  ],
  Email: [
    setting('EMAIL_HOST', (s) => s.mail?.host, 'The mail server (SMTP). Without it, no email is sent.'),
    setting('EMAIL_PORT', '`587`', 'Port of the mail server.'),
    setting(
      'EMAIL_SECURE',
      '`false`',
      'Uses TLS from the start, as on port 465. Otherwise STARTTLS is used if the server offers it.',
    ),
    setting('EMAIL_USER', 'none', 'User name at the mail server.'),
    setting('EMAIL_PASSWORD', 'none', 'Password at the mail server.'),
    setting(
      'EMAIL_SENDER',
      '`Flagstaff <no-reply@…>`, with the host of the public URL',
      'Sender of the emails.',
    ),
    setting('EMAIL_OPTIONAL_HEADERS', '`{}`', 'Additional headers for every email, as a JSON object.'),
    setting(
      'DIGEST_TIME_ZONE',
      (s) => s.digestTimeZone,
      'Time zone in which the daily email about [notifications](../../reference/notifications.md) is sent at 08:00, such as `Europe/Oslo`.',
    ),
  ],
  'Single sign-on': [
    setting(
      'OIDC_ENABLED',
      'none',
      'If set, to `true` or `false`, all OpenID Connect settings come from the variables below, and the form is read-only.',
    ),
    setting('OIDC_DISCOVER_URL', 'none', 'The issuer, or its discovery URL.'),
    setting('OIDC_CLIENT_ID', 'none', 'Client ID at the provider.'),
    setting('OIDC_CLIENT_SECRET', 'none', 'Client secret.'),
    setting('OIDC_ID_TOKEN_SIGNING_ALGORITHM', '`RS256`', '`RS256`, `RS384` or `RS512`.'),
    setting(
      'OIDC_EXTRA_SCOPES',
      'none',
      'Scopes in addition to `openid email profile`, separated by spaces.',
    ),
    setting('OIDC_ADD_GROUPS_SCOPE', '`false`', 'Also requests the scope `groups`.'),
    setting('OIDC_ACR_VALUES', 'none', "The required authentication context, in the provider's terms."),
    setting(
      'OIDC_ENABLE_SINGLE_SIGN_OUT',
      '`false`',
      'Signing out of Flagstaff also signs out at the provider.',
    ),
    setting('OIDC_AUTO_CREATE', '`false`', 'Creates an account at the first sign-in.'),
    setting(
      'OIDC_AUTO_CREATE_EMAIL_DOMAINS',
      'none',
      'Comma-separated domains whose users get or can request an account; all by default.',
    ),
    setting('OIDC_DEFAULT_ROOT_ROLE', '`Viewer`', 'Role of new accounts: `Viewer`, `Editor` or `Admin`.'),
    setting('OIDC_ENABLE_GROUP_SYNCING', '`false`', 'Syncs groups with the provider at each sign-in.'),
    setting('OIDC_GROUP_JSON_PATH', '`groups`', 'The claim that contains the groups.'),
    setting(
      'SAML_ENABLED',
      'none',
      'If set, to `true` or `false`, all SAML settings come from the variables below, and the form is read-only.',
    ),
    setting('SAML_ENTITY_ID', 'none', 'Entity ID of the provider.'),
    setting('SAML_SIGN_ON_URL', 'none', 'Sign-on URL of the provider.'),
    setting('SAML_SIGN_OUT_URL', 'none', 'Sign-out URL of the provider.'),
    setting(
      'SAML_CERTIFICATE',
      'none',
      'Signing certificate of the provider, in PEM format; write line breaks as `\\n`.',
    ),
    setting(
      'SAML_SP_CERTIFICATE',
      'none',
      "Flagstaff's private key with its certificate, in the same format.",
    ),
    setting('SAML_AUTO_CREATE', '`false`', 'Creates an account at the first sign-in.'),
    setting(
      'SAML_AUTO_CREATE_EMAIL_DOMAINS',
      'none',
      'Comma-separated domains whose users get or can request an account; all by default.',
    ),
    setting('SAML_DEFAULT_ROOT_ROLE', '`Viewer`', 'Role of new accounts: `Viewer`, `Editor` or `Admin`.'),
    setting('SAML_ENABLE_GROUP_SYNCING', '`false`', 'Syncs groups with the provider at each sign-in.'),
    setting('SAML_GROUP_JSON_PATH', '`groups`', 'The attribute that contains the groups.'),
    setting(
      'FORCE_PASSWORD_SIGN_IN',
      (s) => s.sso.forcePassword,
      'Allows passwords even if they are turned off, to regain access when a provider fails.',
    ),
    setting(
      'SSO_PRIVATE_ADDRESSES',
      (s) => s.sso.privateAddresses,
      'Whether an identity provider can have a private address.',
    ),
    setting(
      'AUTH_TYPE',
      '`open-source`',
      '`demo` lets anyone sign in as an editor with only an email address. Use it only for demo servers. Any other value has no effect.',
    ),
    setting(
      'AUTH_DEMO_ALLOW_ADMIN_LOGIN',
      '`false`',
      'With `AUTH_TYPE=demo`, whether administrators can sign in that way too.',
    ),
  ],
  'Frontend API': [
    setting(
      ['UNLEASH_FRONTEND_API_ORIGINS', 'FRONTEND_API_ORIGINS'],
      (s) => s.frontendOrigins,
      'Comma-separated origins that browsers can call from; all by default.',
    ),
    setting(
      'FRONTEND_API_ENABLED',
      (s) => s.frontendEnabled,
      'Whether the frontend API, and OFREP with frontend tokens, are available.',
    ),
    setting(
      'OFREP_FRONTEND_NAMES',
      (s) => s.frontendNames,
      'Which flags OFREP returns for a frontend token: `released` (every flag that was ever turned on in the environment), `on` (those that are on for the context) or `all`.',
    ),
  ],
  'Custom strategies': [
    setting(
      ['UNLEASH_DISABLE_CUSTOM_STRATEGY_CREATION', 'DISABLE_CUSTOM_STRATEGY_CREATION'],
      (s) => !s.strategies.create,
      'Prevents creating custom strategies.',
    ),
    setting(
      ['UNLEASH_DISABLE_CUSTOM_STRATEGY_EDITING', 'DISABLE_CUSTOM_STRATEGY_EDITING'],
      (s) => !s.strategies.edit,
      'Prevents changing custom strategies. They can still be deprecated and deleted.',
    ),
  ],
}

const described = () => Object.values(groups).flat()

/** Every variable that the server asks its environment for. */
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
  return plainNames(names)
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
