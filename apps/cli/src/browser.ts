import { spawn } from 'node:child_process'

const openers: Record<string, readonly [string, ...string[]]> = {
  darwin: ['open'],
  // Not `cmd`, which would run what follows an ampersand in the address.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

/** Opens a page if there is a browser; the address is printed in any case. */
export function openBrowser(url: string) {
  const [program, ...args] = openers[process.platform] ?? ['xdg-open']
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true })
  child.on('error', () => {})
  child.unref()
}
