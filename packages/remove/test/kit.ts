import { readdirSync, readFileSync } from 'node:fs'
import { Project, ts } from 'ts-morph'
import type { FlagValue } from '../src/options.ts'

const folder = new URL('./', import.meta.url)

/** A file of `test/patterns`: fenced code, `before`, then what it becomes for each value. */
export type Pattern = { name: string; before: string; after: Map<string, string>; listed: string | undefined }

export const readPatterns = (): Pattern[] =>
  readdirSync(new URL('patterns/', folder)).map((file) => {
    const text = readFileSync(new URL(`patterns/${file}`, folder), 'utf8')
    const blocks = new Map(
      [...text.matchAll(/^```\w+ (.+)\n((?:.*\n)*?)^```$/gm)].map(([, title = '', code = '']) => [
        title,
        code,
      ]),
    )
    const before = blocks.get('before') ?? ''
    const listed = blocks.get('listed')
    const after = new Map([...blocks].filter(([title]) => title !== 'before' && title !== 'listed'))
    return { name: file.replace(/\.txt$/, ''), before, after, listed }
  })

/** `on`, `off`, a variant, or a variant and its payload: `blue=cold`. */
export function flagValueOf(title: string): FlagValue {
  if (title === 'on' || title === 'off') return title
  const [variant = '', payload] = title.split('=')
  return payload === undefined ? { variant } : { variant, payload }
}

/** A strict project in memory, with the types of the SDKs. */
export function openProject(files: Record<string, string>): Project {
  const project = new Project({
    useInMemoryFileSystem: true,
    compilerOptions: {
      strict: true,
      noUnusedLocals: true,
      noUncheckedIndexedAccess: true,
      noImplicitReturns: true,
      jsx: ts.JsxEmit.Preserve,
      target: ts.ScriptTarget.ES2022,
      lib: ['lib.es2022.d.ts'],
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      types: [],
    },
  })
  project.createSourceFile('/sdks.d.ts', readFileSync(new URL('sdks.txt', folder), 'utf8'))
  for (const [path, text] of Object.entries(files)) project.createSourceFile(path, text)
  return project
}
