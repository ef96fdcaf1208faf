import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '../../../../test/kit.ts'
import { openMailbox } from '../../../../test/mailbox.ts'

const MAILS = 200
const attempts = new Map<string, number>()
/** Every tenth email fails at the first attempt. */
const turnsAway = (to: string) => {
  const attempt = (attempts.get(to) ?? 0) + 1
  attempts.set(to, attempt)
  return attempt === 1 && to.includes('0@')
}
const mailbox = await openMailbox(0, turnsAway)
afterAll(() => mailbox.close())
const { app, as } = await testApp({
  EMAIL_HOST: '127.0.0.1',
  EMAIL_PORT: String(mailbox.port),
  CREATE_USER_RATE_LIMIT_PER_MINUTE: '1000',
})
beforeAll(async () => {
  await app.startWork()
  await app.database.pool.query('update jobs.queue set retry_delay = 1, retry_backoff = false')
})

test('200 invitation emails arrive exactly once, even if some fail at first', async () => {
  const started = performance.now()
  const addresses = Array.from({ length: MAILS }, (_, i) => `guest-${i}@example.com`)
  for (const email of addresses) {
    const { body } = await as.admin.post('/api/admin/user-admin', { email, rootRole: 3 })
    expect(body.emailSent).toBe(true)
  }
  await expect.poll(() => mailbox.mails.length).toBeGreaterThanOrEqual(MAILS)
  const seconds = (performance.now() - started) / 1000
  process.stdout.write(
    `${MAILS} mails in ${seconds.toFixed(1)} s: ${Math.round((MAILS / seconds) * 60)} a minute\n`,
  )
  const waiting = "select 1 from jobs.job where name = 'mail-password-link' and state <> 'completed'"
  await expect.poll(async () => (await app.database.pool.query(waiting)).rows).toEqual([])
  expect(mailbox.mails.map(({ to }) => to[0]).sort()).toEqual([...addresses].sort())
  const failed = addresses.filter((address) => address.includes('0@'))
  for (const address of addresses)
    expect([address, attempts.get(address)]).toEqual([address, failed.includes(address) ? 2 : 1])
})
