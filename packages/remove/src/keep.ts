import { Node, SyntaxKind, VariableDeclarationKind } from 'ts-morph'
import { isInAccessor } from './accessor.ts'
import { type Constant, decides, inlineValue, isTruthy } from './constant.ts'
import type { FlagCall } from './flag-call.ts'
import { isPlainArgument, isPure } from './pure.ts'
import type { Scope } from './scope.ts'
import { usesOf } from './uses.ts'

/** Why a call of the flag cannot be replaced. */
export function reasonToKeep(call: Node, { outcome, isPromise }: FlagCall, scope: Scope): string | undefined {
  if (isInAccessor(call, scope)) return 'generated accessor'
  if ('reason' in outcome) return outcome.reason
  if (Node.isCallExpression(call) && !call.getArguments().every(isPlainArgument))
    return 'an argument has side effects'
  const constant = 'constant' in outcome ? outcome.constant : undefined
  const whole = isPromise ? awaited(call) : call
  if (constant?.kind === 'fields' && !areFieldsRead(whole, constant))
    return 'needs the payload, or the whole object'
  return reasonAbove(whole ?? call, constant)
}

/** The `await` around a promise. */
const awaited = (call: Node): Node | undefined => call.getParentIfKind(SyntaxKind.AwaitExpression)

/** Follows the value upwards to where it ends. */
function reasonAbove(node: Node, constant: Constant | undefined): string | undefined {
  const parent = node.getParent()
  if (!parent) return undefined
  if (Node.isVariableDeclaration(parent)) return reasonOfVariable(parent)
  if (Node.isPropertyDeclaration(parent)) return 'stored in a property of a class'
  if (Node.isBinaryExpression(parent)) return reasonOfBinary(node, parent, constant)
  if (Node.isPrefixUnaryExpression(parent))
    return reasonAbove(parent, constant && inlineValue(!isTruthy(constant)))
  const isWrapper =
    Node.isParenthesizedExpression(parent) ||
    Node.isAsExpression(parent) ||
    Node.isSatisfiesExpression(parent) ||
    Node.isNonNullExpression(parent)
  return isWrapper ? reasonAbove(parent, constant) : undefined
}

function reasonOfVariable(declaration: Node): string | undefined {
  if (!Node.isVariableDeclaration(declaration)) return undefined
  const statement = declaration.getVariableStatement()
  if (statement?.getDeclarationKind() !== VariableDeclarationKind.Const)
    return 'stored in a variable that can change'
  return statement.isExported() ? 'stored in an exported constant' : undefined
}

function reasonOfBinary(node: Node, parent: Node, constant: Constant | undefined): string | undefined {
  if (!Node.isBinaryExpression(parent)) return undefined
  const operator = parent.getOperatorToken()
  if (operator.getKind() >= SyntaxKind.FirstAssignment && operator.getKind() <= SyntaxKind.LastAssignment)
    return 'stored in a variable that can change'
  const isLogic = /^(&&|\|\|)$/.test(operator.getText())
  if (!isLogic || !constant) return reasonAbove(parent, undefined)
  const isDecided = decides(operator.getText(), constant)
  if (node === parent.getRight() && isDecided && !isPure(parent.getLeft()))
    return 'the left operand has side effects'
  return reasonAbove(parent, isDecided ? constant : undefined)
}

/** Whether only fields with a known value are read of the object. */
function areFieldsRead(node: Node | undefined, constant: Constant): boolean {
  const parent = node?.getParent()
  if (!parent || constant.kind !== 'fields') return false
  if (Node.isParenthesizedExpression(parent)) return areFieldsRead(parent, constant)
  if (Node.isPropertyAccessExpression(parent)) return isFieldRead(parent, constant)
  if (!Node.isVariableDeclaration(parent)) return false
  const name = parent.getNameNode()
  if (Node.isIdentifier(name))
    return usesOf(name).every((use) => {
      const access = use.getParent()
      if (Node.isPropertyAccessExpression(access) && access.getExpression() === use)
        return isFieldRead(access, constant)
      return (
        Node.isBinaryExpression(access) &&
        access.getLeft() === use &&
        access.getOperatorToken().getText() === '&&'
      )
    })
  if (!Node.isObjectBindingPattern(name)) return false
  return name.getElements().every((element) => {
    const isPlain =
      !element.getDotDotDotToken() && !element.getInitializer() && Node.isIdentifier(element.getNameNode())
    const field = constant.fields.get(element.getPropertyNameNode()?.getText() ?? element.getName())
    return isPlain && field?.kind === 'value'
  })
}

function isFieldRead(access: Node, constant: Constant): boolean {
  if (!Node.isPropertyAccessExpression(access) || constant.kind !== 'fields') return false
  const field = constant.fields.get(access.getName())
  if (!field) return false
  if (field.kind === 'value') return true
  const parent = access.getParent()
  return Node.isPropertyAccessExpression(parent) && isFieldRead(parent, field)
}
