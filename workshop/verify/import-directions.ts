/**
 * An oxlint plugin with one rule, `deadheat/import-directions`: every import of a .ts or .svelte file must follow
 * layers.ts. It checks static, dynamic and type imports and re-exports with a literal address, but not computed
 * addresses. Each message says the rule and what to do instead.
 */
import { complaintAboutImport, complaintAboutPlace } from './judge-import.ts'

/** The properties of a syntax node that the rule reads (ESTree with TypeScript, as oxlint provides it). */
interface SyntaxNode {
  type: string
  source?: SyntaxNode | null
  value?: unknown
  importKind?: string
  exportKind?: string
  specifiers?: SyntaxNode[]
  imported?: SyntaxNode
  local?: SyntaxNode
  name?: string
  qualifier?: SyntaxNode | null
  expression?: SyntaxNode
  moduleReference?: SyntaxNode
  quasis?: { value: { cooked: string } }[]
  callee?: SyntaxNode
  arguments?: SyntaxNode[]
}

interface RuleContext {
  filename: string
  report(problem: { node: SyntaxNode; message: string }): void
}

/** The address of an import. Null if it is computed. */
function addressOf(node: SyntaxNode): string | null {
  if (typeof node.value === 'string') return node.value
  if (node.type === 'TemplateLiteral' && node.quasis?.length === 1) return node.quasis[0].value.cooked
  return null
}

const namesOf = (specifiers: SyntaxNode[] = []) =>
  specifiers.map(({ imported, local }) => imported?.name ?? (local?.name && `* as ${local.name}`) ?? '?')

const importDirections = {
  create(context: RuleContext) {
    const check = (address: SyntaxNode | null | undefined, typeOnly: boolean, names: string[]) => {
      const to = address && addressOf(address)
      if (to === null || to === undefined) return
      const message = complaintAboutImport({ file: context.filename, address: to, typeOnly, names })
      if (message) context.report({ node: address!, message })
    }
    return {
      Program(node: SyntaxNode) {
        const message = complaintAboutPlace(context.filename)
        if (message) context.report({ node, message })
      },
      ImportDeclaration: (node: SyntaxNode) =>
        check(node.source, node.importKind === 'type', namesOf(node.specifiers)),
      ExportNamedDeclaration: (node: SyntaxNode) =>
        check(
          node.source,
          node.exportKind === 'type',
          node.specifiers?.map(({ local }) => local?.name ?? '?') ?? [],
        ),
      ExportAllDeclaration: (node: SyntaxNode) => check(node.source, node.exportKind === 'type', ['*']),
      ImportExpression: (node: SyntaxNode) => check(node.source, false, ['*']),
      TSImportType: (node: SyntaxNode) => check(node.source, true, [node.qualifier?.name ?? '*']),
      TSExternalModuleReference: (node: SyntaxNode) => check(node.expression, false, ['*']),
      CallExpression(node: SyntaxNode) {
        if (node.callee?.name === 'require') check(node.arguments?.[0], false, ['*'])
      },
    }
  },
}

export default { meta: { name: 'deadheat' }, rules: { 'import-directions': importDirections } }
