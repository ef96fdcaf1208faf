import { readSettings, type Settings } from '../../edge/src/settings.ts'
import { code, expectSame, plainNames, table } from './markdown.mts'

type Setting = [name: string, fallback: string | ((settings: Settings) => unknown), text: string]

/** In the order of the page. Where the code knows the default, it is taken from there. */
const groups: Record<string, Setting[]> = {
  Upstream: [
    ['UPSTREAM_URL', 'none', 'A Flagstaff server, another edge, or an Unleash server.'],
    [
      'TOKENS',
      'none',
      'Comma-separated backend tokens that upstream accepts. Each gives the edge its environment and projects. Required with `UPSTREAM_URL`.',
    ],
    [
      'UPSTREAM_MODE',
      (s) => s.mode,
      '`auto` streams if upstream supports it and polls otherwise; `polling` always polls.',
    ],
    ['POLL_SECONDS', (s) => s.pollSeconds, 'Polling interval, when it does not stream.'],
    [
      'RECHECK_SECONDS',
      (s) => s.recheckSeconds,
      'How often it checks whether accepted tokens are still valid.',
    ],
    ['COMPARISON_SECONDS', (s) => s.comparisonSeconds, 'How often it compares its flags with upstream.'],
    [
      'MOST_MISSING_PERCENT',
      (s) => s.mostMissing * 100,
      'A response from upstream that lacks more than this percentage of the flags is used only once upstream has repeated it three times; 100 uses it immediately.',
    ],
    [
      'MOST_ANSWER_MEGABYTES',
      (s) => s.mostAnswerBytes / 1_048_576,
      'Size limit for a response from upstream, uncompressed. The edge stops reading a longer one and keeps serving the flags it has.',
    ],
    ['FORWARD_SECONDS', (s) => s.forwardSeconds, 'How often counts are forwarded.'],
  ],
  Storage: [
    [
      'DATA_FOLDER',
      (s) => s.folder,
      'Folder for the last known flags and for counts that are not forwarded yet. Without it, nothing is stored on disk.',
    ],
    [
      'MOST_SPOOL_MEGABYTES',
      (s) => s.mostSpoolBytes / 1_048_576,
      'Disk space for waiting counts; beyond it, the oldest are dropped.',
    ],
    [
      'MOST_AGE_SECONDS',
      (s) => s.mostAgeSeconds,
      'If upstream has been silent for longer than this, `/ready` returns 503; 0 for never. Flags are still served.',
    ],
  ],
  'Serving from a file': [
    [
      'FLAGS_FILE',
      'none',
      'A file of flags to serve, in the format of `/api/client/features`. It is reloaded when it changes.',
    ],
    [
      'FILE_BACKEND_TOKENS',
      (s) => s.fileTokens.backend,
      'Comma-separated tokens for backend SDKs, in the usual format: `*:production.some-secret`.',
    ],
    [
      'FILE_FRONTEND_TOKENS',
      (s) => s.fileTokens.frontend,
      'Tokens for browsers and apps, in the same format.',
    ],
  ],
  Server: [
    ['PORT', (s) => s.port, 'Port to listen on.'],
    ['HTTP_HOST', (s) => s.host, 'Address to listen on; every interface by default.'],
    ['BASE_PATH', (s) => s.basePath, 'Path in front of every route, such as `/flags`.'],
    [
      'TRUSTED_PROXIES',
      (s) => s.trustedProxies,
      'Comma-separated addresses and ranges of proxies whose `X-Forwarded-*` headers are trusted.',
    ],
    [
      'FRONTEND_ORIGINS',
      (s) => s.frontendOrigins,
      'Comma-separated origins that browsers can call from; all by default.',
    ],
    [
      'CDN_CACHE_SECONDS',
      (s) => s.cdnSeconds,
      'Seconds for which a CDN may keep flags, as on the server. See [Use a CDN](../../using-flagstaff/deploy/cdn.md).',
    ],
    [
      'OFREP_FRONTEND_NAMES',
      (s) => s.frontendNames,
      'Which flags OFREP returns for a frontend token: `released`, `on` or `all`, as on the server.',
    ],
    [
      'BACKSTAGE_TOKEN',
      (s) => s.backstageToken,
      'Token that clients must send as `Authorization` to `/internal-backstage/info` and `/metrics`. Without it, they are unauthenticated.',
    ],
    ['WORKERS', (s) => s.workers, 'Number of processes that share the port. Each holds all flags in memory.'],
    ['WORKER', (s) => s.worker, 'Number of the process. The first process sets it; do not set it yourself.'],
    [
      'SHUTDOWN_DELAY_SECONDS',
      (s) => s.shutdownDelaySeconds,
      'Seconds that the edge keeps serving after SIGTERM while it is already not ready, so that load balancers send requests elsewhere before it stops.',
    ],
    ['LOG_LEVEL', (s) => s.logLevel, '`trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`.'],
  ],
  Identity: [
    ['APP_NAME', (s) => s.appName, 'Name of the edge, as the server shows it.'],
    ['INSTANCE_ID', 'host name and process ID', 'ID of this edge. It must be unique.'],
    [
      'OVERRIDE_KEYS',
      (s) => s.overrideKeys,
      'Keys that `override key` prints. Orders to turn a flag off in an emergency that they signed are accepted.',
    ],
    ['REGION', (s) => s.region, 'Where the edge runs, for display only.'],
  ],
  'Several regions': [
    [
      'BACKBONE_URL',
      'none',
      'NATS servers, separated by commas, that flags come from. See [several regions](../../using-flagstaff/deploy/backbone.md).',
    ],
    ['BACKBONE_KEY', 'none', 'The same as on the servers.'],
    [
      'BACKBONE_CREDENTIALS',
      'none',
      'A file with the credentials of a NATS user: a `.creds` file, or the seed of an nkey.',
    ],
    ['BACKBONE_INSTANCE', '`flagstaff`', 'The same as on the servers.'],
    ['BACKBONE_HUB', 'none', 'The JetStream domain of the hub, in other regions.'],
    ['BACKBONE_ENVIRONMENTS', 'all', 'Environments to hold.'],
  ],
}

/** Something to follow has to be named; these are not shown. */
const least = { UPSTREAM_URL: 'http://localhost:4242', TOKENS: '*:development.secret' }

function variablesRead(): string[] {
  const names = new Set<string>()
  readSettings(
    new Proxy<Record<string, string>>(least, {
      get: (values, name: string) => {
        names.add(name)
        return values[name]
      },
    }),
  )
  return plainNames(names)
}

export function edgeSettingTable(): string {
  expectSame(
    'settings of the edge',
    variablesRead(),
    Object.values(groups)
      .flat()
      .map(([name]) => name),
  )
  const defaults = readSettings(least)
  return Object.entries(groups)
    .map(
      ([title, settings]) =>
        `### ${title}\n\n${table(
          ['Variable', 'Default', 'Meaning'],
          settings.map(([name, fallback, text]) => [
            code(name),
            typeof fallback === 'string' ? fallback : show(fallback(defaults)),
            text,
          ]),
        )}`,
    )
    .join('\n')
}

function show(value: unknown): string {
  const text = Array.isArray(value) ? value.join(',') : String(value ?? '')
  return text === '' ? 'none' : code(text)
}
