import type { SnippetText } from '../../../ui/Snippets.tsx'

type Wanted = {
  address: string
  kind: 'backend' | 'frontend'
  flag?: string
  app?: string
  /** Included in the .env snippet, if available. */
  secret?: string | undefined
}

/** Code snippets for evaluating a flag, with the URL of the server. */
export function snippetsFor({
  address,
  kind,
  flag = 'my-flag',
  app = 'my-app',
  secret,
}: Wanted): SnippetText[] {
  const code = kind === 'frontend' ? frontend(address, flag, app) : backend(address, flag, app)
  return code.toSpliced(-1, 0, {
    language: '.env',
    code: `FLAGSTAFF_URL=${address}/api/\nFLAGSTAFF_TOKEN=${secret ?? '…'}`,
  })
}

const backend = (address: string, flag: string, app: string): SnippetText[] => [
  {
    language: 'Node',
    code: `// npm install unleash-client
import { startUnleash } from 'unleash-client'

const flags = await startUnleash({
  url: '${address}/api/',
  appName: '${app}',
  customHeaders: { Authorization: process.env.FLAGSTAFF_TOKEN },
})

flags.isEnabled('${flag}', { userId: 'user-42' })`,
  },
  {
    language: 'Java',
    code: `// io.getunleash:unleash-client-java
var config = UnleashConfig.builder()
    .unleashAPI("${address}/api/")
    .appName("${app}")
    .apiKey(System.getenv("FLAGSTAFF_TOKEN"))
    .build();
var flags = new DefaultUnleash(config);

flags.isEnabled("${flag}", UnleashContext.builder().userId("user-42").build());`,
  },
  {
    language: 'Go',
    code: `// go get github.com/Unleash/unleash-go-sdk/v5
unleash.Initialize(
    unleash.WithUrl("${address}/api/"),
    unleash.WithAppName("${app}"),
    unleash.WithCustomHeaders(http.Header{"Authorization": {os.Getenv("FLAGSTAFF_TOKEN")}}),
)

unleash.IsEnabled("${flag}", unleash.WithContext(context.Context{UserId: "user-42"}))`,
  },
  {
    language: 'Python',
    code: `# pip install UnleashClient
from UnleashClient import UnleashClient

flags = UnleashClient(
    url="${address}/api",
    app_name="${app}",
    custom_headers={"Authorization": os.environ["FLAGSTAFF_TOKEN"]},
)
flags.initialize_client()

flags.is_enabled("${flag}", {"userId": "user-42"})`,
  },
  {
    language: 'Ruby',
    code: `# gem install unleash
Unleash.configure do |config|
  config.url = "${address}/api"
  config.app_name = "${app}"
  config.custom_http_headers = { "Authorization": ENV["FLAGSTAFF_TOKEN"] }
end
flags = Unleash::Client.new

flags.is_enabled?("${flag}", Unleash::Context.new(user_id: "user-42"))`,
  },
  {
    language: 'PHP',
    code: `// composer require unleash/client guzzlehttp/guzzle symfony/cache
$flags = UnleashBuilder::create()
    ->withAppUrl('${address}/api')
    ->withAppName('${app}')
    ->withInstanceId(gethostname())
    ->withHeader('Authorization', getenv('FLAGSTAFF_TOKEN'))
    ->build();

$flags->isEnabled('${flag}', (new UnleashContext())->setCurrentUserId('user-42'));`,
  },
  {
    language: '.NET',
    code: `// dotnet add package Unleash.Client
var settings = new UnleashSettings
{
    UnleashApi = new Uri("${address}/api/"),
    AppName = "${app}",
    CustomHttpHeaders = new() { ["Authorization"] = Environment.GetEnvironmentVariable("FLAGSTAFF_TOKEN") },
};
var flags = new DefaultUnleash(settings);

flags.IsEnabled("${flag}", new UnleashContext { UserId = "user-42" });`,
  },
  {
    language: 'curl',
    code: `curl ${address}/api/client/features \\
  --header "Authorization: $FLAGSTAFF_TOKEN"`,
  },
]

const frontend = (address: string, flag: string, app: string): SnippetText[] => [
  {
    language: 'React',
    code: `// npm install @unleash/proxy-client-react unleash-proxy-client
import { FlagProvider, useFlag } from '@unleash/proxy-client-react'

const config = {
  url: '${address}/api/frontend/',
  clientKey: import.meta.env.FLAGSTAFF_TOKEN,
  appName: '${app}',
}
// <FlagProvider config={config}>…</FlagProvider>

const isOn = useFlag('${flag}')`,
  },
  {
    language: 'JavaScript',
    code: `// npm install unleash-proxy-client
import { UnleashClient } from 'unleash-proxy-client'

const flags = new UnleashClient({
  url: '${address}/api/frontend/',
  clientKey: import.meta.env.FLAGSTAFF_TOKEN,
  appName: '${app}',
})
await flags.start()

flags.isEnabled('${flag}')`,
  },
  {
    language: 'curl',
    code: `curl "${address}/api/frontend?userId=user-42" \\
  --header "Authorization: $FLAGSTAFF_TOKEN"`,
  },
]

/** Snippets for scripts that use the admin API with a personal token. */
export const ownSnippets = (address: string, secret: string): SnippetText[] => [
  { language: '.env', code: `FLAGSTAFF_URL=${address}\nFLAGSTAFF_TOKEN=${secret}` },
  {
    language: 'curl',
    code: `curl ${address}/api/admin/user \\\n  --header "Authorization: $FLAGSTAFF_TOKEN"`,
  },
]
