import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Stands between a server and its database, and can make the way there longer. */
export async function startProxy(target: string) {
  const { hostname, port } = new URL(target)
  let delayMs = 0
  const sockets = new Set<Socket>()
  const forward = (from: Socket, to: Socket) => {
    sockets.add(from)
    from.on('data', (bytes) => {
      if (delayMs === 0) to.write(bytes)
      else setTimeout(() => to.write(bytes), delayMs)
    })
    from.on('error', () => {})
    from.on('close', () => {
      sockets.delete(from)
      to.destroy()
    })
  }
  const server = createServer((client) => {
    const database = connect(Number(port), hostname)
    forward(client, database)
    // The delay is on the way there only, so that it is counted once for each round trip.
    sockets.add(database)
    database.on('data', (bytes) => client.write(bytes))
    database.on('error', () => {})
    database.on('close', () => {
      sockets.delete(database)
      client.destroy()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(target)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    delay(ms: number) {
      delayMs = ms
    },
    end() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
