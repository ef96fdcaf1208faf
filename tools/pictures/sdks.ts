const PAUSE_MS = 5_000

/** Polls like the SDK instances of an application until `end`, so that deliveries of changes have receivers. */
export function openSdks(url: string, secret: string, appName: string, instances: number) {
  const etags = new Map<number, string>()
  const poll = async (instance: number) => {
    const headers = {
      authorization: secret,
      'unleash-appname': appName,
      'unleash-connection-id': `${appName}-${instance}`,
      'unleash-sdk': 'unleash-java-sdk:11.1.0',
      'if-none-match': etags.get(instance) ?? '',
    }
    const response = await fetch(`${url}/api/client/features`, { headers })
    etags.set(instance, response.headers.get('etag') ?? '')
    await response.arrayBuffer()
  }
  const pollAll = () => Promise.allSettled(Array.from({ length: instances }, (_, instance) => poll(instance)))
  const timer = setInterval(() => void pollAll(), PAUSE_MS)
  return { end: () => clearInterval(timer) }
}
