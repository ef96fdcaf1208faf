type Unread = {
  /** Completes the sentence "NAME is not read: …". */
  because: string
  /** With this value nothing is missed, so nobody is warned. */
  unless?: string
}

const experiment = { because: 'experimental features of Unleash have no switch here' }
const contentPolicy = { because: 'the content security policy is fixed' }
const rateLimit = { because: 'this request has no rate limit of its own' }
const hosted = { because: "it belongs to Unleash's hosted service" }

/** Settings of Unleash that we do not read. A name that ends in `*` stands for all names that begin so. */
export const unreadSettings: Readonly<Record<string, Unread>> = {
  ACCESS_CONTROL_MAX_AGE: { because: 'preflight answers are cached for a day', unless: '86400' },
  ALLOW_NON_STANDARD_DB_DATES: { because: 'the database must use the ISO date style', unless: 'false' },
  AUTH_ENABLE_API_TOKEN: { because: 'API tokens always work', unless: 'true' },
  CDN_PREFIX: { because: 'the server delivers its own assets' },
  CHECK_VERSION: { because: 'there is no version check', unless: 'false' },
  CLIENT_FEATURE_CACHING_ENABLED: { because: 'flags are always served from memory', unless: 'true' },
  CLIENT_FEATURE_CACHING_MAXAGE: { because: 'a change is served at once' },
  CLIENT_METRICS_RATE_LIMIT_PER_MINUTE: rateLimit,
  'CSP_ALLOWED_*': contentPolicy,
  DAILY_METRICS_STORAGE_DAYS: { because: 'how long usage is kept is fixed' },
  DATABASE_APPLICATION_NAME: { because: 'connections are called flagstaff' },
  DATABASE_POOL_IDLE_TIMEOUT_MS: { because: 'idle connections are closed after ten seconds' },
  DATABASE_SCHEMA: { because: 'tables are in the schema public', unless: 'public' },
  DATABASE_STATEMENT_TIMEOUT_MS: { because: 'REQUEST_BUDGET_MS limits the time of a request' },
  DATABASE_VERSION: { because: 'the version is not needed' },
  EDGE_CLIENT_SECRET: { because: 'edges identify themselves by their token' },
  EDGE_MASTER_KEY: { because: 'edges identify themselves by their token' },
  ENABLED_ENVIRONMENTS: { because: 'environments are turned on and off in the interface or by the API' },
  ENABLE_HEAP_SNAPSHOT_ENPOINT: { because: 'there is no such endpoint', unless: 'false' },
  ENABLE_OAS: { because: 'the OpenAPI document is always served', unless: 'true' },
  ENABLE_SCHEDULED_CREATED_BY_MIGRATION: { because: 'there is nothing to fill in', unless: 'false' },
  ENABLE_STORIES_PAGE: { because: 'there is no such page', unless: 'false' },
  EXTERNAL_PROMETHEUS_IMPACT_METRICS_API: { because: 'impact metrics are kept in the database' },
  FEEDBACK_URI_PATH: hosted,
  FILTER_INVALID_CLIENT_METRICS: { because: 'names that are not flags are listed as unknown flags' },
  FRONTEND_API_REFRESH_INTERVAL_MS: { because: 'a change is served at once' },
  FRONTEND_METRICS_RATE_LIMIT_PER_MINUTE: rateLimit,
  GRACEFUL_SHUTDOWN_ENABLE: { because: 'the server always shuts down gracefully', unless: 'true' },
  LOGROCKET_APP_ID: hosted,
  MIGRATION_LOCK: { because: 'only one server migrates at a time', unless: 'true' },
  OPENAI_API_KEY: hosted,
  PROMETHEUS_API: { because: 'nothing is read from Prometheus' },
  PROMETHEUS_IMPACT_METRICS_API: { because: 'impact metrics are kept in the database' },
  REGISTER_CLIENT_RATE_LIMIT_PER_MINUTE: rateLimit,
  REGISTER_FRONTEND_RATE_LIMIT_PER_MINUTE: rateLimit,
  SECURE_HEADERS: { because: 'security headers are always sent', unless: 'true' },
  SEND_TELEMETRY: { because: 'there is no telemetry', unless: 'false' },
  SERVER_DISABLE_COMPRESSION: { because: 'clients choose whether answers are compressed' },
  SIGNAL_ENDPOINT_RATE_LIMIT_PER_SECOND: rateLimit,
  UNLEASH_ALLOW_LIST_INTEGRATION: { because: 'there are no integrations yet' },
  UNLEASH_ALLOW_PRIVATE_URL_IN_INTEGRATION: { because: 'there are no integrations yet' },
  UNLEASH_DEMO: hosted,
  UNLEASH_ENCRYPTION_IV: { because: 'each secret has its own' },
  'UNLEASH_EXPERIMENTAL_*': experiment,
  UNLEASH_FRONTEND_TOKEN: hosted,
  UNLEASH_RESPONSE_TIME_WITH_APP_NAME_KILL_SWITCH: { because: 'response times have no application label' },
  UNLEASH_SECRET: { because: 'sessions are random and need no secret' },
  UNLEASH_STRICT_SCHEMA_VALIDTION: { because: 'answers are checked in our tests' },
  UNLEASH_VERSION_URL: { because: 'there is no version check' },
}

/** One sentence for each setting that is set and has no effect. */
export function listUnread(env: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(unreadSettings).flatMap(([known, { because, unless }]) =>
    namesIn(env, known)
      .filter((name) => env[name] !== '' && env[name] !== unless)
      .map((name) => `${name} is not read: ${because}.`),
  )
}

const namesIn = (env: object, known: string): string[] =>
  known.endsWith('*')
    ? Object.keys(env).filter((name) => name.startsWith(known.slice(0, -1)))
    : known in env
      ? [known]
      : []
