import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { findRegistryCommands } from './commands.ts'

test.each([
  'npx -y flagstaff plan',
  'run: npx -y flagstaff@1 apply --yes',
  'npx -p node@24 -p flagstaff flagstaff',
  'docker run -it node:24-slim npx -y flagstaff',
  'pnpm dlx flagstaff scan',
  'bunx flagstaff@latest',
  'npm exec -- flagstaff plan',
  'npm install --global flagstaff',
  'npm install --save-dev @flagstaff/remove',
  'npm install @openfeature/server-sdk @flagstaff/openfeature-provider',
  'pnpm add -D @flagstaff/testing',
  'yarn add @flagstaff/engine',
  '{ "command": "npx", "args": ["-y", "flagstaff", "mcp"] }',
  '{\n  "command": "npx",\n  "args": [\n    "-y",\n    "flagstaff@1"\n  ]\n}',
  'https://www.npmjs.com/package/@flagstaff/engine',
])('refuses %s', (text) => {
  expect(findRegistryCommands(text)).toHaveLength(1)
})

test.each([
  'npx -y -p node@24 -p pnpm@12 -c "pnpm install && pnpm try"',
  'npx -y -p node@24 node apps/cli/bin/flagstaff.js start',
  'npm install --global ./vendor/flagstaff-0.1.0.tgz',
  'npm install @openfeature/server-sdk ./vendor/flagstaff-openfeature-provider-0.1.0.tgz',
  'npx --no flagstaff remove new-cart --value on',
  'pnpm --filter flagstaff build',
  "import { compile } from '@flagstaff/engine'",
  'flagstaff plan --comment github',
])('accepts %s', (text) => {
  expect(findRegistryCommands(text)).toEqual([])
})

test('the check names the file and line of a command that was added', () => {
  const folder = mkdtempSync(join(tmpdir(), 'registry-'))
  try {
    const git = (...args: string[]) => execFileSync('git', args, { cwd: folder })
    const check = () =>
      spawnSync(
        process.execPath,
        [fileURLToPath(new URL('../registry-commands.ts', import.meta.url)), folder],
        { encoding: 'utf8' },
      )
    git('init', '--quiet')
    writeFileSync(join(folder, 'page.md'), 'Install the command line.\n')
    git('add', '.')
    expect(check()).toMatchObject({ status: 0 })
    writeFileSync(join(folder, 'page.md'), 'Install the command line.\n\n    npx -y flagstaff plan\n')
    expect(check()).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('page.md:3: npx -y flagstaff'),
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
})
