import { type Identifier, type Symbol as Meaning, Node, type SourceFile, SyntaxKind } from 'ts-morph'

const names = new WeakMap<SourceFile, Map<string, Identifier[]>>()

/** All identifiers of a file by their text. */
function namesIn(file: SourceFile): Map<string, Identifier[]> {
  const known = names.get(file)
  if (known) return known
  const found = new Map<string, Identifier[]>()
  for (const one of file.getDescendantsOfKind(SyntaxKind.Identifier))
    found.set(one.getText(), [...(found.get(one.getText()) ?? []), one])
  names.set(file, found)
  return found
}

export const identifiersIn = (file: SourceFile): Identifier[] => [...namesIn(file).values()].flat()

/** What a name means in its file: of `{ newCart }` the variable, of an import the import. */
export function meaningIn(name: Identifier): Meaning | undefined {
  const parent = name.getParent()
  if (Node.isShorthandPropertyAssignment(parent)) return parent.getValueSymbol()
  if (Node.isExportSpecifier(parent)) return parent.getLocalTargetSymbol()
  return name.getSymbol()
}

/** The places in the file that use what is declared with this name. */
export function usesOf(name: Identifier): Identifier[] {
  const meaning = name.getSymbol()
  const same = namesIn(name.getSourceFile()).get(name.getText()) ?? []
  return same.filter((one) => one !== name && meaning !== undefined && isSame(meaningIn(one), meaning))
}

const isSame = (one: Meaning | undefined, other: Meaning) => one?.compilerSymbol === other.compilerSymbol

/** The places in another file that mean the same after imports are resolved. */
export function usesElsewhere(name: Identifier, file: SourceFile): Identifier[] {
  const meaning = resolved(name.getSymbol())
  return identifiersIn(file).filter(
    (one) => meaning !== undefined && isSame(resolved(meaningIn(one)), meaning),
  )
}

const resolved = (meaning: Meaning | undefined) => meaning?.getAliasedSymbol() ?? meaning
