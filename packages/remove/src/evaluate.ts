import {
  type BinaryExpression,
  type ConditionalExpression,
  type Identifier,
  Node,
  SyntaxKind,
  VariableDeclarationKind,
} from 'ts-morph'
import {
  type Constant,
  decides,
  inlineValue,
  isNullish,
  isTruthy,
  literalOf,
  type Value,
} from './constant.ts'
import { isInCondition } from './context.ts'
import { type FlagCall, flagCallOf } from './flag-call.ts'
import { helperResult } from './helper.ts'
import { reasonToKeep } from './keep.ts'
import type { RemoveOptions } from './options.ts'
import { isPure } from './pure.ts'
import { oncePerNode, type Scope } from './scope.ts'

export function openScope({ key, value, calls = [] }: RemoveOptions): Scope {
  const scope: Scope = {
    key,
    value,
    calls,
    constantOf: oncePerNode((node) => compute(node, scope)),
    settledOf: oncePerNode((node) => settle(node, scope)),
    calledAt: new Map(),
    helpers: new Set(),
  }
  return scope
}

function settle(node: Node, scope: Scope): Constant | undefined {
  const inner = withoutWrapper(node)
  if (!Node.isCallExpression(inner)) return undefined
  const call = changedCall(inner, scope)
  if (call) return call.isPromise && 'constant' in call.outcome ? call.outcome.constant : undefined
  return helperResult(inner, scope, { isAsync: true })
}

/** The call of the flag, unless it has to stay. */
export function changedCall(node: Node, scope: Scope): FlagCall | undefined {
  const call = flagCallOf(node, scope)
  if (!call) return undefined
  if (!scope.calledAt.has(node)) scope.calledAt.set(node, reasonToKeep(node, call, scope))
  return scope.calledAt.get(node) === undefined ? call : undefined
}

function withoutWrapper(node: Node): Node {
  const isWrapper =
    Node.isParenthesizedExpression(node) ||
    Node.isAsExpression(node) ||
    Node.isSatisfiesExpression(node) ||
    Node.isNonNullExpression(node)
  return isWrapper ? withoutWrapper(node.getExpression()) : node
}

function compute(node: Node, scope: Scope): Constant | undefined {
  const inner = withoutWrapper(node)
  if (inner !== node) return scope.constantOf(inner)
  if (Node.isAwaitExpression(node))
    return scope.settledOf(node.getExpression()) ?? scope.constantOf(node.getExpression())
  if (Node.isIdentifier(node)) return ofName(node, scope)
  if (Node.isPropertyAccessExpression(node)) return ofField(scope.constantOf(node.getExpression()), node)
  if (Node.isPrefixUnaryExpression(node)) {
    const operand = scope.constantOf(node.getOperand())
    return node.getOperatorToken() === SyntaxKind.ExclamationToken && operand
      ? inlineValue(!isTruthy(operand))
      : undefined
  }
  if (Node.isBinaryExpression(node)) return ofEquality(node, scope) ?? ofLogic(node, scope)
  if (Node.isConditionalExpression(node)) return ofConditional(node, scope)
  if (!Node.isCallExpression(node)) return undefined
  const call = changedCall(node, scope)
  if (call) return !call.isPromise && 'constant' in call.outcome ? call.outcome.constant : undefined
  return ofBoolean(node, scope) ?? helperResult(node, scope, { isAsync: false })
}

function ofName(name: Identifier, scope: Scope): Constant | undefined {
  const declaration = valueDeclarationOf(name)
  if (Node.isVariableDeclaration(declaration)) {
    const initializer = declaration.getInitializer()
    const isConst = declaration.getVariableStatement()?.getDeclarationKind() === VariableDeclarationKind.Const
    return isConst && initializer && Node.isIdentifier(declaration.getNameNode())
      ? scope.constantOf(initializer)
      : undefined
  }
  if (!Node.isBindingElement(declaration) || declaration.getInitializer()) return undefined
  const variable = declaration.getParent().getParent()
  if (!Node.isVariableDeclaration(variable)) return undefined
  const whole = variable.getInitializer()
  const from = whole && scope.constantOf(whole)
  const field = declaration.getPropertyNameNode()?.getText() ?? declaration.getName()
  return from?.kind === 'fields' ? from.fields.get(field) : undefined
}

function valueDeclarationOf(name: Identifier): Node | undefined {
  const parent = name.getParent()
  const symbol = Node.isShorthandPropertyAssignment(parent) ? parent.getValueSymbol() : name.getSymbol()
  return symbol?.getValueDeclaration()
}

function ofField(from: Constant | undefined, access: { getName(): string; hasQuestionDotToken(): boolean }) {
  if (from?.kind === 'fields') return from.fields.get(access.getName())
  return from && isNullish(from) && access.hasQuestionDotToken() ? inlineValue(undefined) : undefined
}

function ofEquality(node: BinaryExpression, scope: Scope): Value | undefined {
  const operator = node.getOperatorToken().getText()
  if (!/^[!=]==?$/.test(operator)) return undefined
  const sides = [node.getLeft(), node.getRight()]
  const constants = sides.map((side) => scope.constantOf(side))
  if (!constants.some(Boolean)) return undefined
  const [left, right] = sides.map((side, index) => constants[index] ?? literalOf(side))
  if (left?.kind !== 'value' || right?.kind !== 'value') return undefined
  const isLoose = operator.length === 2
  const isEqual = left.value === right.value || (isLoose && isNullish(left) && isNullish(right))
  return inlineValue(operator.startsWith('!') ? !isEqual : isEqual)
}

function ofLogic(node: BinaryExpression, scope: Scope): Constant | undefined {
  const operator = node.getOperatorToken().getText()
  if (!['&&', '||', '??'].includes(operator)) return undefined
  const left = scope.constantOf(node.getLeft())
  if (left) return decides(operator, left) ? left : taken(node.getRight(), scope)
  const right = scope.constantOf(node.getRight())
  if (operator === '??' || right?.kind !== 'value' || !decides(operator, right)) return undefined
  const isBoolean = isInCondition(node) || node.getLeft().getType().isBoolean()
  const dropsNothing = isPure(node.getLeft(), (one) => scope.constantOf(one) !== undefined)
  return isBoolean && dropsNothing ? inlineValue(isTruthy(right)) : undefined
}

function ofConditional(node: ConditionalExpression, scope: Scope): Constant | undefined {
  const condition = scope.constantOf(node.getCondition())
  return condition && taken(isTruthy(condition) ? node.getWhenTrue() : node.getWhenFalse(), scope)
}

/** A branch that is taken because of the flag: here literals count too. */
const taken = (branch: Node, scope: Scope): Constant | undefined =>
  scope.constantOf(branch) ?? literalOf(branch)

function ofBoolean(node: Node, scope: Scope): Value | undefined {
  if (!Node.isCallExpression(node) || node.getExpression().getText() !== 'Boolean') return undefined
  const [argument] = node.getArguments()
  const constant = argument && scope.constantOf(argument)
  return constant && inlineValue(isTruthy(constant))
}
