import { Node, SyntaxKind } from 'ts-morph'
import { exits } from './exits.ts'
import type { Scope } from './scope.ts'

/** Whether names that a block declares would mean something else without its braces. */
export function clashes(block: Node, statement: Node, scope: Scope): boolean {
  const declared = namesOf(block)
  if (declared.size === 0) return false
  const around = statement.getFirstAncestor(
    (one) => Node.isFunctionLikeDeclaration(one) || Node.isSourceFile(one),
  )
  const end = exits(block, scope) ? statement.getEnd() : Number.POSITIVE_INFINITY
  return (around?.getDescendantsOfKind(SyntaxKind.Identifier) ?? []).some((name) => {
    const isOutside = name.getStart() < statement.getStart() || name.getStart() >= statement.getEnd()
    const isCandidate = isOutside && name.getStart() < end && declared.has(name.getText())
    return isCandidate && name.getParent() !== around && !isField(name)
  })
}

const isField = (name: Node): boolean => {
  const parent = name.getParent()
  if (Node.isPropertyAccessExpression(parent)) return parent.getNameNode() === name
  return (
    (Node.isPropertyAssignment(parent) || Node.isPropertySignature(parent)) && parent.getNameNode() === name
  )
}

function namesOf(node: Node): Set<string> {
  const statements = Node.isBlock(node) ? node.getStatements() : [node]
  return new Set(
    statements.flatMap((statement) => {
      if (Node.isVariableStatement(statement))
        return statement
          .getDeclarations()
          .flatMap((one) => [one.getNameNode(), ...one.getNameNode().getDescendants()])
          .filter(Node.isIdentifier)
          .map((one) => one.getText())
      const isNamed = Node.isFunctionDeclaration(statement) || Node.isClassDeclaration(statement)
      return isNamed ? [statement.getName() ?? ''] : []
    }),
  )
}
