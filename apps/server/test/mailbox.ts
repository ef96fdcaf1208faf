import { SMTPServer } from 'smtp-server'

export type Received = {
  from: string
  to: string[]
  /** The headers: everything before the first empty line. */
  head: string
  subject: string
  text: string
  html: string
}

export type Mailbox = { port: number; mails: Received[]; close(): Promise<void> }

/** A real SMTP server that stores received emails, except those it rejects temporarily. */
export async function openMailbox(
  wantedPort = 0,
  turnsAway: (to: string) => boolean = () => false,
): Promise<Mailbox> {
  const mails: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const from = mailFrom ? mailFrom.address : ''
        if (rcptTo.some(({ address }) => turnsAway(address)))
          return done(Object.assign(new Error('try again later'), { responseCode: 451 }))
        mails.push({
          from,
          to: rcptTo.map(({ address }) => address),
          ...read(Buffer.concat(parts).toString()),
        })
        done()
      })
    },
  })
  await new Promise<void>((opened) => server.listen(wantedPort, '127.0.0.1', opened))
  const { port } = server.server.address() as { port: number }
  return { port, mails, close: () => new Promise((closed) => server.close(() => closed())) }
}

function read(raw: string) {
  const [head = ''] = raw.split('\r\n\r\n')
  const part = (type: string) => {
    const [, headers = '', body = ''] =
      new RegExp(`(Content-Type: ${type}[\\s\\S]*?)\\r\\n\\r\\n([\\s\\S]*?)\\r\\n--`, 'i').exec(raw) ?? []
    return decode(headers, body)
  }
  const subject = /^Subject: (.*(?:\r\n .*)*)/im.exec(head)?.[1] ?? ''
  return {
    head,
    subject: words(subject.replace(/\r\n\s+/g, ' ')),
    text: part('text/plain'),
    html: part('text/html'),
  }
}

function decode(headers: string, body: string): string {
  if (/base64/i.test(headers)) return Buffer.from(body, 'base64').toString()
  return /quoted-printable/i.test(headers) ? unquote(body.replace(/=\r\n/g, '')) : body
}

const unquote = (text: string) =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()

/** Decodes `=?UTF-8?Q?…?=`, the encoding of non-ASCII text in headers. */
const words = (text: string) =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([QB])\?(.*?)\?=/gi, (_, kind: string, body: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(body, 'base64').toString()
        : unquote(body.replaceAll('_', ' ')),
    )
