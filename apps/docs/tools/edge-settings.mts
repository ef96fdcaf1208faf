import { readSettings, type Settings } from '../../edge/src/settings.ts'
import { code, expectSame, table } from './markdown.mts'

type Setting = [name: string, fallback: string | ((settings: Settings) => unknown), text: string]

/** In the order of the page. Where the code knows the default, it is taken from there. */
const groups: Record<string, Setting[]> = {
  'What it follows': [
    ['UPSTREAM_URL', 'none', 'A Flagstaff server, another edge, or an Unleash server.'],
    [
      'TOKENS',
      'none',
      'Backend tokens that upstream accepts, separated by commas. Each opens its environment and projects. Needed with `UPSTREAM_URL`.',
    ],
    [
      'UPSTREAM_MODE',
      (s) => s.mode,
      '`auto` streams where upstream can and asks where it cannot; `polling` always asks.',
    ],
    ['POLL_SECONDS', (s) => s.pollSeconds, 'How often it asks where it does not stream.'],
    [
      'RECHECK_SECONDS',
      (s) => s.recheckSeconds,
      'How often it asks whether tokens that were accepted still are.',
    ],
    [
      'COMPARISON_SECONDS',
      (s) => s.comparisonSeconds,
      'How often it compares its flags with those of upstream.',
    ],
    [
      'MOST_MISSING_PERCENT',
      (s) => s.mostMissing * 100,
      'An answer of upstream that leaves out more of the flags than this is used only once upstream has repeated it three times; 100 to use it at once.',
    ],
    ['FORWARD_SECONDS', (s) => s.forwardSeconds, 'How often counts are sent on.'],
  ],
  'What it keeps': [
    [
      'DATA_FOLDER',
      (s) => s.folder,
      'Where the last known flags, and counts not yet sent on, are kept. Without it nothing is kept on disk.',
    ],
    [
      'MOST_SPOOL_MEGABYTES',
      (s) => s.mostSpoolBytes / 1_048_576,
      'How much of the disk waiting counts may take; beyond, the oldest are dropped.',
    ],
    [
      'MOST_AGE_SECONDS',
      (s) => s.mostAgeSeconds,
      'Without news from upstream for longer than this, `/ready` answers 503; 0 for never. Flags are served all the same.',
    ],
  ],
  'Without upstream': [
    [
      'FLAGS_FILE',
      'none',
      'A file of flags to serve, in the form in which `/api/client/features` answers. Read again when it changes.',
    ],
    [
      'FILE_BACKEND_TOKENS',
      (s) => s.fileTokens.backend,
      'What backend SDKs send, separated by commas, in the usual form: `*:production.some-secret`.',
    ],
    ['FILE_FRONTEND_TOKENS', (s) => s.fileTokens.frontend, 'What browsers and apps send, likewise.'],
  ],
  'How it listens': [
    ['PORT', (s) => s.port, 'Port to listen on.'],
    ['HTTP_HOST', (s) => s.host, 'Address to listen on; the default is every interface.'],
    ['BASE_PATH', (s) => s.basePath, 'Path in front of every route, such as `/flags`.'],
    [
      'TRUSTED_PROXIES',
      (s) => s.trustedProxies,
      'Addresses and ranges of proxies whose `X-Forwarded-*` headers are believed, separated by commas.',
    ],
    [
      'FRONTEND_ORIGINS',
      (s) => s.frontendOrigins,
      'Origins that browsers may call from, separated by commas; without it, all.',
    ],
    [
      'OFREP_FRONTEND_NAMES',
      (s) => s.frontendNames,
      'Which flags OFREP names to a frontend token: `released`, `on` or `all`, as on the server.',
    ],
    [
      'BACKSTAGE_TOKEN',
      (s) => s.backstageToken,
      'What has to be sent as `Authorization` to `/internal-backstage/info` and `/metrics`. Without it they are open.',
    ],
    ['WORKERS', (s) => s.workers, 'Processes that share the port. Each holds all flags.'],
    ['WORKER', (s) => s.worker, 'Which of them a process is. The first process sets it; leave it alone.'],
    ['LOG_LEVEL', (s) => s.logLevel, '`trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`.'],
  ],
  'How it is called': [
    ['APP_NAME', (s) => s.appName, 'Its name, as the server shows it.'],
    ['INSTANCE_ID', 'host name and process number', 'Which of several it is. No two edges may share one.'],
    ['REGION', (s) => s.region, 'Where it runs, for people to read.'],
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
  return [...names].filter((name) => !name.startsWith('FLAGSTAFF_'))
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
