import { BlockList, isIP } from 'node:net'
import { SettingError } from './setting-error.ts'

/** The proxies for outgoing requests, by URL scheme, and the hosts that are called directly. */
export type ProxySettings = {
  http: string | undefined
  https: string | undefined
  exceptions: string[]
}

type Readers = {
  value(...names: string[]): string | undefined
  list(...names: string[]): string[]
}

export const readProxy = ({ value, list }: Readers): ProxySettings => ({
  http: proxyUrl('HTTP_PROXY', value('HTTP_PROXY', 'http_proxy')),
  https: proxyUrl('HTTPS_PROXY', value('HTTPS_PROXY', 'https_proxy')),
  exceptions: list('NO_PROXY', 'no_proxy'),
})

function proxyUrl(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const url = URL.parse(text.includes('://') ? text : `http://${text}`)
  if (url?.hostname && (url.protocol === 'http:' || url.protocol === 'https:')) return url.href
  throw new SettingError(`${name} must be the URL of an HTTP proxy.`)
}

/** The proxy for a request; undefined if it is sent directly. */
export function proxyFor(url: URL, { http, https, exceptions }: ProxySettings): string | undefined {
  const proxy = url.protocol === 'https:' ? https : http
  return proxy && !exceptions.some((exception) => isExcepted(url, exception.toLowerCase()))
    ? proxy
    : undefined
}

/** A NO_PROXY entry is `*`, a domain with its subdomains, an IP address or a CIDR range, with or without a port. */
function isExcepted(url: URL, exception: string): boolean {
  if (exception === '*') return true
  const host = url.hostname.replace(/^\[|\]$/g, '').toLowerCase()
  const [, name = exception, port] = /^(\[.+\]|[^:]+):(\d+)$/.exec(exception) ?? []
  if (port !== undefined && port !== (url.port || (url.protocol === 'https:' ? '443' : '80'))) return false
  if (isIP(host)) return isWithin(host, name.replace(/^\[|\]$/g, ''))
  const domain = name.replace(/^\*?\./, '')
  return host === domain || host.endsWith(`.${domain}`)
}

function isWithin(address: string, range: string): boolean {
  const [network = '', bits] = range.split('/')
  const kind = isIP(network)
  if (kind === 0 || kind !== isIP(address)) return false
  const list = new BlockList()
  list.addSubnet(network, Number(bits ?? (kind === 6 ? 128 : 32)), kind === 6 ? 'ipv6' : 'ipv4')
  return list.check(address, kind === 6 ? 'ipv6' : 'ipv4')
}
