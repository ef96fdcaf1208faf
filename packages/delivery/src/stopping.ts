import type { Server } from 'node:http'

export type Stopping = {
  /** How long the process keeps serving after SIGTERM, so that load balancers notice first. */
  delaySeconds(): number
  /** After this time without an end of `stop`, the process exits. */
  mostSeconds: number
  /** Makes the readiness check fail. */
  leave(): void
  stop(): Promise<void>
}

/**
 * Stops the process gracefully. After SIGTERM, which service managers send, it first fails its readiness check and keeps
 * serving for a while: a load balancer goes on sending requests until its next check. SIGINT (Ctrl-C) skips this time, and
 * so does the function that is returned. A repeated SIGTERM does not: systemd and a parent process may both send it.
 */
export function stopOnSignals({ delaySeconds, mostSeconds, leave, stop }: Stopping): () => void {
  let timer: NodeJS.Timeout | undefined
  let isLeaving = false
  let isStopping = false
  const leaveOnce = () => {
    if (!isLeaving) leave()
    isLeaving = true
  }
  const end = () => {
    if (isStopping) return
    isStopping = true
    clearTimeout(timer)
    leaveOnce()
    setTimeout(() => process.exit(1), mostSeconds * 1_000).unref()
    void stop().then(() => process.exit(0))
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', () => {
    const seconds = delaySeconds()
    if (seconds === 0) return end()
    leaveOnce()
    timer ??= setTimeout(end, seconds * 1_000)
  })
  return end
}

/** From now on each connection ends with its current response, so that clients connect to another server. */
export function endConnections(server: Server) {
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false
  })
}
