/** docs/reference/libraries.md: what other programs may import, from the declarations and their comments. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { LIBRARIES } from '../package/manifest.ts'
import { blocks, MADE } from './markdown.ts'

const ROOT = join(import.meta.dirname, '../..')

const INTRODUCTION = `The [installed package](../how-to/install.md) has three libraries for other programs, with types.
They need no database and no server code. \`deadheat/stats\` and \`deadheat/client\` run in Node and in browsers.`

export function librariesPage(): string {
  const sections = Object.entries(LIBRARIES).map(([name, path]) => {
    const file = parsed(path)
    return blocks(
      `## deadheat/${name}`,
      introductionOf(file),
      ...exportsOf(file).filter(isCallable).map(functionSection),
      ...typesSection(exportsOf(file).filter((one) => !isCallable(one))),
    ).trimEnd()
  })
  return blocks(MADE, '# Libraries', INTRODUCTION, ...sections)
}

interface Exported {
  name: string
  declaration: ts.Node
}

const parsed = (path: string) =>
  ts.createSourceFile(path, readFileSync(join(ROOT, path), 'utf8'), ts.ScriptTarget.Latest, true)

/** The first comment of a file. */
function introductionOf(file: ts.SourceFile): string {
  const [comment] = /\/\*\*[^]*?\*\//.exec(file.text) ?? ['']
  return comment
    .replace(/^\/\*\*|\*\/$/g, '')
    .replace(/^\s*\* ?/gm, '')
    .trim()
}

/** The names that a file exports, with their declarations in this or another file of the library. */
function exportsOf(file: ts.SourceFile): Exported[] {
  return file.statements.flatMap((statement): Exported[] => {
    if (ts.isExportDeclaration(statement)) return reExportsOf(file, statement)
    return declarationsIn(statement).filter(() => isExported(statement))
  })
}

function reExportsOf(
  file: ts.SourceFile,
  { moduleSpecifier, exportClause }: ts.ExportDeclaration,
): Exported[] {
  if (!moduleSpecifier || !exportClause || !ts.isNamedExports(exportClause)) return []
  const path = join(dirname(file.fileName), (moduleSpecifier as ts.StringLiteral).text)
  const declared = parsed(path).statements.flatMap(declarationsIn)
  return exportClause.elements.flatMap(({ name }) => declared.filter((one) => one.name === name.text))
}

function declarationsIn(statement: ts.Statement): Exported[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) => ({
      name: name.getText(),
      declaration: statement,
    }))
  const isNamed =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement)
  return isNamed && statement.name ? [{ name: statement.name.text, declaration: statement }] : []
}

const isExported = (statement: ts.Statement) =>
  ts.canHaveModifiers(statement) &&
  (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)

const isCallable = ({ declaration }: Exported) => ts.isFunctionDeclaration(declaration)

function functionSection({ name, declaration }: Exported): string {
  const { parameters, type, body } = declaration as ts.FunctionDeclaration
  const signature = `${name}(${parameters.map((one) => one.getText()).join(', ')})${type ? `: ${type.getText()}` : ''}`
  const tags = ts.getJSDocTags(declaration).map(tagLine)
  return blocks(
    `### ${name}`,
    `\`\`\`ts\n${signature}\n\`\`\``,
    commentOf(declaration),
    tags.join('\n'),
    methodsOf(body),
  ).trimEnd()
}

function tagLine(tag: ts.JSDocTag): string {
  const text = oneLine(ts.getTextOfJSDocComment(tag.comment) ?? '')
  if (ts.isJSDocParameterTag(tag)) return `- \`${tag.name.getText()}\`: ${text}`
  if (ts.isJSDocThrowsTag(tag))
    return `- Throws \`${tag.typeExpression?.type.getText() ?? 'Error'}\`${text ? ` ${text}` : ''}.`
  return `- ${tag.tagName.text}: ${text}`
}

/** The methods of an object that a function returns, one line each. */
function methodsOf(body: ts.Block | undefined): string {
  const returned = body?.statements.find(ts.isReturnStatement)?.expression
  if (!returned || !ts.isObjectLiteralExpression(returned)) return ''
  const methods = returned.properties.flatMap((property): string[] => {
    const made = ts.isPropertyAssignment(property) ? property.initializer : property
    if (!ts.isArrowFunction(made) && !ts.isMethodDeclaration(made)) return []
    const about = commentOf(property)
    const names = made.parameters.map(parameterWords).join(', ')
    return about ? [`- \`${property.name!.getText()}(${names})\`: ${oneLine(about)}`] : []
  })
  return methods.join('\n')
}

const parameterWords = ({ name, type, initializer, questionToken }: ts.ParameterDeclaration) =>
  `${ts.isIdentifier(name) ? name.text : 'options'}${initializer || questionToken ? '?' : ''}${type ? `: ${oneLine(type.getText())}` : ''}`

function typesSection(types: readonly Exported[]): string[] {
  const texts = types.map(({ declaration }) => declarationText(declaration)).filter((text) => text !== '')
  return texts.length === 0 ? [] : [`### Types of this library`, `\`\`\`ts\n${texts.join('\n\n')}\n\`\`\``]
}

/** A type or constant with its comments; of a class, what it has and not how it works. */
function declarationText(declaration: ts.Node): string {
  const comment = ts.getJSDocCommentsAndTags(declaration).map((one) => one.getText())
  if (!ts.isClassDeclaration(declaration))
    return [...comment, declaration.getText().replace(/^export /, '')].join('\n')
  const { name, heritageClauses = [], members } = declaration
  const fields = members
    .filter(ts.isPropertyDeclaration)
    .map((one) => one.getFullText().replace(/^\n+/, '').replace('override ', ''))
  const head = ['class', name!.text, ...heritageClauses.map((one) => one.getText())].join(' ')
  return [...comment, `${head} {`, ...fields, '}'].join('\n')
}

const commentOf = (node: ts.Node) =>
  ts
    .getJSDocCommentsAndTags(node)
    .filter(ts.isJSDoc)
    .map(({ comment }) => oneLine(ts.getTextOfJSDocComment(comment) ?? ''))
    .join('\n\n')

const oneLine = (text: string) =>
  text
    .replace(/\s*\n\s*/g, ' ')
    .replace(/\.$/, '.')
    .trim()
