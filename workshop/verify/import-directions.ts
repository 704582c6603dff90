/**
 * An oxlint plugin with one rule, `deadheat/import-directions`: every import of a .ts or .svelte file must follow
 * layers.ts. It checks static, dynamic and type imports and re-exports with a literal address, but not computed
 * addresses. Each message says the rule.
 */
import { readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join, posix, relative, sep } from 'node:path'
import { API_TYPE, DATABASE, DOMAINS, ENTRY, EMPTY_NAMES, LAYERS, type Layer } from './layers.ts'

// Decides by the table in layers.ts whether one file may import another, and says why not.

interface Import {
  /** The absolute path of the importing file. */
  file: string
  /** The import's address, as written. */
  address: string
  /**
   * Whether the import disappears with the types: `import type …`, but not `import { type … }`, which still loads
   * the module.
   */
  typeOnly: boolean
  names: string[]
}

/** The place of a file: its layer, and the room whose files import each other freely. */
interface Place {
  layer: Layer
  room: string
  file: string
}

const root = join(import.meta.dirname, '../..')
const [manifest, web] = ['package.json', 'web/package.json'].map((path) =>
  JSON.parse(readFileSync(join(root, path), 'utf8')),
)
const runtimePackages = { ...manifest.dependencies, ...manifest.optionalDependencies }
const knownPackages = {
  ...runtimePackages,
  ...manifest.devDependencies,
  ...web.dependencies,
  [manifest.name]: manifest.version,
}
const domainOrder = Object.keys(DOMAINS)

const patterns = LAYERS.flatMap((layer) =>
  layer.files.map((path) => {
    const room = path.replace(/\/\*\*$/, '')
    const names = room.replaceAll('.', '\\.').replaceAll('*', '[^/]+')
    return { layer, path: new RegExp(path === room ? `^(${names})$` : `^(${names})(?:/|$)`) }
  }),
)

const fromRoot = (file: string) => relative(root, file).split(sep).join('/')

function findPlace(file: string): Place | null {
  for (const { layer, path } of patterns) {
    const room = path.exec(file)?.[1]
    if (room) return { layer, room, file }
  }
  return null
}

/** A domain is identified by its name, every other room by its path. */
const placeTitle = ({ layer, room }: Place) => (layer.name === 'domains' ? posix.basename(room) : room)

const complaint = (from: string, to: string, { because }: { because: string }) =>
  `${from} may not import ${to}: ${because}.`

/** An error about the place of a file, or null. `file` is an absolute path. */
function complaintAboutPlace(file: string): string | null {
  const path = fromRoot(file)
  const empty = path.split('/').find((name) => EMPTY_NAMES.includes(name))
  if (empty) return `${path}: a folder called ${empty} says nothing. Name it after what it holds.`
  if (findPlace(path)) return null
  return `${path} belongs to no layer. Move it to a folder that does, or add its folder to a layer in workshop/verify/layers.ts.`
}

/** Why this import breaks the table. Null if it is allowed. */
function complaintAboutImport({ file, address, typeOnly, names }: Import): string | null {
  const from = findPlace(fromRoot(file))
  if (!from) return null
  if (/^[#/~$]/.test(address)) return `${address}: imports are relative. Write the path from this file.`
  if (!address.startsWith('.')) return complaintAboutPackage(from, address, typeOnly)
  const target = fromRoot(join(dirname(file), address.replace(/\?.*$/, '')))
  return complaintAboutFile(from, target, typeOnly, names)
}

function complaintAboutPackage(from: Place, address: string, typeOnly: boolean): string | null {
  const { layer } = from
  const name = address.split('/', address.startsWith('@') ? 2 : 1).join('/')
  if (!isBuiltin(address) && !(name in knownPackages)) {
    return `${address} is not in package.json. Import files by a relative path, and packages only when they are listed.`
  }
  if (Array.isArray(layer.packages)) {
    return layer.packages.includes(name) ? null : complaint(placeTitle(from), address, layer)
  }
  if (typeOnly) return null
  const writesSql = DATABASE.layers.includes(layer.name)
  if (DATABASE.packages.includes(name) && !writesSql) return complaint(from.file, address, DATABASE)
  if (layer.packages === 'runtime' && !isBuiltin(address) && !(name in runtimePackages)) {
    return complaint(from.file, address, {
      because: 'it is absent where the server runs',
    })
  }
  if (layer.packages === 'browser' && isBuiltin(address)) {
    return complaint(from.file, address, {
      because: 'browsers do not have it',
    })
  }
  return null
}

function complaintAboutFile(from: Place, target: string, typeOnly: boolean, names: string[]): string | null {
  const { layer } = from
  if (target === 'package.json' && !Array.isArray(layer.packages)) return null
  const to = findPlace(target)
  if (!to) {
    return complaint(placeTitle(from), target, {
      because: 'it belongs to no layer',
    })
  }
  if (to.room === from.room) return null
  if (to.layer.name === 'domains') return complaintAboutDomain(from, to)
  if (reaches(layer, to.layer)) return null
  if (isFromWeb(from) && to.file.startsWith('server/')) return complaintAboutServer(from, to, typeOnly, names)
  return complaint(placeTitle(from), placeTitle(to), layer)
}

const reaches = (from: Layer, to: Layer) =>
  from.imports === 'everything' || from.imports.includes(to.name) || isLoose(from, to)

/** Files outside any room, such as server/app.ts and server/main.ts, may import each other. */
const isLoose = (from: Layer, to: Layer) => from === to && from.files.every((path) => !path.endsWith('/**'))

const isFromWeb = ({ file }: Place) => file.startsWith('web/')

function complaintAboutServer(from: Place, to: Place, typeOnly: boolean, names: string[]): string | null {
  const isApiType =
    from.layer.name === API_TYPE.importer &&
    to.file === API_TYPE.file &&
    typeOnly &&
    names.every((name) => API_TYPE.types.includes(name))
  return isApiType ? null : complaint(placeTitle(from), to.file, API_TYPE)
}

function complaintAboutDomain(from: Place, to: Place): string | null {
  const [sourceTitle, targetTitle] = [placeTitle(from), placeTitle(to)]
  if (isFromWeb(from) && !reaches(from.layer, to.layer)) return complaint(sourceTitle, to.file, API_TYPE)
  if (from.layer.name === 'domains') {
    if (domainOrder.indexOf(sourceTitle) < domainOrder.indexOf(targetTitle)) {
      return complaint(sourceTitle, targetTitle, {
        because: DOMAINS[sourceTitle],
      })
    }
  } else if (!reaches(from.layer, to.layer)) return complaint(sourceTitle, targetTitle, from.layer)
  if (!ENTRY.layers.includes(from.layer.name)) return null
  const entry = `${to.room}/${ENTRY.file}`
  if (to.file === entry) return null
  return complaint(sourceTitle, to.file.replace('server/', ''), {
    because: ENTRY.because,
  })
}

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
function importAddress(node: SyntaxNode): string | null {
  if (typeof node.value === 'string') return node.value
  if (node.type === 'TemplateLiteral' && node.quasis?.length === 1) return node.quasis[0].value.cooked
  return null
}

const importedNames = (specifiers: SyntaxNode[] = []) =>
  specifiers.map(({ imported, local }) => imported?.name ?? (local?.name && `* as ${local.name}`) ?? '?')

const importDirections = {
  create(context: RuleContext) {
    const check = (address: SyntaxNode | null | undefined, typeOnly: boolean, names: string[]) => {
      const to = address && importAddress(address)
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
        check(node.source, node.importKind === 'type', importedNames(node.specifiers)),
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
