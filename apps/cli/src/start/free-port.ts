import { createServer } from 'node:net'

export async function findFreePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((done) => probe.listen(0, '127.0.0.1', done))
  const address = probe.address()
  probe.close()
  return typeof address === 'object' && address ? address.port : 0
}
