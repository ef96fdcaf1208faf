import { limits as defaultLimits, type Limit, type Limits } from '@flagstaff/contract/limits'
import {
  type Env,
  type FrontendNames,
  findSetting,
  isNetwork,
  logLevels,
  readFrontendNames,
} from '@flagstaff/delivery'
import { DEFAULT_REQUEST_BUDGET_MS } from '../database/deadline.ts'
import { type BackboneSettings, readBackbone } from './backbone-settings.ts'
import { checkDatabaseUrl, type DatabaseTls, readDatabaseTls, readDatabaseUrl } from './database-settings.ts'
import { type MailSettings, readDays, readMail, readTimeZone } from './mail-settings.ts'
import { type ProxySettings, readProxy } from './proxy-settings.ts'
import { SettingError } from './setting-error.ts'
import { readSso, type SsoSettings } from './sso-settings.ts'
import { readTracing, type TracingSettings } from './tracing-settings.ts'

export type Settings = {
  port: number
  host: string
  /** Path prefix of every route, such as `/flags`; empty for none. */
  basePath: string
  /** Public URL, for links in emails and in the log. */
  url: string
  databaseUrl: string
  /** For LISTEN and migrations, if `databaseUrl` points to a connection pooler. */
  databaseDirectUrl: string
  databaseTls: DatabaseTls
  poolSize: number
  /** Minimum number of idle connections. */
  poolMin: number
  /** How long one request can spend on the database, in milliseconds. */
  requestBudgetMs: number
  migrate: boolean
  logLevel: string
  /** Logs one line for each request to the admin API. */
  requestLog: boolean
  /** Proxies whose forwarded headers are trusted: IP addresses and ranges; none by default. */
  trustedProxies: string[]
  /** For outgoing requests, such as those to an identity provider. */
  proxy: ProxySettings
  /** URL of an edge, part of the interface configuration that clients can request. */
  edgeUrl: string | undefined
  /** Shared with edges that sign their requests for tokens, in base64url. */
  edgeClientSecret: string | undefined
  /** Newest first; they encrypt secrets that the server must use again. */
  encryptionKeys: string[]
  keepAliveSeconds: number
  shutdownSeconds: number
  /** How long the server keeps serving after SIGTERM while `/ready` fails, so that load balancers notice first. */
  shutdownDelaySeconds: number
  /** Session cookies are also sent over plain HTTP: for development and tests. */
  insecureCookies: boolean
  sessionHours: number
  /** Idle timeout of sessions; 0 for none. */
  sessionIdleHours: number
  parallelSessions: number
  /** Signing out also sends `Clear-Site-Data` to the browser. */
  clearSiteData: boolean
  adminName: string | undefined
  adminPassword: string | undefined
  /** Tokens to create at startup, with exactly these secrets. */
  initTokens: { admin: string[]; backend: string[]; client: string[]; frontend: string[] }
  /** Flags to import at every start. */
  startImport: { file: string | undefined; project: string; environment: string }
  frontendOrigins: string[]
  frontendEnabled: boolean
  frontendNames: FrontendNames
  /** For how long a CDN may keep the flags of a token; 0 for not at all. */
  cdnSeconds: number
  /** Whether `/ready` fails while the database is away. Then a load balancer takes all servers out of service at once. */
  checkDatabaseOnReady: boolean
  /** How often the served flags are compared with the database; 0 for never. */
  comparisonSeconds: number
  /** Folder for snapshots of the last known flags, used to start while the database is down. */
  snapshotFolder: string | undefined
  metricsToken: string | undefined
  /** A separate port for metrics; undefined to serve them with everything else. */
  metricsPort: number | undefined
  /** Serves heap snapshots, which contain secrets; needs `metricsToken`. */
  heapSnapshots: boolean
  /** Whether metrics have names of flags and projects as labels. */
  metricsPerFlag: boolean
  /** Statements that take at least this long are logged; 0 for none. */
  slowQueryMs: number
  /** Undefined if changes are not published to other regions. */
  backbone: BackboneSettings | undefined
  /** Where spans are sent; undefined if requests are not traced. */
  tracing: TracingSettings | undefined
  /** Rate limit for sign-in attempts per IP address; the limits of networks and accounts are multiples of it. */
  loginsPerMinute: number
  /** Rate limit for creating accounts, per IP address. */
  usersPerMinute: number
  /** Rate limit for password reset emails, per IP address and per account. */
  resetsPerMinute: number
  /** Turns off personal tokens of people; tokens of service accounts keep working. */
  personalTokensOff: boolean
  /** How many days before a personal token expires its owner gets an email. */
  expiryNoticeDays: number[]
  /** SMTP server; undefined if no email is sent. */
  mail: MailSettings | undefined
  /** The time zone in which daily emails are sent at 08:00. */
  digestTimeZone: string
  /** An account counts as inactive after this many days without use. */
  inactiveDays: number
  /** Whether custom strategies can be created and edited. */
  strategies: { create: boolean; edit: boolean }
  sso: SsoSettings
  /** Which servers can be called whose addresses administrators enter. */
  integrations: {
    privateAddresses: boolean
    /** Host names that can be called even if their addresses are private. */
    allowedHosts: string[]
  }
  /** For demo servers: an email address is enough to sign in. */
  demo: { evenAdmins: boolean } | undefined
  limits: Limits
}

/** Reads all settings once. `FLAGSTAFF_X` wins over `X`, and `X_FILE` is a file with the value. */
export function readSettings(env: Env): Settings {
  const value = (...names: string[]): string | undefined => findSetting(env, names)?.text
  const number = (fallback: number, ...names: string[]): number => {
    const found = findSetting(env, names)
    if (!found) return fallback
    const read = Number(found.text)
    if (!Number.isFinite(read)) throw new SettingError(`${found.name} must be a number, not ${found.text}.`)
    return read
  }
  const flag = (fallback: boolean, ...names: string[]): boolean => {
    const text = value(...names)
    return text === undefined ? fallback : ['true', '1', 't'].includes(text.toLowerCase())
  }
  const list = (...names: string[]): string[] =>
    (value(...names) ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean)

  const databaseUrl = readDatabaseUrl({ value, flag })
  const port = number(4242, 'HTTP_PORT', 'PORT')
  const url = readUrl(value('UNLEASH_URL', 'URL') ?? `http://localhost:${port}`)
  return {
    port,
    host: value('HTTP_HOST') ?? '::',
    basePath: readBasePath(value('BASE_URI_PATH') ?? ''),
    url,
    databaseUrl,
    databaseDirectUrl: checkDatabaseUrl('DATABASE_DIRECT_URL', value('DATABASE_DIRECT_URL') ?? databaseUrl),
    databaseTls: readDatabaseTls({ value, flag }),
    poolSize: number(10, 'DATABASE_POOL_MAX'),
    poolMin: number(0, 'DATABASE_POOL_MIN'),
    requestBudgetMs: number(DEFAULT_REQUEST_BUDGET_MS, 'REQUEST_BUDGET_MS'),
    migrate: !flag(false, 'DATABASE_DISABLE_MIGRATION'),
    logLevel: readLogLevel(value('LOG_LEVEL') ?? 'info'),
    requestLog: flag(false, 'REQUEST_LOGGER_ENABLE'),
    trustedProxies: readTrustedProxies(list('TRUSTED_PROXIES')),
    proxy: readProxy({ value, list }),
    edgeUrl: value('EDGE_URL'),
    edgeClientSecret: readEdgeSecret(value('EDGE_CLIENT_SECRET')),
    encryptionKeys: list('ENCRYPTION_KEY', 'UNLEASH_ENCRYPTION_KEY'),
    keepAliveSeconds: number(15, 'SERVER_KEEPALIVE_TIMEOUT'),
    shutdownSeconds: number(10_000, 'GRACEFUL_SHUTDOWN_TIMEOUT') / 1000,
    shutdownDelaySeconds: number(5, 'SHUTDOWN_DELAY_SECONDS'),
    insecureCookies: flag(false, 'INSECURE_COOKIES'),
    sessionHours: number(48, 'SESSION_TTL_HOURS'),
    sessionIdleHours: number(0, 'SESSION_IDLE_HOURS'),
    clearSiteData: flag(true, 'SESSION_CLEAR_SITE_DATA_ON_LOGOUT'),
    parallelSessions: Math.max(1, number(100, 'MAX_PARALLEL_SESSIONS')),
    adminName: value('UNLEASH_DEFAULT_ADMIN_USERNAME', 'ADMIN_USERNAME'),
    adminPassword: value('UNLEASH_DEFAULT_ADMIN_PASSWORD', 'ADMIN_PASSWORD'),
    initTokens: {
      admin: list('INIT_ADMIN_API_TOKENS'),
      backend: list('INIT_BACKEND_API_TOKENS'),
      client: list('INIT_CLIENT_API_TOKENS'),
      frontend: list('INIT_FRONTEND_API_TOKENS'),
    },
    startImport: {
      file: value('IMPORT_FILE'),
      project: value('IMPORT_PROJECT') ?? 'default',
      environment: value('IMPORT_ENVIRONMENT') ?? 'development',
    },
    frontendOrigins: list('UNLEASH_FRONTEND_API_ORIGINS', 'FRONTEND_API_ORIGINS'),
    frontendEnabled: flag(true, 'FRONTEND_API_ENABLED'),
    frontendNames: namesForFrontend(value('OFREP_FRONTEND_NAMES')),
    cdnSeconds: number(0, 'CDN_CACHE_SECONDS'),
    checkDatabaseOnReady: flag(false, 'CHECK_DB_ON_READY'),
    comparisonSeconds: number(60, 'COMPARISON_SECONDS'),
    snapshotFolder: value('SNAPSHOT_FOLDER'),
    metricsToken: value('METRICS_TOKEN'),
    metricsPort: number(0, 'METRICS_PORT') || undefined,
    heapSnapshots: flag(false, 'ENABLE_HEAP_SNAPSHOT_ENPOINT'),
    metricsPerFlag: flag(false, 'METRICS_PER_FLAG'),
    slowQueryMs: number(200, 'SLOW_QUERY_MS'),
    backbone: readBackbone({ value, list, number }),
    tracing: readTracing({ value, number }),
    loginsPerMinute: number(10, 'SIMPLE_LOGIN_LIMIT_PER_MINUTE'),
    usersPerMinute: number(20, 'CREATE_USER_RATE_LIMIT_PER_MINUTE'),
    resetsPerMinute: number(1, 'PASSWORD_RESET_LIMIT_PER_MINUTE'),
    personalTokensOff: flag(false, 'UNLEASH_PAT_KILL_SWITCH', 'PAT_KILL_SWITCH'),
    expiryNoticeDays: readDays(value('TOKEN_EXPIRY_NOTIFICATION_DAYS') ?? '14,3'),
    mail: readMail({ value, number, flag }, url),
    digestTimeZone: readTimeZone(value('DIGEST_TIME_ZONE') ?? 'UTC'),
    inactiveDays: number(180, 'USER_INACTIVITY_THRESHOLD_IN_DAYS'),
    strategies: {
      create: !flag(false, 'UNLEASH_DISABLE_CUSTOM_STRATEGY_CREATION', 'DISABLE_CUSTOM_STRATEGY_CREATION'),
      edit: !flag(false, 'UNLEASH_DISABLE_CUSTOM_STRATEGY_EDITING', 'DISABLE_CUSTOM_STRATEGY_EDITING'),
    },
    sso: readSso({ value, flag }),
    integrations: {
      privateAddresses: flag(false, 'UNLEASH_ALLOW_PRIVATE_URL_IN_INTEGRATION'),
      allowedHosts: list('UNLEASH_ALLOW_LIST_INTEGRATION').map((host) => host.toLowerCase()),
    },
    demo: readDemo({ value, flag }),
    limits: readLimits(number),
  }
}

function readUrl(text: string): string {
  const url = text.replace(/\/+$/, '')
  if (/^https?:$/.test(URL.parse(url)?.protocol ?? '')) return url
  throw new SettingError(`URL must be an http or https URL such as https://flags.example.com, not ${text}.`)
}

function readLogLevel(text: string): string {
  if (logLevels.includes(text)) return text
  throw new SettingError(`LOG_LEVEL must be one of ${logLevels.join(', ')}, not ${text}.`)
}

function readTrustedProxies(proxies: string[]): string[] {
  const wrong = proxies.find((one) => !isNetwork(one))
  if (wrong === undefined) return proxies
  throw new SettingError(
    `TRUSTED_PROXIES must list IP addresses and ranges such as 10.0.0.0/8, not ${wrong}.`,
  )
}

function namesForFrontend(text: string | undefined): FrontendNames {
  const names = readFrontendNames(text)
  if (!names) throw new SettingError(`OFREP_FRONTEND_NAMES must be released, on or all, not ${text}.`)
  return names
}

type Readers = {
  value(...names: string[]): string | undefined
  flag(fallback: boolean, ...names: string[]): boolean
}

function readDemo({ value, flag }: Readers): Settings['demo'] {
  const evenAdmins = flag(false, 'AUTH_DEMO_ALLOW_ADMIN_LOGIN')
  return value('AUTH_TYPE') === 'demo' ? { evenAdmins } : undefined
}

const readBasePath = (text: string): string => {
  const inner = text.replace(/^\/+|\/+$/g, '')
  return inner ? `/${inner}` : ''
}

function readLimits(number: (fallback: number, ...names: string[]) => number): Limits {
  const variable = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()
  const read = (Object.keys(defaultLimits) as Limit[]).map((name) => [
    name,
    number(defaultLimits[name], `UNLEASH_${variable(name)}_LIMIT`, `${variable(name)}_LIMIT`),
  ])
  return Object.fromEntries(read) as Limits
}

/** A short secret could be guessed from one signed request. */
function readEdgeSecret(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  if (!/^[\w+/-]+=*$/.test(text) || Buffer.from(text, 'base64url').length < 16)
    throw new SettingError('EDGE_CLIENT_SECRET must be at least 16 random bytes in base64url.')
  return text
}
