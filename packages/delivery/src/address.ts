/**
 * Where a request comes from; empty for a caller that has hung up. A server that listens on IPv6 sees IPv4 addresses
 * mapped into it.
 */
export const addressOf = ({ ip }: { ip: string | undefined }): string =>
  ip?.replace(/^::ffff:(?=[\d.]+$)/i, '') ?? ''
