import { Node, type Project, type SourceFile, SyntaxKind } from 'ts-morph'
import { isAccessor, isInAccessor } from './accessor.ts'
import { changedCall, openScope } from './evaluate.ts'
import { isKey } from './flag-call.ts'
import { isConstantHelper } from './helper.ts'
import type { Listed, RemoveOptions } from './options.ts'
import { rewriteFile } from './rewrite.ts'
import type { Scope } from './scope.ts'
import { removeUnused } from './unused.ts'
import type { Work } from './work.ts'

export type Plan = { texts: Map<SourceFile, string>; listed: Listed[] }

/** The new texts of the files that change, and the places that need a person. The project stays as it is. */
export function planRemoval(files: readonly SourceFile[], options: RemoveOptions): Plan {
  const scope = openScope(options)
  const works = new Map(
    filesOf(files, scope).map((file): [SourceFile, Work] => [file, rewriteFile(file, scope)]),
  )
  removeUnused(works)
  const texts = [...works]
    .filter(([, { edits }]) => !edits.isEmpty())
    .map(([file, { edits }]): [SourceFile, string] => [file, edits.apply()])
  return { texts: new Map(texts), listed: [...works].flatMap(([file, work]) => listIn(file, work)) }
}

/** The files of a project that people write. */
export const ownFiles = (project: Project): SourceFile[] =>
  project.getSourceFiles().filter((file) => !file.isInNodeModules() && !file.isDeclarationFile())

/** Files with the key, then files with the names of accessors and helpers in those, and so on. */
function filesOf(files: readonly SourceFile[], scope: Scope): SourceFile[] {
  const found = new Set<SourceFile>()
  let words = new Set([scope.key])
  while (words.size > 0) {
    const added = files.filter((file) => !found.has(file) && hasOne(file.getFullText(), words))
    for (const file of added) found.add(file)
    words = new Set(added.flatMap((file) => namesToFollow(file, scope)))
  }
  return [...found]
}

const hasOne = (text: string, words: ReadonlySet<string>) => [...words].some((word) => text.includes(word))

function namesToFollow(file: SourceFile, scope: Scope): string[] {
  const functions = file.getFunctions().filter((one) => one.isExported() && isConstantHelper(one, scope))
  const variables = file
    .getVariableDeclarations()
    .filter((one) => one.isExported() && (isAccessor(one, scope) || isConstantHelper(one, scope)))
  return [...functions, ...variables].flatMap((one) => one.getName() ?? [])
}

/** Calls that stay, and other places with the key. */
function listIn(file: SourceFile, { scope, edits }: Work): Listed[] {
  const keys = file.getDescendants().filter((node) => Node.isExpression(node) && isKey(node, scope))
  return keys
    .filter((node) => !edits.covers(node.getStart()))
    .filter((node) => !isInAccessor(node, scope) || Node.isPropertyAssignment(node.getParent()))
    .map((node) => ({ ...placeOf(node), reason: reasonOf(node, scope) }))
}

function reasonOf(node: Node, scope: Scope): string {
  if (isInAccessor(node, scope)) return 'generated accessor: archive the flag and generate it again'
  const call = node.getParentIfKind(SyntaxKind.CallExpression)
  if (call) changedCall(call, scope)
  return (call && scope.calledAt.get(call)) ?? 'the key is used here, but not in a known call'
}

function placeOf(node: Node): Omit<Listed, 'reason'> {
  const file = node.getSourceFile()
  const { line, column } = file.getLineAndColumnAtPos(node.getStart())
  return { path: file.getFilePath(), line, column }
}
