import { afterAll, expect, test } from 'vitest'
import { testApp } from '../../../test/kit.ts'
import { openMailbox } from '../../../test/mailbox.ts'
import { toHtml, toText } from './letter.ts'
import { gettingStarted, tokenExpiring } from './letters.ts'
import { openMailer } from './mailer.ts'

const mailbox = await openMailbox()
afterAll(() => mailbox.close())
const { as } = await testApp({ URL: 'https://flags.example' })
const settings = {
  host: '127.0.0.1',
  port: mailbox.port,
  secure: false,
  user: undefined,
  password: undefined,
  sender: 'Flagstaff <no-reply@flags.example>',
  headers: { 'X-Team': 'platform' },
}
const letter = gettingStarted({ name: 'Ada', url: 'https://flags.example/new-user?token=x&y=1', hours: 24 })

test('an email has the same content as text and as HTML, without external resources', () => {
  const [text, html] = [toText(letter), toHtml(letter)]
  for (const part of ['Hello Ada,', 'Choose a password', '24 hours']) {
    expect(text).toContain(part)
    expect(html).toContain(part)
  }
  expect(text).toContain('https://flags.example/new-user?token=x&y=1')
  expect(html).toContain('href="https://flags.example/new-user?token=x&amp;y=1"')
  expect(html).not.toMatch(/<img|<script|<link|src=/)
})

test('user input is escaped in HTML emails', () => {
  const html = toHtml(gettingStarted({ name: '<b onload="x">', url: 'https://flags.example', hours: 1 }))
  expect(html).toContain('Hello &lt;b onload=&quot;x&quot;&gt;,')
  expect(html).not.toContain('<b ')
})

test('an email is sent as text and HTML, with the configured sender and headers', async () => {
  await openMailer(settings)({ address: 'ada@example.com', name: 'Ada Lovelace' }, letter)
  const [mail] = mailbox.mails.splice(0)
  expect(mail).toMatchObject({
    from: 'no-reply@flags.example',
    to: ['ada@example.com'],
    subject: 'Your Flagstaff account',
  })
  expect(mail?.text).toContain('https://flags.example/new-user?token=x&y=1')
  expect(mail?.html).toContain('<a href="https://flags.example/new-user?token=x&amp;y=1"')
  expect(mail?.head).toMatch(/^X-Team: platform\r$/m)
})

test('user input cannot inject email headers', async () => {
  const send = openMailer(settings)
  const expiresAt = new Date()
  const sly = tokenExpiring({ name: 'x', description: 'a\r\nBcc: eve@example.com', expiresAt, url: 'x' })
  await send({ address: 'ada@example.com', name: 'Ada\r\nBcc: eve@example.com' }, sly)
  const [mail] = mailbox.mails.splice(0)
  expect(mail?.to).toEqual(['ada@example.com'])
  expect(mail?.head).not.toMatch(/^Bcc:/im)
  const broken = send({ address: 'ada@example.com\r\nBcc: eve@example.com' }, letter)
  await expect(broken).rejects.toThrow('line break')
  expect(mailbox.mails).toEqual([])
})

test('administrators can preview the emails', async () => {
  const html = await as.admin.get('/api/admin/email/preview/html/reset-password')
  expect(html.status).toBe(200)
  expect(html.headers['content-type']).toContain('text/html')
  expect(html.headers['content-security-policy']).toContain('sandbox')
  expect(html.body).toContain('https://flags.example/reset-password?token=…')
  const text = await as.admin.get('/api/admin/email/preview/text/token-expiry')
  expect(text.headers['content-type']).toContain('text/plain')
  expect(text.body).toContain('January 31, 2030')
  for (const kind of ['html', 'text']) {
    expect((await as.admin.get(`/api/admin/email/preview/${kind}/unknown`)).status).toBe(404)
    expect((await as.editor.get(`/api/admin/email/preview/${kind}/getting-started`)).status).toBe(403)
  }
})
