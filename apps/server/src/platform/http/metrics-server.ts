import { createServer, type Server } from 'node:http'
import type { Telemetry } from '../metrics/telemetry.ts'
import type { Settings } from '../settings/settings.ts'
import { hasToken } from './metrics-token.ts'

/** Serves nothing but the metrics, for `METRICS_PORT`. */
export function createMetricsServer(telemetry: Telemetry, { basePath, metricsToken }: Settings): Server {
  const path = `${basePath}/internal-backstage/prometheus`
  return createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== path) response.writeHead(404).end()
    else if (metricsToken !== undefined && !hasToken(request.headers, metricsToken))
      response.writeHead(401).end()
    else
      telemetry.read().then(
        ({ text, contentType }) => response.writeHead(200, { 'content-type': contentType }).end(text),
        () => response.writeHead(500).end(),
      )
  })
}
