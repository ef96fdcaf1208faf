/** Small pools, so that rules and contexts match often; with edge cases. */

export const texts = pool('a¦b¦A¦ab¦abc¦ a¦b ¦¦ ¦true¦7¦null¦å¦Å¦ß¦SS¦İ¦用户¦😀')
export const numbers = [
  ...pool('0¦1¦7¦17¦18¦-5¦3.5¦07¦ 7 ¦¦ ¦1e1¦0x10¦NaN¦Infinity¦-Infinity¦5,0¦1_000¦abc'),
  ...pool('9007199254740992¦9007199254740993¦-0¦.5¦5.¦+5¦１¦\t7\n'),
]
export const versions = pool('1.2.3¦1.2.4¦1.10.0¦2.0.0¦0.0.0¦1.2.3-beta.2¦1.2.3-beta.11¦1.2.3-beta¦1.2.3-1')
export const oddVersions = [
  ...pool('1.2.3+build¦1.2.3-rc.1+b¦v1.2.3¦V1.2.3¦=1.2.3¦ 1.2.3¦1.2¦1¦01.2.3¦1.2.3-01¦1.2.3-'),
  ...pool('1.2.3-a..b¦1.2.3-á¦9007199254740991.0.0¦9007199254740992.0.0¦1.2.3.4¦1.2.3-x-y.0'),
]
export const addresses = [
  ...pool('10.0.0.1¦10.1.2.3¦192.168.1.7¦255.255.255.255¦0.0.0.0¦127.0.0.1¦2001:db8::1'),
  ...pool('2001:DB8:0::1¦2001:db8:ffff::7'),
]
export const oddAddresses = [
  ...pool('::1¦::¦::ffff:10.0.0.1¦::10.0.0.1¦fe80::1%eth0¦10.1.0.0/16¦010.0.0.1¦10.0.0.256¦10.0.1'),
  ...pool(' 10.0.0.1¦1::2::3¦1:2:3:4:5:6:7:8¦1:2:3:4:5:6:7::¦1:2:3:4:5:6:7:8::¦12345::¦::g¦localhost¦[::1]¦'),
]
export const ranges = [
  ...pool('10.0.0.0/8¦10.1.2.3/8¦10.0.0.1/32¦0.0.0.0/0¦192.168.0.0/16¦2001:db8::/32¦::/0¦fe80::/10'),
  ...pool('::1/128'),
]
export const badRanges = [
  ...pool('10.0.0.0/33¦10.0.0.0/¦10.0.0.0/08¦10.0.0.0/-1¦10.0.0.0/8/8¦::/129¦10.0.0/8'),
  ...pool('::ffff:10.0.0.0/104¦/8'),
]
export const instants = [
  ...pool('2000-01-01T00:00:00Z¦2026-01-01T12:00:00Z¦2026-01-01T14:00:00+02:00'),
  ...pool('2026-01-01T12:00:00.000Z¦2999-12-31'),
]
export const oddInstants = [
  ...pool('2000-01-01¦1999-12-31T23:59:59.999-00:30¦2026-01-01T12:00:00¦2026¦yesterday¦'),
  ...pool('1700000000000¦2026-13-01'),
]
export const patterns = [
  ...pool('a¦^a¦b$¦^a.*c$¦(?i)A¦\\d¦^\\d{1,2}$¦[[:alpha:]]+¦\\bab\\b¦(?s)a.b¦ß¦^$¦.¦¦[¦(a¦a(?=b)'),
  ...pool('(a)\\1¦(?<!a)b¦^[^a-c]¦a{2,}¦(?P<name>a)¦\\p{L}¦(?i)å¦|¦x*'),
]
export const inherited = pool('constructor¦toString¦__proto__¦hasOwnProperty¦properties¦valueOf')
export const userIds = pool('1¦2¦3¦7¦123¦999¦user-1¦USER-1¦a¦b¦b ¦ a¦¦bjørn¦constructor')

function pool(entries: string): string[] {
  return entries.split('¦')
}
