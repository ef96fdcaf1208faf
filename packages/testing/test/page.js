// The script of a page that shows flags of two SDKs. Bundled by the test.
import { OFREPWebProvider } from '@openfeature/ofrep-web-provider'
import { OpenFeature } from '@openfeature/web-sdk'
import { UnleashClient } from 'unleash-proxy-client'

const url = 'https://flags.example.test'
const frontend = new UnleashClient({
  url: `${url}/api/frontend`,
  clientKey: 'a frontend token',
  appName: 'page',
  refreshInterval: 0.2,
})
await frontend.start()
await OpenFeature.setProviderAndWait(new OFREPWebProvider({ baseUrl: url, pollInterval: 200 }))
const client = OpenFeature.getClient()

const show = () => {
  const shown = {
    unleash: [frontend.isEnabled('new-checkout'), frontend.getVariant('colour').payload?.value],
    openfeature: [client.getBooleanValue('new-checkout', false), client.getStringValue('colour', 'grey')],
  }
  document.title = JSON.stringify(shown)
}
show()
setInterval(show, 50)
