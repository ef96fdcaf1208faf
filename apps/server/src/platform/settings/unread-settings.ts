type Unread = {
  /** Completes the sentence "NAME has no effect: …". */
  because: string
  /** With this value the setting makes no difference, so there is no warning. */
  unless?: string
}

const experiment = { because: "Flagstaff does not have Unleash's experimental features" }
const contentPolicy = { because: 'the content security policy is fixed' }
const rateLimit = { because: 'this request has no separate rate limit' }
const hosted = { because: "it belongs to Unleash's hosted service" }

/** Unleash settings that we do not read. A trailing `*` matches any suffix. */
export const unreadSettings: Readonly<Record<string, Unread>> = {
  ACCESS_CONTROL_MAX_AGE: { because: 'preflight responses are cached for a day', unless: '86400' },
  ALLOW_NON_STANDARD_DB_DATES: { because: 'the database must use the ISO date style', unless: 'false' },
  AUTH_ENABLE_API_TOKEN: { because: 'API tokens always work', unless: 'true' },
  CDN_PREFIX: { because: 'the server serves its own assets' },
  CHECK_VERSION: { because: 'there is no version check', unless: 'false' },
  CLIENT_FEATURE_CACHING_ENABLED: { because: 'flags are always served from memory', unless: 'true' },
  CLIENT_FEATURE_CACHING_MAXAGE: { because: 'changes are served immediately' },
  CLIENT_METRICS_RATE_LIMIT_PER_MINUTE: rateLimit,
  'CSP_ALLOWED_*': contentPolicy,
  DAILY_METRICS_STORAGE_DAYS: { because: 'the retention of usage metrics is fixed' },
  DATABASE_APPLICATION_NAME: { because: 'the application name is always flagstaff' },
  DATABASE_POOL_IDLE_TIMEOUT_MS: { because: 'idle connections are closed after ten seconds' },
  DATABASE_SCHEMA: { because: 'tables are always in the schema public', unless: 'public' },
  DATABASE_STATEMENT_TIMEOUT_MS: { because: 'use REQUEST_BUDGET_MS to limit the time of a request' },
  DATABASE_VERSION: { because: 'the database version does not have to be set' },
  EDGE_MASTER_KEY: { because: 'the secret of edges is not stored in the database' },
  ENABLED_ENVIRONMENTS: {
    because: 'environments are turned on and off in the web interface or through the API',
  },
  ENABLE_OAS: { because: 'the OpenAPI document is always served', unless: 'true' },
  ENABLE_SCHEDULED_CREATED_BY_MIGRATION: { because: 'there is nothing to migrate', unless: 'false' },
  ENABLE_STORIES_PAGE: { because: 'there is no such page', unless: 'false' },
  EXTERNAL_PROMETHEUS_IMPACT_METRICS_API: { because: 'impact metrics are stored in the database' },
  FEEDBACK_URI_PATH: hosted,
  FILTER_INVALID_CLIENT_METRICS: { because: 'names that are not flags are listed as unknown flags' },
  FRONTEND_API_REFRESH_INTERVAL_MS: { because: 'changes are served immediately' },
  FRONTEND_METRICS_RATE_LIMIT_PER_MINUTE: rateLimit,
  GRACEFUL_SHUTDOWN_ENABLE: { because: 'the server always shuts down gracefully', unless: 'true' },
  LOGROCKET_APP_ID: hosted,
  MIGRATION_LOCK: { because: 'only one server migrates at a time', unless: 'true' },
  OPENAI_API_KEY: hosted,
  PROMETHEUS_API: { because: 'nothing is read from Prometheus' },
  PROMETHEUS_IMPACT_METRICS_API: { because: 'impact metrics are stored in the database' },
  REGISTER_CLIENT_RATE_LIMIT_PER_MINUTE: rateLimit,
  REGISTER_FRONTEND_RATE_LIMIT_PER_MINUTE: rateLimit,
  SECURE_HEADERS: { because: 'security headers are always sent', unless: 'true' },
  SEND_TELEMETRY: { because: 'there is no telemetry', unless: 'false' },
  SERVER_DISABLE_COMPRESSION: { because: 'clients choose whether responses are compressed' },
  SIGNAL_ENDPOINT_RATE_LIMIT_PER_SECOND: rateLimit,
  UNLEASH_DEMO: hosted,
  UNLEASH_ENCRYPTION_IV: { because: 'each secret has its own initialisation vector' },
  'UNLEASH_EXPERIMENTAL_*': experiment,
  UNLEASH_FRONTEND_TOKEN: hosted,
  UNLEASH_RESPONSE_TIME_WITH_APP_NAME_KILL_SWITCH: { because: 'response times have no application label' },
  UNLEASH_SECRET: { because: 'session IDs are random and need no secret' },
  UNLEASH_STRICT_SCHEMA_VALIDTION: { because: 'responses are validated in our tests' },
  UNLEASH_VERSION_URL: { because: 'there is no version check' },
}

/** One sentence for each configured setting that has no effect. */
export function listUnread(env: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(unreadSettings).flatMap(([known, { because, unless }]) =>
    namesIn(env, known)
      .filter((name) => env[name] !== '' && env[name] !== unless)
      .map((name) => `${name} has no effect: ${because}.`),
  )
}

const namesIn = (env: object, known: string): string[] =>
  known.endsWith('*')
    ? Object.keys(env).filter((name) => name.startsWith(known.slice(0, -1)))
    : known in env
      ? [known]
      : []
