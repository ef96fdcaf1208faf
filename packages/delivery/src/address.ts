/** Where a request comes from. A server that listens on IPv6 sees IPv4 addresses in the clothes of the other. */
export const addressOf = ({ ip }: { ip: string }): string => ip.replace(/^::ffff:(?=[\d.]+$)/i, '')
