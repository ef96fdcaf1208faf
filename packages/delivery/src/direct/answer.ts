import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Mark } from '../marks.ts'
import type { ContextSample } from '../ports.ts'
import type { Reader, ReceiptBook } from '../receipts.ts'
import type { Store, Token } from '../store.ts'
import type { Query, Views } from '../views.ts'

export type DirectOptions = {
  store: Store
  views: Views
  receipts: ReceiptBook
  sample: ContextSample
  /** Whether the address of a caller is that of its socket: not behind proxies. */
  ownAddresses: boolean
}
/** What is known of an open connection, so that it is found out once. */
export type Connection = {
  header: string
  token: Token
  /** What it asks for, and which specification it named then. */
  plan?: Plan | undefined
  spec?: string | undefined
  reader?: Reader | undefined
}
export type Plan = { query: Query; etag: string; head: Mark; epoch: string }

/** Undefined when the request has no token that is known. */
export type ConnectionReader = (request: IncomingMessage) => Connection | undefined
/** False when the request is not the plain case; nothing was answered then. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => boolean
