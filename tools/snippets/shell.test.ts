import { expect, test } from 'vitest'
import { runBlocks } from './shell.ts'

const installation = { url: 'http://127.0.0.1:1', databaseUrl: 'postgres://nowhere', end: async () => {} }

const run = (texts: string[], timeout = 60) =>
  runBlocks(
    texts.map((text, index) => ({ line: index + 1, text })),
    installation,
    { timeout, stop: new AbortController().signal },
  )

test('blocks of a page share a shell, an empty folder and the installation', async () => {
  expect(
    await run([
      'test -z "$(ls -A)" && test "$HOME" = "$PWD"\nname=one',
      'test "$name" = one && test "$FLAGSTAFF" = http://localhost:4242 && test -n "$TOKEN"',
    ]),
  ).toEqual({ started: 2 })
})

test('a failure names the command and what its block printed', async () => {
  const { started, failed } = await run(['echo first', 'echo second\nls nothing | cat', 'echo third'])
  expect(started).toBe(2)
  expect(failed?.command).toMatch(/\(status 2\)$/)
  expect(failed?.output).toMatch(/^second\n.*nothing/)
})

test('a variable that is not set is a failure', async () => {
  expect((await run(['echo "$UNKNOWN"'])).failed?.output).toContain('UNKNOWN')
})

test('a page that ends early is a failure', async () => {
  expect((await run(['exit 0', 'echo second'])).failed?.command).toContain('did not reach the end')
  expect((await run(["cat > file <<'END'", 'echo second'])).failed?.command).toContain(
    'did not reach the end',
  )
})

test('programs in the background end with their page', async () => {
  const began = performance.now()
  expect(await run(['sleep 60 &'])).toEqual({ started: 1 })
  expect(performance.now() - began).toBeLessThan(50_000)
})

test('a page that takes too long is ended', async () => {
  expect((await run(['sleep 60'], 1)).failed?.command).toBe('(took longer than 1 s)')
})
