/**
 * Refuses errors for users whose text is written where they are thrown. Texts belong in shared/messages, under a
 * code. Prints `file:line: what` for each; exit 1 if there is any.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/** The classes of error that a user reads, with the number of arguments before the message. */
const READ_BY_USERS: Record<string, number> = {
  ArenaFileError: 1,
  ChallengeStopped: 1,
  LaunchError: 0,
  FileError: 0,
  InvalidArgumentError: 0,
  JudgingStopped: 0,
  NothingToEnter: 1,
  ProblemError: 1,
  ProviderError: 1,
  SetupError: 0,
  UsageError: 0,
}

/** A code: LaunchError takes one, since TypeScript may not run yet. */
const CODE = /^[a-z]+(_[a-z]+)*$/

/** One line for each error in a source whose message is a text instead of a code. */
export function errorLiterals(file: string, source: string): string[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true)
  const lines: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isNewExpression(node) && ts.isIdentifier(node.expression)) {
      const name = node.expression.text
      const message = Object.hasOwn(READ_BY_USERS, name) && node.arguments?.[READ_BY_USERS[name]]
      if (message && isText(message)) {
        const { line } = tree.getLineAndCharacterOfPosition(node.getStart())
        lines.push(`${file}:${line + 1}: ${name} holds its words; give it a message of shared/messages`)
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return lines
}

/** Whether an expression is, or contains, a text written here. */
function isText(node: ts.Expression): boolean {
  if (ts.isStringLiteralLike(node)) return !CODE.test(node.text)
  if (ts.isTemplateExpression(node)) return true
  if (ts.isParenthesizedExpression(node)) return isText(node.expression)
  if (ts.isConditionalExpression(node)) return isText(node.whenTrue) || isText(node.whenFalse)
  if (ts.isBinaryExpression(node)) return isText(node.left) || isText(node.right)
  return ts.isCallExpression(node) && node.arguments.some((argument) => isTemplate(argument))
}

/** A call may build a message from codes. A call with a template that contains values builds a text. */
const isTemplate = (node: ts.Expression): boolean => ts.isTemplateExpression(node)

if (import.meta.main) {
  const root = join(import.meta.dirname, '../..')
  const lines = ['server', 'scripts', 'shared', 'workshop'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|mjs)$/.test(name))
      .map((name) => join(folder, name))
      .flatMap((name) => errorLiterals(name, readFileSync(join(root, name), 'utf8'))),
  )
  if (lines.length > 0) console.log(lines.join('\n'))
  process.exitCode = lines.length > 0 ? 1 : 0
}
