import type { Diagnostic, Project, SourceFile } from 'ts-morph'
import type { RejectedFile } from './options.ts'

/** Applies the new texts. Files that then have an error they did not have before get their old text back. */
export function applyChecked(project: Project, texts: ReadonlyMap<SourceFile, string>): RejectedFile[] {
  const files = withImporters([...texts.keys()])
  const before = new Map(files.map((file) => [file, errorsOf(project, file)]))
  const old = new Map([...texts.keys()].map((file) => [file, file.getFullText()]))
  for (const [file, text] of texts) file.replaceWithText(text)
  const rejected = new Map<SourceFile, string[]>()
  for (;;) {
    const broken = files.flatMap((file) => {
      const errors = added(before.get(file) ?? [], errorsOf(project, file))
      return errors.length > 0 ? [{ file, errors }] : []
    })
    if (broken.length === 0) break
    const own = broken.filter(({ file }) => old.has(file) && !rejected.has(file))
    // An error in a file that did not change can come from any of those that did.
    const next = own.length > 0 ? own : rest(old, rejected, broken)
    if (next.length === 0) break
    for (const { file, errors } of next) {
      rejected.set(file, errors)
      file.replaceWithText(old.get(file) ?? '')
    }
  }
  return [...rejected].map(([file, errors]) => ({ path: file.getFilePath(), errors }))
}

type Broken = { file: SourceFile; errors: string[] }

const rest = (
  old: ReadonlyMap<SourceFile, string>,
  rejected: ReadonlyMap<SourceFile, unknown>,
  broken: Broken[],
) =>
  [...old.keys()]
    .filter((file) => !rejected.has(file))
    .map(
      (file): Broken => ({
        file,
        errors: broken.flatMap(({ file: other, errors }) =>
          errors.map((error) => `${other.getBaseName()}: ${error}`),
        ),
      }),
    )

/** The files and all that import them, directly or not. */
function withImporters(files: readonly SourceFile[]): SourceFile[] {
  const found = new Set(files)
  for (const file of found) for (const importer of file.getReferencingSourceFiles()) found.add(importer)
  return [...found]
}

function errorsOf(project: Project, file: SourceFile): string[] {
  const program = project.getProgram()
  return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(messageOf)
}

export function messageOf(diagnostic: Diagnostic): string {
  const text = diagnostic.getMessageText()
  return `TS${diagnostic.getCode()}: ${typeof text === 'string' ? text : text.getMessageText()}`
}

/** Errors that are there more often than before. */
function added(before: readonly string[], after: readonly string[]): string[] {
  const left = [...before]
  return after.filter((error) => {
    const index = left.indexOf(error)
    if (index === -1) return true
    left.splice(index, 1)
    return false
  })
}
