import {
  type Env,
  type FrontendNames,
  findSetting,
  isNetwork,
  isOverrideKey,
  logLevels,
  readFrontendNames,
  SettingError,
} from '@flagstaff/delivery'

/** The NATS servers of this region, through which changes come. */
export type BackboneSettings = {
  servers: string[]
  credentials: string | undefined
  /** The same as on the servers. */
  key: string
  instance: string
  /** The JetStream domain of the hub; undefined if these NATS servers are the hub. */
  hub: string | undefined
  /** Environments to hold; undefined for all. */
  environments: string[] | undefined
}

export type Settings = {
  port: number
  host: string
  basePath: string
  /** A Flagstaff server, another edge, or an Unleash server; without one the edge serves a file. */
  upstream: string | undefined
  /** Backend tokens, each for one environment. */
  tokens: string[]
  /** `auto` streams if upstream supports it, and otherwise polls every few seconds. */
  mode: 'auto' | 'polling'
  pollSeconds: number
  /** Stores the last known flags and the spooled counts; without it, both are in memory only. */
  folder: string | undefined
  /** A file of flags to serve in offline mode. */
  file: string | undefined
  /** Tokens accepted in offline mode, in the usual format, which contains the environment. */
  fileTokens: { backend: string[]; frontend: string[] }
  /** Maximum length of a response, and of a message of a stream, from upstream. */
  mostAnswerBytes: number
  forwardSeconds: number
  /** How often accepted tokens are revalidated upstream. */
  recheckSeconds: number
  /** The edge is not ready if its flags are older than this; 0 to disable. */
  mostAgeSeconds: number
  mostSpoolBytes: number
  /** How often the state is compared with upstream. */
  comparisonSeconds: number
  /** The fraction of flags that can be missing from a response before it is held back; 1 to disable. */
  mostMissing: number
  frontendOrigins: string[]
  frontendNames: FrontendNames
  /** For how long a CDN may keep the flags of a token; 0 for not at all. */
  cdnSeconds: number
  trustedProxies: string[]
  /** Required by every route under `/internal-backstage` except the health checks. */
  backstageToken: string | undefined
  /** Keys of the installation whose signed orders to turn off a flag are accepted. */
  overrideKeys: string[]
  /** With a backbone the edge is a node: it holds all projects, and upstream is only its second way. */
  backbone: BackboneSettings | undefined
  /** A human-readable location. */
  region: string | undefined
  appName: string
  instanceId: string
  workers: number
  /** The number of this worker; set by the primary process. */
  worker: number
  logLevel: string
  /** How long the edge keeps serving after SIGTERM while it is not ready, so that load balancers notice first. */
  shutdownDelaySeconds: number
}

/** Reads all settings once. `FLAGSTAFF_X` overrides `X`, and `X_FILE` is a file with the value. */
export function readSettings(env: Env): Settings {
  const text = (name: string): string | undefined => findSetting(env, [name])?.text
  const number = (name: string, fallback: number): number => {
    const found = findSetting(env, [name])
    if (!found) return fallback
    const read = Number(found.text)
    if (!Number.isFinite(read) || read < 0)
      throw new SettingError(`${found.name} must be a number of 0 or more, not ${found.text}`)
    return read
  }
  const list = (name: string): string[] =>
    (text(name) ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean)
  const mode = text('UPSTREAM_MODE') ?? 'auto'
  if (mode !== 'auto' && mode !== 'polling') throw new SettingError('UPSTREAM_MODE must be auto or polling')
  const frontendNames = readFrontendNames(text('OFREP_FRONTEND_NAMES'))
  if (!frontendNames) throw new SettingError('OFREP_FRONTEND_NAMES must be released, on or all')
  const settings: Settings = {
    port: number('PORT', 3063),
    host: text('HTTP_HOST') ?? '0.0.0.0',
    basePath: (text('BASE_PATH') ?? '').replace(/\/$/, ''),
    upstream: text('UPSTREAM_URL')?.replace(/\/$/, ''),
    tokens: list('TOKENS'),
    mode,
    pollSeconds: number('POLL_SECONDS', 15),
    folder: text('DATA_FOLDER'),
    file: text('FLAGS_FILE'),
    fileTokens: { backend: list('FILE_BACKEND_TOKENS'), frontend: list('FILE_FRONTEND_TOKENS') },
    mostAnswerBytes: number('MOST_ANSWER_MEGABYTES', 256) * 1_048_576,
    forwardSeconds: number('FORWARD_SECONDS', 10),
    recheckSeconds: number('RECHECK_SECONDS', 60),
    mostAgeSeconds: number('MOST_AGE_SECONDS', 0),
    mostSpoolBytes: number('MOST_SPOOL_MEGABYTES', 64) * 1_048_576,
    comparisonSeconds: number('COMPARISON_SECONDS', 60),
    mostMissing: number('MOST_MISSING_PERCENT', 50) / 100,
    frontendOrigins: list('FRONTEND_ORIGINS'),
    frontendNames,
    cdnSeconds: number('CDN_CACHE_SECONDS', 0),
    trustedProxies: list('TRUSTED_PROXIES'),
    backstageToken: text('BACKSTAGE_TOKEN'),
    overrideKeys: list('OVERRIDE_KEYS'),
    backbone: readBackbone({ text, list }),
    region: text('REGION'),
    appName: text('APP_NAME') ?? 'flagstaff-edge',
    instanceId: text('INSTANCE_ID') ?? `${process.env.HOSTNAME ?? 'edge'}-${process.pid}`,
    workers: number('WORKERS', 1),
    worker: number('WORKER', 1),
    logLevel: text('LOG_LEVEL') ?? 'info',
    shutdownDelaySeconds: number('SHUTDOWN_DELAY_SECONDS', 5),
  }
  if (settings.upstream && !/^https?:$/.test(URL.parse(settings.upstream)?.protocol ?? ''))
    throw new SettingError('UPSTREAM_URL must be an http or https URL')
  if (!logLevels.includes(settings.logLevel))
    throw new SettingError(`LOG_LEVEL must be one of ${logLevels.join(', ')}, not ${settings.logLevel}`)
  const proxy = settings.trustedProxies.find((one) => !isNetwork(one))
  if (proxy !== undefined)
    throw new SettingError(`TRUSTED_PROXIES must list IP addresses and ranges, not ${proxy}`)
  for (const key of settings.overrideKeys)
    if (!isOverrideKey(key))
      throw new SettingError('OVERRIDE_KEYS must be what `flagstaff override key` prints')
  if (settings.upstream && settings.tokens.length === 0)
    throw new SettingError('TOKENS must name at least one backend token that UPSTREAM_URL accepts')
  if (!settings.upstream && !settings.file)
    throw new SettingError('Set UPSTREAM_URL and TOKENS to follow a server, or FLAGS_FILE to serve a file')
  return settings
}

type Readers = { text(name: string): string | undefined; list(name: string): string[] }

function readBackbone({ text, list }: Readers): BackboneSettings | undefined {
  const servers = list('BACKBONE_URL')
  const key = text('BACKBONE_KEY')
  const credentials = text('BACKBONE_CREDENTIALS')
  const instance = text('BACKBONE_INSTANCE') ?? 'flagstaff'
  const hub = text('BACKBONE_HUB')
  const named = list('BACKBONE_ENVIRONMENTS')
  if (servers.length === 0) return undefined
  if (key === undefined) throw new SettingError('BACKBONE_URL needs BACKBONE_KEY, the same as on the servers')
  return { servers, key, credentials, instance, hub, environments: named.length > 0 ? named : undefined }
}
