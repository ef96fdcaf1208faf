import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ContextSample } from '../ports.ts'
import type { ReceiptBook } from '../receipts.ts'
import type { Store, Token } from '../store.ts'
import type { Views } from '../views.ts'

export type DirectOptions = {
  store: Store
  views: Views
  receipts: ReceiptBook
  sample: ContextSample
  /** Whether the address of a caller is that of its socket: not behind proxies. */
  ownAddresses: boolean
}
/** Gives the token of a request; of one connection it is looked up once. */
export type TokenReader = (request: IncomingMessage) => Token | undefined
/** False when the request is not the plain case; nothing was answered then. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => boolean
