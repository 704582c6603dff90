/**
 * Finds promises that nobody waits for: expression statements whose value has a `then`. Allowed are `await`,
 * `void`, `.catch(…)` and `.then(…, …)`. The linter's own rule needs a type checker of its own, so this check uses
 * the TypeScript compiler. It reads .ts files, not Svelte components.
 */
import { dirname, relative } from 'node:path'
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

/**
 * `file:line:column: what` for each promise of a file that nobody waits for. Paths are relative to the working
 * folder.
 */
export function floatingPromisesIn(file: ts.SourceFile, checker: ts.TypeChecker): string[] {
  const floating: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isExpressionStatement(node) && isFloating(node.expression)) {
      const { line, character } = file.getLineAndCharacterOfPosition(node.getStart())
      const place = `${relative(process.cwd(), file.fileName)}:${line + 1}:${character + 1}`
      floating.push(
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
  visit(file)
  return floating
}

/** The same for the files of a project, whose types something else checks. */
export function floatingPromises(tsconfig: string): string[] {
  const { config } = ts.readConfigFile(tsconfig, ts.sys.readFile)
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, dirname(tsconfig))
  const program = ts.createProgram({ rootNames: fileNames, options })
  const checker = program.getTypeChecker()
  return fileNames.flatMap((name) => floatingPromisesIn(program.getSourceFile(name)!, checker))
}
