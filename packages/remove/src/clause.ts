import { type CaseOrDefaultClause, Node, type SwitchStatement, SyntaxKind } from 'ts-morph'
import { literalOf, type Value } from './constant.ts'
import type { Scope } from './scope.ts'

/** The statements that are left of a switch over the flag, if that can be said. */
export function keptStatements(node: SwitchStatement, scope: Scope): Node[] | undefined {
  const subject = scope.constantOf(node.getExpression())
  if (subject?.kind !== 'value') return undefined
  const clause = clauseOf(node, subject)
  if (clause === 'unknown') return undefined
  return clause ? statementsOf(clause) : []
}

/** The clause that is run, or the next one with statements. */
function clauseOf(node: SwitchStatement, subject: Value): CaseOrDefaultClause | undefined | 'unknown' {
  const clauses = node.getClauses()
  const values = clauses.map((one) => (Node.isCaseClause(one) ? literalOf(one.getExpression()) : undefined))
  if (clauses.some((one, index) => Node.isCaseClause(one) && !values[index])) return 'unknown'
  const match = values.findIndex((one) => one !== undefined && one.value === subject.value)
  const start = match === -1 ? clauses.findIndex(Node.isDefaultClause) : match
  return start === -1 ? undefined : clauses.slice(start).find((one) => one.getStatements().length > 0)
}

/** The statements of a clause up to its end, unless it falls through or leaves the switch elsewhere. */
function statementsOf(clause: CaseOrDefaultClause): Node[] | undefined {
  const [only, ...others] = clause.getStatements()
  const isBraced = Node.isBlock(only) && others.every(Node.isBreakStatement)
  const statements: Node[] = isBraced ? only.getStatements() : clause.getStatements()
  const end = statements.findIndex(
    (one) => Node.isBreakStatement(one) || Node.isReturnStatement(one) || Node.isThrowStatement(one),
  )
  const isLast = clause.getNextSibling() === undefined
  if (end === -1 && !isLast && !(isBraced && others.length > 0)) return undefined
  const isBreak = Node.isBreakStatement(statements[end])
  const kept = end === -1 ? statements : statements.slice(0, isBreak ? end : end + 1)
  return kept.some(leavesEarly) ? undefined : kept
}

const leavesEarly = (statement: Node): boolean =>
  statement.getDescendantsOfKind(SyntaxKind.BreakStatement).some((one) => {
    const target = one.getFirstAncestor(
      (above) => Node.isSwitchStatement(above) || Node.isIterationStatement(above),
    )
    return target !== undefined && target.getStart() < statement.getStart()
  })
