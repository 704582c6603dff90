/** Each table is written by one domain. Others read it, or call a verb of its domain. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DOMAINS } from '../../workshop/verify/layers.ts'
import { root } from './planted-tree.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** The tables that each domain, integrity or the platform describes in its tables.ts. */
const OWNERS: Record<string, string[]> = Object.fromEntries(
  globSync('server/*/tables.ts', { cwd: root }).map((path) => [
    path.split('/')[1]!,
    [...read(path).matchAll(/^ {4}(\w+): \w+Table$/gm)].map(([, table]) => table!),
  ]),
)

/** In the query builder, in SQL, and by rows that are copied in. */
const WRITES = [
  /\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'(\w+)/g,
  /\b(?:insert into|delete from|truncate|copy)\s+(\w+)/g,
  /\bupdate\s+(\w+)\s+(?:\w+\s+)?set\b/g,
  /\binsertRows\(\s*\w+,\s*'(\w+)'/g,
]

const tables = new Set(Object.values(OWNERS).flat())

/** The tables that a text writes. */
const writtenIn = (text: string): string[] => [
  ...new Set(
    WRITES.flatMap((write) => [...text.matchAll(write)].flatMap(([, table]) => table ?? [])).filter((table) =>
      tables.has(table),
    ),
  ),
]

test('every table is described by one domain', () => {
  const described = Object.values(OWNERS).flat()
  expect(described.toSorted()).toEqual([...tables].toSorted())
  expect(tables).toContain('votes')
  const known = [...Object.keys(DOMAINS), 'integrity', 'platform']
  expect(Object.keys(OWNERS).filter((owner) => !known.includes(owner))).toEqual([])
})

test('a domain writes its own tables and no others', () => {
  const writes = globSync('server/**/*.ts', { cwd: root }).flatMap((path) =>
    writtenIn(read(path)).map((table) => ({ path, table, domain: path.split('/')[1] })),
  )
  const foreign = writes.filter(({ domain, table }) => !OWNERS[domain]?.includes(table))
  expect(foreign.map(({ path, table }) => `${path} ${table}`)).toEqual([])
  expect(new Set(writes.map(({ table }) => table))).toEqual(tables)
})

test('every form of a write is found', () => {
  expect(writtenIn("trx.insertInto('votes').values(rows)")).toEqual(['votes'])
  expect(writtenIn('with x as (\n  update runs r set status = 1) delete from calls where true')).toEqual([
    'calls',
    'runs',
  ])
  expect(writtenIn('select id from votes for update')).toEqual([])
})
