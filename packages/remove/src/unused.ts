import { type Identifier, type ImportDeclaration, Node, Scope, type SourceFile } from 'ts-morph'
import { changedCall } from './evaluate.ts'
import { removeElement, removeLines } from './layout.ts'
import { isPure } from './pure.ts'
import { identifiersIn, meaningIn, usesElsewhere, usesOf } from './uses.ts'
import type { Work } from './work.ts'

/** What was used before and is not any more: its declaration goes too, and so on. */
export function removeUnused(works: ReadonlyMap<SourceFile, Work>): void {
  const gone = new Set<Node>()
  let before = -1
  while (gone.size > before) {
    before = gone.size
    for (const [file, work] of works)
      for (const name of declaredNames(file, work)) removeIfUnused(name, { work, works, gone })
  }
  for (const [file, work] of works) removeImports(file, { work, gone })
}

type Removing = { work: Work; works: ReadonlyMap<SourceFile, Work>; gone: Set<Node> }

/** The names declared in the file that something removed has used, there or in another file. */
function declaredNames(file: SourceFile, { edits, scope }: Work): Set<Identifier> {
  const helpers = [...scope.helpers].filter((one) => one.getSourceFile() === file)
  const names = new Set(helpers.flatMap((one) => nameOf(one) ?? []))
  for (const identifier of identifiersIn(file)) {
    if (!edits.covers(identifier.getStart())) continue
    for (const declaration of meaningIn(identifier)?.getDeclarations() ?? []) {
      const name = nameOf(declaration)
      if (name && declaration.getSourceFile() === file && name !== identifier) names.add(name)
    }
  }
  return names
}

function nameOf(declaration: Node): Identifier | undefined {
  if (Node.isImportSpecifier(declaration)) {
    const name = declaration.getAliasNode() ?? declaration.getNameNode()
    return Node.isIdentifier(name) ? name : undefined
  }
  if (Node.isImportClause(declaration)) return declaration.getDefaultImport()
  const isNamed =
    Node.isNamespaceImport(declaration) ||
    Node.isVariableDeclaration(declaration) ||
    Node.isBindingElement(declaration) ||
    Node.isFunctionDeclaration(declaration) ||
    (Node.isMethodDeclaration(declaration) && declaration.getScope() === Scope.Private) ||
    Node.isTypeAliasDeclaration(declaration) ||
    Node.isInterfaceDeclaration(declaration)
  const name = isNamed ? declaration.getNameNode() : undefined
  return Node.isIdentifier(name) ? name : undefined
}

function removeIfUnused(name: Identifier, removing: Removing): void {
  const { work, gone } = removing
  const declaration = name.getParent()
  if (gone.has(declaration) || work.edits.covers(name.getStart())) return
  const isOwn = (use: Node) =>
    use.getStart() >= declaration.getStart() && use.getEnd() <= declaration.getEnd()
  const isLeft = usesOf(name).some((use) => !work.edits.covers(use.getStart()) && !isOwn(use))
  if (isLeft || (isExported(declaration) && !isUnusedElsewhere(name, removing))) return
  if (removeDeclaration(declaration, work)) gone.add(declaration)
}

function isExported(declaration: Node): boolean {
  const statement = Node.isVariableDeclaration(declaration) ? declaration.getVariableStatement() : declaration
  return Node.isExportable(statement) && (statement.isExported() || statement.isDefaultExport())
}

/** Exported helpers go if other files used them before and none does now. */
function isUnusedElsewhere(name: Identifier, { works, work, gone }: Removing): boolean {
  const declaration = name.getParent()
  const isHelper = [...work.scope.helpers].some((one) => one === declaration)
  if (!isHelper) return false
  const others = name.getSourceFile().getReferencingSourceFiles()
  const uses = others.flatMap((file) =>
    usesElsewhere(name, file).map((use) => ({ use, work: works.get(file) })),
  )
  const isGone = ({ use, work: other }: (typeof uses)[number]) =>
    other !== undefined &&
    (other.edits.covers(use.getStart()) || use.getAncestors().some((one) => gone.has(one)))
  return uses.length > 0 && uses.every(isGone)
}

function removeDeclaration(declaration: Node, work: Work): boolean {
  if (
    Node.isImportSpecifier(declaration) ||
    Node.isImportClause(declaration) ||
    Node.isNamespaceImport(declaration)
  )
    return true
  if (Node.isVariableDeclaration(declaration)) return removeVariable(declaration, work)
  if (Node.isBindingElement(declaration)) return removeBinding(declaration, work)
  removeLines(declaration, work)
  return true
}

function removeVariable(declaration: Node, work: Work): boolean {
  if (!Node.isVariableDeclaration(declaration)) return false
  const statement = declaration.getVariableStatement()
  if (!statement) return false
  const initializer = declaration.getInitializer()
  const declarations = statement.getDeclarations()
  const isDroppable =
    !initializer ||
    isPure(initializer, (one) => work.scope.constantOf(one) !== undefined || isReplaced(one, work))
  if (declarations.length > 1) {
    if (isDroppable) removeElement(declaration, declarations, work)
    return isDroppable
  }
  if (isDroppable) removeLines(statement, work)
  // The call stays for its effects, without the name.
  else if (initializer && /^[\w.]/.test(initializer.getText()))
    work.edits.remove(statement.getStart(), initializer.getStart())
  else return false
  return true
}

const isReplaced = (node: Node, { scope }: Work): boolean => {
  const call = Node.isAwaitExpression(node) ? node.getExpression() : node
  return changedCall(call, scope) !== undefined || scope.settledOf(call) !== undefined
}

function removeBinding(element: Node, work: Work): boolean {
  if (!Node.isBindingElement(element)) return false
  const pattern = element.getParent()
  const variable = pattern.getParent()
  if (!Node.isObjectBindingPattern(pattern) || !Node.isVariableDeclaration(variable)) return false
  const elements = pattern.getElements()
  // With a rest element, what is not named would be in the rest.
  if (elements.some((one) => one.getDotDotDotToken())) return false
  const isLeft = elements.some((one) => one !== element && !work.edits.covers(one.getStart()))
  if (!isLeft) return removeVariable(variable, work)
  removeElement(element, elements, work)
  return true
}

function removeImports(file: SourceFile, { work, gone }: { work: Work; gone: ReadonlySet<Node> }): void {
  for (const declaration of file.getImportDeclarations()) {
    const clause = declaration.getImportClause()
    const parts = clause ? [clause, ...clause.getDescendants()] : []
    if (parts.some((one) => gone.has(one))) removeImport(declaration, { work, gone })
  }
}

function removeImport(
  declaration: ImportDeclaration,
  { work, gone }: { work: Work; gone: ReadonlySet<Node> },
): void {
  const clause = declaration.getImportClauseOrThrow()
  const named = declaration.getNamedImports()
  const left = named.filter((one) => !gone.has(one))
  const star = declaration.getNamespaceImport()?.getParent()
  const parts = [
    gone.has(clause) ? undefined : clause.getDefaultImport()?.getText(),
    star && !gone.has(star) ? star.getText() : undefined,
    left.length > 0 ? bracesOf(declaration, left) : undefined,
  ].filter((one) => one !== undefined)
  const type = clause.isTypeOnly() ? 'type ' : ''
  if (parts.length === 0) removeLines(declaration, work)
  else work.edits.replace(clause.getStart(), clause.getEnd(), `${type}${parts.join(', ')}`)
}

function bracesOf(declaration: ImportDeclaration, left: readonly Node[]): string {
  const names = left.map((one) => one.getText())
  const line = `{ ${names.join(', ')} }`
  return declaration.getText().includes('\n') && line.length > 60 ? `{\n  ${names.join(',\n  ')},\n}` : line
}
