import { isIPv6 } from 'node:net'

/** A household has one IPv4 address, but a whole /64 of IPv6. */
export function addressRange(ip: string): string {
  const groups = ipv6Groups(ip)
  return groups ? prefix(groups, 4) : (mappedIpv4(ip) ?? ip)
}

/** The IPv6 network (/48) of an address; undefined for IPv4, where many addresses are expensive. */
export function networkRange(ip: string): string | undefined {
  const groups = ipv6Groups(ip)
  return groups && prefix(groups, 3)
}

const prefix = (groups: readonly string[], length: number): string =>
  `${groups.slice(0, length).join(':')}::/${length * 16}`

/** All eight groups without leading zeros; undefined for IPv4, also in mapped form. */
function ipv6Groups(ip: string): string[] | undefined {
  if (!isIPv6(ip) || mappedIpv4(ip)) return undefined
  const [head = '', tail = ''] = (ip.split('%')[0] ?? ip).split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16).toString(16))
}

const mappedIpv4 = (ip: string): string | undefined => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
