/** The texts of a catalogue file as a reader sees them, read from its syntax tree. `{name}` stands for a value. */
import ts from 'typescript'

export interface MessageText {
  code: string
  text: string
}

/** The catalogue that a file exports: its comment, and its texts in order. */
export function messageTexts(source: string): { about: string; texts: MessageText[] } {
  const file = ts.createSourceFile('catalogue.ts', source, ts.ScriptTarget.Latest, true)
  const constants = new Map<string, ts.Expression>()
  const exported: { about: string; catalogue: ts.ObjectLiteralExpression }[] = []
  for (const statement of file.statements) {
    if (!ts.isVariableStatement(statement)) continue
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (!initializer || !ts.isIdentifier(name)) continue
      constants.set(name.text, initializer)
      const isExported = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
      if (isExported && ts.isObjectLiteralExpression(initializer))
        exported.push({ about: aboutOf(statement), catalogue: initializer })
    }
  }
  const [{ about, catalogue } = { about: '', catalogue: undefined }] = exported
  const texts = (catalogue?.properties ?? []).flatMap((property): MessageText[] => {
    if (!property.name || ts.isComputedPropertyName(property.name)) return []
    const value = ts.isPropertyAssignment(property)
      ? property.initializer
      : constants.get(property.name.getText())
    return value ? [{ code: nameOf(property.name), text: wordsOf(value, constants) }] : []
  })
  return { about, texts }
}

const nameOf = (name: ts.PropertyName) => (ts.isStringLiteral(name) ? name.text : name.getText())

const aboutOf = (node: ts.Node) =>
  ts
    .getJSDocCommentsAndTags(node)
    .map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? '')
    .join(' ')

/** The text of an expression. Of singular and plural it takes the plural; of other choices, all. */
function wordsOf(node: ts.Node, constants: Map<string, ts.Expression>): string {
  const innerText = (inner: ts.Node) => wordsOf(inner, constants)
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isTemplateExpression(node))
    return (
      node.head.text +
      node.templateSpans.map((span) => innerText(span.expression) + span.literal.text).join('')
    )
  if (ts.isArrowFunction(node)) return innerText(ts.isBlock(node.body) ? returnedBy(node.body) : node.body)
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return innerText(node.expression)
  if (ts.isPropertyAccessExpression(node)) return `{${node.name.text}}`
  if (ts.isElementAccessExpression(node)) return innerText(node.argumentExpression)
  if (ts.isIdentifier(node)) {
    const constant = constants.get(node.text)
    return constant && ts.isStringLiteralLike(constant) ? constant.text : `{${node.text}}`
  }
  if (ts.isConditionalExpression(node)) {
    const [one, other] = [innerText(node.whenTrue), innerText(node.whenFalse)]
    const isByNumber = /[=>]=*\s*[01]\b|\.length/.test(node.condition.getText())
    return isByNumber ? other : [one, other].filter(Boolean).join(' / ')
  }
  if (ts.isBinaryExpression(node)) {
    if (node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return innerText(node.left)
    const [left, right] = [innerText(node.left), innerText(node.right)]
    return /^\{\w+\}$/.test(left) && /^\{\w+\}$/.test(right) ? left : left + right
  }
  return ts.isCallExpression(node) ? wordsOfCall(node, innerText) : '{…}'
}

function wordsOfCall({ expression, arguments: args }: ts.CallExpression, words: (node: ts.Node) => string) {
  // the text of a method call such as join or map comes from its object
  if (ts.isPropertyAccessExpression(expression)) return words(expression.expression)
  const [first, one, many] = args.map((argument) => words(argument))
  const isCounted = expression.getText() === 'counted'
  return isCounted && one ? `${first} ${many ?? `${one}s`}` : (first ?? '{…}')
}

const returnedBy = (body: ts.Block): ts.Node => body.statements.find(ts.isReturnStatement)?.expression ?? body
