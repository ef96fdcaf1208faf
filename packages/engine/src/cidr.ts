/** An IP address as 32-bit words: one for IPv4, four for IPv6. */
export type Address = readonly number[]

/** The addresses that share the first `prefix` bits with `start`. */
export type Cidr = { readonly start: Address; readonly prefix: number }

const BYTE = '(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
const IPV4 = new RegExp(`^${BYTE}\\.${BYTE}\\.${BYTE}\\.${BYTE}$`)
const HEX_GROUP = /^[\da-f]{1,4}$/i

/**
 * Parses an IP address or range. A single address is a range of one; `::ffff:a.b.c.d` is the IPv4 address it contains;
 * bits after the prefix are ignored.
 *
 * ```ts
 * parseCidr('10.1.2.3/8') // { start: [0x0a010203], prefix: 8 }
 * parseCidr('10.1.2.3/33') // undefined
 * ```
 */
export function parseCidr(text: string): Cidr | undefined {
  const slash = text.indexOf('/')
  const start = parseWords(slash < 0 ? text : text.slice(0, slash))
  if (!start) return undefined
  const bits = start.length * 32
  const prefix = slash < 0 ? bits : parsePrefix(text.slice(slash + 1), bits)
  if (prefix === undefined) return undefined
  return isMapped(start) && prefix >= 96 ? { start: start.slice(3), prefix: prefix - 96 } : { start, prefix }
}

/**
 * Whether a text is valid in the list of an `IN_CIDR` constraint.
 *
 * ```ts
 * isIpOrCidr('2001:db8::/32') // true
 * isIpOrCidr('example.com') // false
 * ```
 */
export function isIpOrCidr(text: string): boolean {
  return parseCidr(text) !== undefined
}

export function parseAddress(text: string): Address | undefined {
  const words = parseWords(text)
  return words && isMapped(words) ? words.slice(3) : words
}

export function contains(range: Cidr, address: Address): boolean {
  if (range.start.length !== address.length) return false
  return address.every((word, index) => {
    const bits = Math.min(Math.max(range.prefix - index * 32, 0), 32)
    // A shift by 32 would be a shift by 0.
    return bits === 0 || (word ^ (range.start[index] ?? 0)) >>> (32 - bits) === 0
  })
}

function parsePrefix(text: string, bits: number): number | undefined {
  const digits = bits === 32 ? /^\d{1,2}$/ : /^\d{1,3}$/
  return digits.test(text) && Number(text) <= bits ? Number(text) : undefined
}

function parseWords(text: string): Address | undefined {
  const ipv4 = parseIpv4(text)
  return ipv4 === undefined ? parseIpv6(text) : [ipv4]
}

function parseIpv4(text: string): number | undefined {
  const bytes = IPV4.exec(text)
  return bytes ? bytes.slice(1).reduce((word, byte) => word * 256 + Number(byte), 0) : undefined
}

function parseIpv6(text: string): Address | undefined {
  const [address = ''] = text.split('%', 1)
  const [head = '', rest, ...more] = address.split('::')
  if (more.length > 0) return undefined
  const left = parseGroups(head, rest === undefined)
  const right = parseGroups(rest ?? '', true)
  if (!left || !right) return undefined
  const missing = 8 - left.length - right.length
  if (rest === undefined ? missing !== 0 : missing < 1) return undefined
  return toWords([...left, ...Array<number>(missing).fill(0), ...right])
}

function parseGroups(text: string, endsAddress: boolean): number[] | undefined {
  if (text === '') return []
  const parts = text.split(':')
  const groups: number[] = []
  for (const [index, part] of parts.entries()) {
    const ipv4 = endsAddress && index === parts.length - 1 ? parseIpv4(part) : undefined
    if (ipv4 !== undefined) groups.push(Math.floor(ipv4 / 0x10000), ipv4 % 0x10000)
    else if (HEX_GROUP.test(part)) groups.push(Number.parseInt(part, 16))
    else return undefined
  }
  return groups
}

function toWords(groups: readonly number[]): Address {
  return [0, 2, 4, 6].map((index) => (groups[index] ?? 0) * 0x10000 + (groups[index + 1] ?? 0))
}

function isMapped(words: Address): boolean {
  return words.length === 4 && words[0] === 0 && words[1] === 0 && words[2] === 0xffff
}
