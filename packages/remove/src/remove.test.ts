import { expect, test } from 'vitest'
import { openProject } from '../test/kit.ts'
import { patchOf } from './patch.ts'
import { removeFrom } from './remove.ts'

const options = { key: 'new-cart', value: 'on' } as const
const textOf = ({ changed }: ReturnType<typeof removeFrom>, path: string) =>
  changed.find((file) => file.path === path)?.after

test('a file that would no longer compile is left as it was and reported', () => {
  const broken = `import { isEnabled } from 'unleash-client'

export function visit(names: string[]) {
  for (const name of names) {
    if (isEnabled('new-cart')) continue
    names.push(name)
  }
}
`
  const good = `import { isEnabled } from 'unleash-client'\n\nexport const other = () => isEnabled('new-cart')\n`
  const project = openProject({ '/broken.ts': broken, '/good.ts': good })
  const removal = removeFrom(project, options)
  expect(removal.rejected).toEqual([
    { path: '/broken.ts', errors: ["TS6133: 'name' is declared but its value is never read."] },
  ])
  expect(removal.changed.map(({ path }) => path)).toEqual(['/good.ts'])
  expect(project.getSourceFileOrThrow('/broken.ts').getFullText()).toBe(broken)
  expect(project.getPreEmitDiagnostics()).toEqual([])
})

test('errors that were there before do not count', () => {
  const text = `import { isEnabled } from 'unleash-client'

export const wrong: number = 'text'
export const name = () => (isEnabled('new-cart') ? 'new' : 'old')
`
  const removal = removeFrom(openProject({ '/a.ts': text }), options)
  expect(removal.rejected).toEqual([])
  expect(textOf(removal, '/a.ts')).toContain("export const name = () => 'new'")
})

test('a helper that only other files use is removed with its imports', () => {
  const helper = `import { isEnabled } from 'unleash-client'

export const hasNewCart = () => isEnabled('new-cart')
export const name = 'shop'
`
  const page = `import { hasNewCart, name } from './helper'

export const title = () => (hasNewCart() ? \`New \${name}\` : name)
`
  const project = openProject({ '/helper.ts': helper, '/page.ts': page })
  const removal = removeFrom(project, options)
  expect(textOf(removal, '/helper.ts')).toBe("export const name = 'shop'\n")
  expect(textOf(removal, '/page.ts')).toBe(
    `import { name } from './helper'\n\nexport const title = () => \`New \${name}\`\n`,
  )
  expect(project.getPreEmitDiagnostics()).toEqual([])
})

test('a helper stays if the file that uses it is rejected', () => {
  const helper = `import { isEnabled } from 'unleash-client'

export const hasNewCart = () => isEnabled('new-cart')
`
  const page = `import { hasNewCart } from './helper'

export function visit(names: string[]) {
  for (const name of names) {
    if (hasNewCart()) continue
    names.push(name)
  }
}
`
  const project = openProject({ '/helper.ts': helper, '/page.ts': page })
  const removal = removeFrom(project, options)
  expect(removal.changed).toEqual([])
  expect(removal.rejected.map(({ path }) => path).sort()).toEqual(['/helper.ts', '/page.ts'])
  expect(project.getPreEmitDiagnostics()).toEqual([])
})

test('generated accessors are followed to the files that use them', () => {
  const flags = `import { OpenFeature } from '@openfeature/server-sdk'

type Flag<T> = { key: string; fallback: T; get: (context?: Record<string, string>) => Promise<string> }
export const newCart = {
  key: 'new-cart',
  fallback: 'classic',
  get: (context?: Record<string, string>) =>
    OpenFeature.getClient().getStringValue('new-cart', 'classic', context),
} as const satisfies Flag<'one-page' | 'classic'>
`
  const page = `import { newCart } from './flags'

export async function title(): Promise<string> {
  const layout = await newCart.get()
  return layout === 'one-page' ? 'One page' : 'Classic'
}
`
  const removal = removeFrom(openProject({ '/flags.ts': flags, '/page.ts': page }), {
    key: 'new-cart',
    value: { variant: 'one-page' },
  })
  expect(removal.changed.map(({ path }) => path)).toEqual(['/page.ts'])
  expect(textOf(removal, '/page.ts')).toBe(
    "export async function title(): Promise<string> {\n  return 'One page'\n}\n",
  )
  expect(removal.listed.map(({ path, line }) => `${path}:${line}`)).toEqual(['/flags.ts:5'])
})

test('more functions can be named', () => {
  const flags = 'export const isOn = (name: string): boolean => name.length > 1\n'
  const page = `import { isOn } from './flags'

export const title = () => (isOn('new-cart') ? 'New' : 'Old')
`
  const files = { '/src/flags.ts': flags, '/src/page.ts': page }
  expect(removeFrom(openProject(files), options).changed).toEqual([])
  const calls = [{ module: 'src/flags', name: 'isOn', kind: 'enabled' } as const]
  const removal = removeFrom(openProject(files), { ...options, calls })
  expect(textOf(removal, '/src/page.ts')).toBe("export const title = () => 'New'\n")
})

test('calls are known by their import, even if the SDK is not installed', () => {
  const text = `import { isEnabled } from '@unleash/nextjs'

export const title = () => (isEnabled('new-cart') ? 'New' : 'Old')
`
  const removal = removeFrom(openProject({ '/a.ts': text }), options)
  expect(textOf(removal, '/a.ts')).toBe("export const title = () => 'New'\n")
})

test('the patch has paths from the root', () => {
  const text = `import { isEnabled } from 'unleash-client'\n\nexport const on = () => isEnabled('new-cart')\n`
  const removal = removeFrom(openProject({ '/shop/src/a.ts': text }), options)
  expect(patchOf(removal, '/shop')).toBe(`--- a/src/a.ts
+++ b/src/a.ts
@@ -1,3 +1,1 @@
-import { isEnabled } from 'unleash-client'
-
-export const on = () => isEnabled('new-cart')
+export const on = () => true
`)
})
