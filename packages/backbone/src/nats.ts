import { readFileSync } from 'node:fs'
import {
  DeliverPolicy,
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
  StorageType,
  type StreamConfig,
} from '@nats-io/jetstream'
import {
  type Authenticator,
  connect,
  credsAuthenticator,
  type NatsConnection,
  nanos,
  nkeyAuthenticator,
} from '@nats-io/transport-node'
import type { Piece } from './snapshot.ts'

export type Options = {
  servers: string[]
  /** A file with the credentials of a user: a `.creds` file, or the seed of an nkey. */
  credentials?: string | undefined
  /** Names the installation in all subjects. */
  instance: string
  /** The JetStream domain of the hub, seen from another region; undefined if these servers are the hub. */
  hub?: string | undefined
  /** Copies of each stream that is created here. */
  replicas?: number
}

/** Where to read from: the mirror of this region, or the hub itself. */
export type Side = 'mirror' | 'hub'

const DAY_MS = 86_400_000
const MOST_CHANGES = 100_000
const REQUEST_MS = 2_000
/** With the defaults of the library, a consumer comes back 45 s after its server was killed. */
const FOLLOWING = { idle_heartbeat: 1_000, expires: 5_000 }
/** As long as a node waits for a response over HTTP. */
const CALL_MS = 5_000

export type Backbone = Awaited<ReturnType<typeof connectBackbone>>

/** The connection to NATS; resolves once there is one. The only file that knows NATS. */
export async function connectBackbone({ servers, credentials, instance, hub, replicas = 1 }: Options) {
  const connection = await connect({
    servers,
    name: `flagstaff ${instance}`,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 500,
    waitOnFirstConnect: true,
    pingInterval: 5_000,
    ignoreClusterUpdates: true,
    ...(credentials ? { authenticator: authenticatorOf(readFileSync(credentials, 'utf8')) } : {}),
  })
  // Nothing is asked of JetStream yet: it may be away while the connection is there.
  const options = { timeout: REQUEST_MS, checkAPI: false }
  const here = await jetstreamManager(connection, options)
  const there = hub ? await jetstreamManager(connection, { ...options, domain: hub }) : here
  const names = namesOf(instance)
  const managerAt = (side: Side) => (side === 'mirror' ? here : there)
  const read = (side: Side, stream: string, subject: string) => newestIn(managerAt(side), stream, subject)
  return {
    connection,
    /** Creates the streams of an incarnation, and removes all but the ones before it. */
    async create(incarnation: string) {
      for (const config of names.configs(incarnation))
        await here.streams.add({ ...config, num_replicas: replicas })
      const known = await names.list(here)
      const [, ...old] = [...new Set(known.map(({ incarnation: one }) => one))]
        .filter((one) => one !== incarnation)
        .sort()
        .reverse()
      for (const { name, incarnation: one } of known) if (old.includes(one)) await here.streams.delete(name)
    },
    /** Mirrors an incarnation into this region, unless it is already. Mirrors of others are removed. */
    async mirror(incarnation: string) {
      if (!hub) return
      const known = await names.list(here)
      for (const { subjects: _, ...config } of names.configs(incarnation)) {
        if (known.some(({ name }) => name === config.name)) continue
        const mirror = { name: config.name, domain: hub }
        await here.streams.add({ ...config, num_replicas: replicas, mirror })
      }
      for (const { name, incarnation: one } of known)
        if (one < incarnation) await here.streams.delete(name).catch(() => {})
    },
    /** The newest streams that are here, mirrored or not; undefined if there are none. */
    async newestHere(): Promise<string | undefined> {
      const known = await names.list(here)
      return known
        .map(({ incarnation }) => incarnation)
        .sort()
        .at(-1)
    },
    /** The newest message of the chain; undefined if there is no such stream. */
    async newest(
      incarnation: string,
    ): Promise<{ sequence: number; message: Uint8Array | undefined } | undefined> {
      try {
        const { state } = await here.streams.info(names.chain(incarnation))
        if (state.messages === 0) return { sequence: state.last_seq, message: undefined }
        const found = await here.streams.getMessage(names.chain(incarnation), { seq: state.last_seq })
        return found ? { sequence: found.seq, message: found.data } : undefined
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
    /** Adds to the chain, only after the named message: a second publisher cannot add in between. */
    async add(incarnation: string, message: Uint8Array, { id, after }: { id: string; after: number }) {
      const { seq } = await jetstream(connection, { timeout: REQUEST_MS }).publish(
        names.chainSubject(incarnation),
        message,
        { msgID: id, expect: { lastSequence: after } },
      )
      return seq
    },
    async writePiece(incarnation: string, piece: Piece, message: Uint8Array) {
      await jetstream(connection, { timeout: REQUEST_MS }).publish(
        names.pieceSubject(incarnation, piece),
        message,
      )
    },
    async writeHead(incarnation: string, message: Uint8Array) {
      await jetstream(connection, { timeout: REQUEST_MS }).publish(names.headSubject(incarnation), message)
    },
    readHead: (incarnation: string, side: Side) =>
      read(side, names.snapshot(incarnation), names.headSubject(incarnation)),
    readPiece: (incarnation: string, side: Side, piece: Piece) =>
      read(side, names.snapshot(incarnation), names.pieceSubject(incarnation, piece)),
    /** Calls with every message of the chain from a sequence on, and says which is the last for now. Returns how to stop. */
    async follow(
      incarnation: string,
      side: Side,
      from: number,
      handle: (message: Uint8Array, isLast: boolean) => void,
    ): Promise<() => void> {
      const client = jetstream(connection, {
        timeout: REQUEST_MS,
        ...(side === 'hub' && hub ? { domain: hub } : {}),
      })
      const consumer = await client.consumers.get(names.chain(incarnation), {
        deliver_policy: DeliverPolicy.StartSequence,
        opt_start_seq: Math.max(from, 1),
      })
      const messages = await consumer.consume({
        ...FOLLOWING,
        callback: ({ data, info }) => handle(data, info.pending === 0),
      })
      return () => messages.stop()
    },
    tick: (message: Uint8Array) => connection.publish(names.tick, message),
    onTick(handle: (message: Uint8Array) => void) {
      connection.subscribe(names.tick, {
        callback(error, message) {
          if (!error) handle(message.data)
        },
      })
    },
    /** Sends to any one of the servers; resolves with its answer. */
    async call(message: Uint8Array): Promise<Uint8Array> {
      return (await connection.request(names.call, message, { timeout: CALL_MS })).data
    },
    /** Answers calls; each goes to one of the servers. Returns how to stop. */
    onCall(answer: (message: Uint8Array) => Promise<Uint8Array | undefined>): () => void {
      const subscription = connection.subscribe(names.call, {
        queue: 'servers',
        callback(error, message) {
          if (error) return
          answer(message.data)
            .then((answered) => {
              if (answered) message.respond(answered)
            })
            // The connection was closed before the answer; the node sends the report again.
            .catch(() => {})
        },
      })
      return () => subscription.unsubscribe()
    },
    close: () => close(connection),
  }
}

const authenticatorOf = (content: string): Authenticator =>
  content.includes('USER JWT')
    ? credsAuthenticator(Buffer.from(content))
    : nkeyAuthenticator(Buffer.from(content.trim()))

/** Draining waits for the server, which may be away. */
async function close(connection: NatsConnection) {
  if (!connection.isClosed()) await connection.close()
}

function namesOf(instance: string) {
  const chain = (incarnation: string) => `FS_${instance}_C_${incarnation}`
  const snapshot = (incarnation: string) => `FS_${instance}_S_${incarnation}`
  const prefix = `fs.${instance}`
  const owned = new RegExp(`^FS_${instance}_[CS]_([0-9A-Z]+)$`)
  return {
    chain,
    snapshot,
    tick: `${prefix}.tick`,
    call: `${prefix}.call`,
    chainSubject: (incarnation: string) => `${prefix}.${incarnation}.c`,
    headSubject: (incarnation: string) => `${prefix}.${incarnation}.s.head`,
    pieceSubject: (incarnation: string, { environment, slot, index }: Piece) =>
      `${prefix}.${incarnation}.s.${Buffer.from(environment).toString('base64url')}.${slot}.${index}`,
    configs: (incarnation: string): (Partial<StreamConfig> & { name: string })[] => [
      {
        name: chain(incarnation),
        subjects: [`${prefix}.${incarnation}.c`],
        storage: StorageType.File,
        max_msgs: MOST_CHANGES,
        max_age: nanos(7 * DAY_MS),
      },
      {
        name: snapshot(incarnation),
        subjects: [`${prefix}.${incarnation}.s.>`],
        storage: StorageType.File,
        max_msgs_per_subject: 1,
        allow_direct: true,
      },
    ],
    async list(manager: JetStreamManager): Promise<{ name: string; incarnation: string }[]> {
      const found: { name: string; incarnation: string }[] = []
      for await (const name of manager.streams.names()) {
        const incarnation = owned.exec(name)?.[1]
        if (incarnation) found.push({ name, incarnation })
      }
      return found
    },
  }
}

async function newestIn(manager: JetStreamManager, stream: string, subject: string) {
  try {
    const found = await manager.direct.getMessage(stream, { last_by_subj: subject })
    return found?.data
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

const isMissing = (error: unknown) =>
  error instanceof JetStreamApiError &&
  (error.code === JetStreamApiCodes.StreamNotFound || error.code === JetStreamApiCodes.NoMessageFound)
