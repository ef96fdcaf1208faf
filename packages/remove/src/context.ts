import { Node } from 'ts-morph'

/** Whether only the truth of the expression matters to the code around it. */
export function isInCondition(node: Node): boolean {
  const parent = node.getParent()
  if (!parent) return false
  if (Node.isParenthesizedExpression(parent)) return isInCondition(parent)
  if (Node.isPrefixUnaryExpression(parent)) return parent.getText().startsWith('!')
  if (Node.isIfStatement(parent) || Node.isWhileStatement(parent) || Node.isDoStatement(parent))
    return parent.getExpression() === node
  if (Node.isConditionalExpression(parent)) return parent.getCondition() === node || false
  if (Node.isBinaryExpression(parent))
    return /^(&&|\|\|)$/.test(parent.getOperatorToken().getText()) && isInCondition(parent)
  return false
}

/** The folder of statements that a statement is in, if it can have several. */
export const isStatementList = (node: Node | undefined): boolean =>
  Node.isBlock(node) ||
  Node.isSourceFile(node) ||
  Node.isModuleBlock(node) ||
  Node.isCaseClause(node) ||
  Node.isDefaultClause(node)
