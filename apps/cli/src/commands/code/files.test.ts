import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { listFiles } from './files.ts'

const folder = mkdtempSync(join(tmpdir(), 'flagstaff-files-'))
const repository = join(folder, 'repository')
for (const path of ['repository/flags', 'outside']) mkdirSync(join(folder, path), { recursive: true })
writeFileSync(join(repository, 'flags/a.yaml'), 'flag: a')
writeFileSync(join(folder, 'outside/secret.yaml'), 'flag: secret')
symlinkSync(join(folder, 'outside'), join(repository, 'linked'))
symlinkSync(join(folder, 'outside/secret.yaml'), join(repository, 'flags/secret.yaml'))
afterAll(() => rmSync(folder, { recursive: true }))

test('files below the folder are found, and links are not followed', () => {
  expect(listFiles(repository, 'flags/**/*.yaml')).toEqual(['flags/a.yaml'])
  expect(listFiles(repository, 'missing/*.yaml')).toEqual([])
})

test.each(['../outside/*.yaml', 'linked/*.yaml', 'flags/../../outside/*.yaml'])(
  'the pattern %s leads out of the folder',
  (glob) => expect(() => listFiles(repository, glob)).toThrow('leads out'),
)
