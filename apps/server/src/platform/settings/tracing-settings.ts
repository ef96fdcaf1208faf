import { SettingError } from './setting-error.ts'

/** Where spans are sent. */
export type TracingSettings = {
  url: string
  headers: Record<string, string>
  serviceName: string
  /** The share of traces that are recorded. A caller can only lower it. */
  ratio: number
}

type Readers = {
  value(...names: string[]): string | undefined
  number(fallback: number, ...names: string[]): number
}

/** The standard variables of OpenTelemetry; undefined if no endpoint is set. */
export function readTracing({ value, number }: Readers): TracingSettings | undefined {
  const base = value('OTEL_EXPORTER_OTLP_ENDPOINT')
  const url = value('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT') ?? (base && `${base.replace(/\/+$/, '')}/v1/traces`)
  const headers = value('OTEL_EXPORTER_OTLP_HEADERS') ?? ''
  const serviceName = value('OTEL_SERVICE_NAME') ?? 'flagstaff'
  const ratio = number(1, 'OTEL_TRACES_SAMPLER_ARG')
  if (url === undefined) return undefined
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new SettingError('OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https URL.')
  if (ratio < 0 || ratio > 1) throw new SettingError('OTEL_TRACES_SAMPLER_ARG must be between 0 and 1.')
  return { url, headers: readHeaders(headers), serviceName, ratio }
}

/** `name=value,name=value` with percent-encoded values. */
function readHeaders(text: string): Record<string, string> {
  const pairs = text.split(',').filter((pair) => pair.trim() !== '')
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=')
      const name = pair.slice(0, Math.max(at, 0)).trim()
      try {
        if (name !== '') return [name, decodeURIComponent(pair.slice(at + 1).trim())]
      } catch {}
      throw new SettingError('OTEL_EXPORTER_OTLP_HEADERS must be a list of name=value, separated by commas.')
    }),
  )
}
