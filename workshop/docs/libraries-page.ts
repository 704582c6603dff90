/** docs/reference/libraries.md: what other programs may import, a line each, from the comments of declarations. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { LIBRARIES } from '../package/manifest.ts'
import { blocks, code, MADE, table } from './markdown.ts'

const ROOT = join(import.meta.dirname, '../..')

const INTRODUCTION = `The [installed package](../how-to/install.md) has three libraries for other programs. They need no database and no
server code. \`deadheat/stats\` and \`deadheat/client\` run in Node and in browsers. Parameters, errors and types are in
the declarations, which an editor shows.`

export function librariesPage(): string {
  const sections = Object.entries(LIBRARIES).map(([name, path]) => {
    const file = parsed(path)
    const functions = exportsOf(file).filter(isCallable)
    return blocks(
      `## deadheat/${name}`,
      introductionOf(file),
      table(
        ['name', 'what it does'],
        functions.flatMap(({ name: called, declaration }) => [
          [code(called), firstSentence(commentOf(declaration))],
          ...methodsOf((declaration as ts.FunctionDeclaration).body),
        ]),
      ),
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

/** The methods of an object that a function returns, a row each. */
function methodsOf(body: ts.Block | undefined): string[][] {
  const returned = body?.statements.find(ts.isReturnStatement)?.expression
  if (!returned || !ts.isObjectLiteralExpression(returned)) return []
  return returned.properties.flatMap((property): string[][] => {
    const about = commentOf(property)
    return about ? [[code(`.${property.name!.getText()}`), firstSentence(about)]] : []
  })
}

const firstSentence = (text: string) => /^.*?[.:](?= [A-Z]|$)/.exec(text)?.[0] ?? text

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
