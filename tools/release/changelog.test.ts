import { expect, test } from 'vitest'
import { notesOf, releaseNotes } from './changelog.ts'

const changelog = '# Changelog\n\n## Unreleased\n\n- Faster.\n\n## 1.0.0 – 2026-01-02\n\n- First.\n'

test('notes are those of one version', () => {
  expect(notesOf(changelog, 'Unreleased')).toBe('- Faster.')
  expect(notesOf(changelog, '1.0.0')).toBe('- First.')
  expect(notesOf(changelog, '1.0')).toBeUndefined()
})

test('a release moves what is unreleased under its version', () => {
  const next = releaseNotes(changelog, '1.1.0', '2026-02-03')
  expect(notesOf(next, '1.1.0')).toBe('- Faster.')
  expect(notesOf(next, 'Unreleased')).toBe('')
  expect(notesOf(next, '1.0.0')).toBe('- First.')
})

test('the notes of a version that is not released yet get a date', () => {
  const written = '# Changelog\n\n## Unreleased\n\n## 0.1.0 – not released yet\n\n- All.\n'
  const next = releaseNotes(written, '0.1.0', '2026-02-03')
  expect(next).toContain('## 0.1.0 – 2026-02-03\n')
  expect(notesOf(next, '0.1.0')).toBe('- All.')
  expect(() => releaseNotes(next, '0.1.0', '2026-02-04')).toThrow('already')
  const more = written.replace('## Unreleased\n', '## Unreleased\n\n- More.\n')
  expect(() => releaseNotes(more, '0.1.0', '2026-02-03')).toThrow('Unreleased')
})

test('a release needs a new version and notes', () => {
  expect(() => releaseNotes(changelog, '1.0.0', '2026-02-03')).toThrow('already')
  expect(() => releaseNotes(changelog, 'v2', '2026-02-03')).toThrow('not a version')
  const empty = releaseNotes(changelog, '1.1.0', '2026-02-03')
  expect(() => releaseNotes(empty, '1.2.0', '2026-02-03')).toThrow('nothing')
})
