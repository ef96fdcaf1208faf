import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Bodies, Query } from '../bodies.ts'
import type { Caching } from '../caching.ts'
import type { KeptAnswers } from '../kept-answers.ts'
import type { Mark } from '../marks.ts'
import type { AppNames, ContextSample } from '../ports.ts'
import type { PollClient, ReceiptBook } from '../receipts.ts'
import type { Store, Token } from '../store.ts'
import type { AppTraffic, Traffic } from '../traffic.ts'
import type { DirectTimings } from './timings.ts'

export type DirectOptions = {
  store: Store
  views: Bodies
  answers: KeptAnswers
  receipts: ReceiptBook
  sample: ContextSample
  traffic: Traffic
  caching: Caching
  apps?: AppNames
  /** Whether the client's IP address is that of its socket, without proxies in between. */
  ownAddresses: boolean
  timings?: DirectTimings | undefined
}
/** Cached per connection, so that it is looked up once. */
export type Connection = {
  header: string
  token: Token
  /** The query, and the client specification version it was made for. */
  plan?: Plan | undefined
  spec?: string | undefined
  reader?: PollClient | undefined
  /** The counters of its application. */
  traffic?: AppTraffic | undefined
}
export type Plan = { query: Query; etag: string; head: Mark; epoch: string }

/** Undefined if the request has no known token. */
export type ConnectionReader = (request: IncomingMessage) => Connection | undefined
/** Returns false, without a response, if the request is not the simple case. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => boolean
