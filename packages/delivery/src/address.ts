/**
 * The client's IP address; empty if it has disconnected. A server that listens on IPv6 sees IPv4 addresses in mapped
 * form.
 */
export const addressOf = ({ ip }: { ip: string | undefined }): string =>
  ip?.replace(/^::ffff:(?=[\d.]+$)/i, '') ?? ''
