/** Rules for the whole tree of files. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'svelte/compiler'
import { expect, test } from 'vitest'
import { EMPTY_NAMES } from '../../workshop/verify/layers.ts'
import { root } from './planted-tree.ts'

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
