import { expect, test } from 'vitest'
import type { Token } from '../store.ts'
import { createTickets } from './tickets.ts'

const digest = 'ab'.repeat(32)
const token = { digest } as Token
const HOUR = 3_600_000

test('a ticket is the same within an hour, and valid for one to two hours', () => {
  const tickets = createTickets(Buffer.from('secret'))
  const at = 1_000 * HOUR
  const ticket = tickets.issue(token, at)
  expect(tickets.issue(token, at + HOUR - 1)).toBe(ticket)
  expect(tickets.issue(token, at + HOUR)).not.toBe(ticket)
  expect(tickets.open(ticket, at + 2 * HOUR - 1)).toBe(digest)
  expect(tickets.open(ticket, at + 2 * HOUR)).toBeUndefined()
  expect(createTickets(Buffer.from('secret')).open(ticket, at)).toBe(digest)
})

test('a ticket with any changed bit is rejected', () => {
  const tickets = createTickets(Buffer.from('secret'))
  const bytes = Buffer.from(tickets.issue(token), 'base64url')
  for (let at = 0; at < bytes.length; at++) {
    const forged = Buffer.from(bytes)
    forged[at] = (forged[at] ?? 0) ^ 1
    expect(tickets.open(forged.toString('base64url'))).toBeUndefined()
  }
})
