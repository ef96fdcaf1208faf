import { expect, test } from 'vitest'
import { openVault } from './vault.ts'

test('encrypted text can only be decrypted with the same secret and label', () => {
  const vault = openVault('one')
  const sealed = vault.seal('text', 'label')
  expect(openVault('one').open(sealed, 'label')).toBe('text')
  expect(openVault('one').open(sealed, 'other')).toBeUndefined()
  expect(openVault('two').open(sealed, 'label')).toBeUndefined()
  expect(vault.open(Buffer.from('not sealed'), 'label')).toBeUndefined()
  expect(vault.seal('text', 'label')).not.toEqual(sealed)
  expect(openVault('one').holder).toEqual(vault.holder)
  expect(openVault('two').holder).not.toEqual(vault.holder)
})
