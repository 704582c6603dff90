/**
 * Finds promises that nobody waits for: an expression statement whose value has a `then`, unless it is awaited, said to
 * be let go with `void`, or ends in `.catch(…)` or `.then(…, …)`. The lint has this rule only with a type checker that
 * is not part of it, so the TypeScript compiler is asked here. It reads .ts files; Svelte components it does not.
 */
import { existsSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'

function handlesFailure(expression: ts.Expression): boolean {
  if (!ts.isCallExpression(expression) || !ts.isPropertyAccessExpression(expression.expression)) return false
  const { name, expression: before } = expression.expression
  if (name.text === 'catch') return expression.arguments.length > 0
  if (name.text === 'then' && expression.arguments.length > 1) return true
  return name.text === 'finally' && handlesFailure(before)
}

const isAssignment = (expression: ts.Expression) =>
  ts.isBinaryExpression(expression) &&
  expression.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
  expression.operatorToken.kind <= ts.SyntaxKind.LastAssignment

function isPromise(checker: ts.TypeChecker, expression: ts.Expression): boolean {
  const type = checker.getTypeAtLocation(expression)
  const parts = type.isUnion() ? type.types : [type]
  return parts.some((part) => {
    const then = checker.getPropertyOfType(part, 'then')
    return then !== undefined && checker.getTypeOfSymbol(then).getCallSignatures().length > 0
  })
}

/** `file:line:column: what` for each promise let go in the files of a tsconfig.json; files are named from the working folder. */
export function floatingPromises(tsconfig: string): string[] {
  const { config } = ts.readConfigFile(tsconfig, ts.sys.readFile)
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, dirname(tsconfig))
  const program = ts.createProgram(fileNames, options)
  const checker = program.getTypeChecker()
  const found: string[] = []

  const visit = (node: ts.Node): void => {
    if (ts.isExpressionStatement(node) && isFloating(node.expression)) {
      const source = node.getSourceFile()
      const { line, character } = source.getLineAndCharacterOfPosition(node.getStart())
      const place = `${relative(process.cwd(), source.fileName)}:${line + 1}:${character + 1}`
      found.push(
        `${place}: nobody waits for this promise, so its failure is lost. Await it, or write .catch(…) or void.`,
      )
    }
    ts.forEachChild(node, visit)
  }
  const isFloating = (expression: ts.Expression): boolean =>
    !ts.isAwaitExpression(expression) &&
    !ts.isVoidExpression(expression) &&
    !isAssignment(expression) &&
    !handlesFailure(expression) &&
    isPromise(checker, expression)

  for (const name of fileNames) visit(program.getSourceFile(name)!)
  return found
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..', '..')
  const projects = ['tsconfig.json', 'web/tsconfig.json'].map((path) => join(root, path))
  const found = projects.filter((path) => existsSync(path)).flatMap(floatingPromises)
  for (const line of found) console.log(line)
  process.exitCode = found.length > 0 ? 1 : 0
}
