import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../cluster/postgres.ts'

/** A load balancer in front of two servers, with the configuration that the documentation recommends. */
type Proxy = { name: string; url: string; stop(): Promise<void> }

const page = readFileSync(
  fileURLToPath(new URL('../../../docs/docs/using-flagstaff/deploy/reverse-proxy.md', import.meta.url)),
  'utf8',
)

/** The first block of code below a heading of the page, with the addresses of this machine. */
function example(heading: string, ports: readonly number[]): string {
  const block = new RegExp(`^## ${heading}$[\\s\\S]*?^\`\`\`\\w+\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(page)?.[1]
  if (block === undefined) throw new Error(`there is no example for ${heading}`)
  return ports.reduce(
    (text, port, index) => text.replaceAll(`10.0.0.1${index + 1}:4242`, `127.0.0.1:${port}`),
    block,
  )
}

const makers = {
  nginx: (folder: string, port: number, ports: readonly number[]) => {
    const site = example('nginx', ports)
      .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
      .replace(/^\s*ssl_certificate.*\n/gm, '')
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${folder}/${name};`)
      .join('\n')
    const text = `daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
      events {} http { access_log off; ${temporary}\n${site} }`
    return { text, program: '/usr/sbin/nginx', args: (file: string) => ['-c', file, '-p', folder] }
  },
  HAProxy: (_folder: string, port: number, ports: readonly number[]) => ({
    text: example('HAProxy', ports).replace(/bind :443 .*/, `bind 127.0.0.1:${port}`),
    program: '/usr/sbin/haproxy',
    args: (file: string) => ['-f', file],
  }),
}

export type ProxyName = keyof typeof makers

export async function startProxy(name: ProxyName, ports: readonly number[]): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), 'proxy-'))
  const port = await freePort()
  const { text, program, args } = makers[name](folder, port, ports)
  const file = join(folder, 'config')
  writeFileSync(file, text)
  const child = spawn(program, args(file), { stdio: ['ignore', 'pipe', 'pipe'] })
  let log = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (log += chunk))
  const url = `http://127.0.0.1:${port}`
  await answers(url, child, () => `${name}: ${log}`)
  return {
    name,
    url,
    async stop() {
      const ended = once(child, 'close')
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function answers(url: string, child: ChildProcess, log: () => string) {
  for (;;) {
    if (child.exitCode !== null) throw new Error(log())
    const { ok } = await fetch(`${url}/health`).catch(() => ({ ok: false }))
    if (ok) return
    await new Promise((done) => setTimeout(done, 50))
  }
}
