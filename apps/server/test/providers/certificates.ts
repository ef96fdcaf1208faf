import { createSign, generateKeyPairSync } from 'node:crypto'

export type KeyPair = { key: string; certificate: string; publicKey: string }

/** A new key with a self-signed certificate, so that the repository contains no private key. */
export function newKeyPair(name: string): KeyPair {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const called = sequence(set(sequence(COMMON_NAME, der(0x0c, Buffer.from(name)))))
  const body = sequence(
    der(0x02, Buffer.from([1])),
    RSA_SHA256,
    called,
    sequence(time(-1), time(10)),
    called,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = createSign('sha256').update(body).sign(privateKey)
  const whole = sequence(body, RSA_SHA256, der(0x03, Buffer.concat([Buffer.from([0]), signature])))
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    certificate: pem(whole),
  }
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const size =
    body.length < 0x80
      ? [body.length]
      : body.length < 0x100
        ? [0x81, body.length]
        : [0x82, body.length >> 8, body.length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), body])
}

const sequence = (...parts: Buffer[]) => der(0x30, ...parts)
const set = (...parts: Buffer[]) => der(0x31, ...parts)
const RSA_SHA256 = sequence(Buffer.from('06092a864886f70d01010b0500', 'hex'))
const COMMON_NAME = Buffer.from('0603550403', 'hex')

function time(years: number): Buffer {
  const at = new Date()
  at.setUTCFullYear(at.getUTCFullYear() + years)
  return der(0x17, Buffer.from(`${at.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`))
}

const pem = (bytes: Buffer) =>
  `-----BEGIN CERTIFICATE-----\n${bytes.toString('base64').replace(/.{1,64}/g, '$&\n')}-----END CERTIFICATE-----\n`
