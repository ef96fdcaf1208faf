import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Block } from './blocks.ts'
import { type Installation, tokens } from './server.ts'

export type Ending = { started: number; failed?: { command: string; output: string } }
type Limits = { timeout: number; stop: AbortSignal }

const program = fileURLToPath(new URL('../../apps/cli/bin/flagstaff.js', import.meta.url))
/** What the program loads. */
export const cli = fileURLToPath(new URL('../../apps/cli/dist/cli.js', import.meta.url))
/** Begins a line in which the script reports, not a command. */
const mark = '\u001e'

/** Runs blocks in one `bash`, in an empty folder, which is also the home. */
export async function runBlocks(
  blocks: readonly Block[],
  installation: Installation,
  { timeout, stop }: Limits,
): Promise<Ending> {
  const folder = mkdtempSync(join(tmpdir(), 'snippets-'))
  const home = join(folder, 'home')
  const script = join(folder, 'page.sh')
  mkdirSync(home)
  writeFileSync(script, scriptOf(blocks, installation.url))
  const child = spawn('bash', [script], {
    cwd: home,
    env: environment(home, writePrograms(join(folder, 'bin')), installation),
    // A process group, to end what it started in the background.
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const endGroup = () => {
    try {
      if (child.pid) process.kill(-child.pid, 'SIGKILL')
    } catch {
      // All of it has ended.
    }
  }
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
  const closed = once(child, 'close')
  let late = false
  const timer = setTimeout(() => {
    late = true
    endGroup()
  }, timeout * 1000)
  stop.addEventListener('abort', endGroup)
  try {
    const [status] = await once(child, 'exit')
    endGroup()
    await closed
    return endingOf(output, late ? `took longer than ${timeout} s` : status === 0 ? '' : `status ${status}`)
  } finally {
    clearTimeout(timer)
    stop.removeEventListener('abort', endGroup)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Pages write the usual address of a server, not that of this one. */
const scriptOf = (blocks: readonly Block[], url: string): string =>
  [
    'set -euo pipefail',
    'exec 2>&1',
    `trap 'status=$?; [ $status = 0 ] || printf "\\n${mark}failed %s\\n" "$BASH_COMMAND"' EXIT`,
    ...blocks.map(
      ({ text }) => `printf '\\n${mark}block\\n'\n${text.replaceAll('http://localhost:4242', url)}`,
    ),
    // Missing if a block ends the shell, or a heredoc has no end.
    `printf '\\n${mark}end\\n'`,
    '',
  ].join('\n')

function endingOf(printed: string, reason: string): Ending {
  const parts = printed.split(`\n${mark}`)
  const started = parts.filter((part) => part.startsWith('block\n')).length
  if (!reason && parts.some((part) => part.startsWith('end\n'))) return { started }
  const last = parts.findLast((part) => part.startsWith('failed '))
  const output = parts.findLast((part) => part.startsWith('block\n'))?.slice('block\n'.length) ?? printed
  return {
    started,
    failed: {
      command:
        `${last?.slice('failed '.length).trim() ?? ''} (${reason || 'did not reach the end of the page'})`.trim(),
      output,
    },
  }
}

/** `flagstaff` of this repository, and a `curl -f` that also prints the response, which says why a request failed. */
function writePrograms(bin: string): string {
  mkdirSync(bin)
  const curl = execFileSync('bash', ['-c', 'command -v curl'], { encoding: 'utf8' }).trim()
  const programs = {
    flagstaff: `exec '${process.execPath}' '${program}' "$@"`,
    curl: `for arg; do
  shift
  if [[ $arg =~ ^-[fsS]*f[fsS]*$ ]]; then set -- "$@" --fail-with-body -sS; else set -- "$@" "$arg"; fi
done
exec ${curl} "$@"`,
  }
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(join(bin, name), `#!/usr/bin/env bash\n${text}\n`)
    chmodSync(join(bin, name), 0o755)
  }
  return bin
}

/** What pages may rely on, and how this machine reaches the registry. Settings of the developer would change results. */
function environment(home: string, bin: string, { url, databaseUrl }: Installation): NodeJS.ProcessEnv {
  const passed =
    /^(LANG|LC_.*|TZ|https?_proxy|no_proxy|npm_config_registry|SSL_CERT_.*|NODE_EXTRA_CA_CERTS)$/i
  const npmrc = join(homedir(), '.npmrc')
  return {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => passed.test(name))),
    ...(existsSync(npmrc) ? { npm_config_userconfig: npmrc } : {}),
    npm_config_cache: join(homedir(), '.npm'),
    PATH: `${bin}:${dirname(process.execPath)}:${process.env.PATH}`,
    HOME: home,
    ...tokens,
    FLAGSTAFF: url,
    FLAGSTAFF_URL: url,
    FLAGSTAFF_TOKEN: tokens.TOKEN,
    DATABASE_URL: databaseUrl,
    ...Object.fromEntries(
      ['AUTHOR', 'COMMITTER'].flatMap((who) => [
        [`GIT_${who}_NAME`, 'Ada'],
        [`GIT_${who}_EMAIL`, 'ada@example.com'],
      ]),
    ),
  }
}
