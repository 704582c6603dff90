/** Each table is written by one domain. Others read it, or call a verb of its domain. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DOMAINS } from '../../scripts/dev/verify/layers.ts'
import { root } from './planted-tree.ts'

const OWNERS: Record<string, string[]> = {
  arenas: ['arenas', 'providers'],
  contestants: ['contestants'],
  prompts: ['prompts'],
  answers: ['answers'],
  battles: ['battles'],
  votes: ['votes', 'retractions', 'second_looks'],
  integrity: ['quarantines'],
  runs: ['runs', 'calls'],
  judging: ['judges', 'judge_versions', 'rubrics', 'judgements', 'left_out_pairs', 'checks', 'check_results'],
  'judge-evaluation': ['trials', 'labelling_links'],
  ratings: ['snapshots'],
  challenges: ['challenges', 'climb_epochs', 'climb_references', 'climb_attempts', 'climb_results'],
  platform: ['audit_entries', 'secrets'],
}

/** What was found of an answer says nothing of another text: who changes the answer removes it. */
const SHARED = new Set([
  'server/answers/queries.ts check_results',
  'server/answers/queries.ts left_out_pairs',
  'server/answers/making-queries.ts check_results',
])

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

const read = (path: string) => readFileSync(join(root, path), 'utf8')

test('every table has one owner, and owners are domains', () => {
  const stored = globSync('server/platform/*schema.ts', { cwd: root }).flatMap((path) => [
    ...read(path).matchAll(/^ {2}(\w+): \w+Table$/gm),
  ])
  expect(stored.map(([, table]) => table).toSorted()).toEqual([...tables].toSorted())
  const known = [...Object.keys(DOMAINS), 'integrity', 'platform']
  expect(Object.keys(OWNERS).filter((owner) => !known.includes(owner))).toEqual([])
})

test('a domain writes its own tables and no others', () => {
  const writes = globSync('server/**/*.ts', { cwd: root }).flatMap((path) =>
    writtenIn(read(path)).map((table) => ({ path, table, domain: path.split('/')[1] })),
  )
  const foreign = writes.filter(({ domain, table }) => !OWNERS[domain]?.includes(table))
  expect(foreign.map(({ path, table }) => `${path} ${table}`).toSorted()).toEqual([...SHARED].toSorted())
  expect(new Set(writes.map(({ table }) => table))).toEqual(tables)
})

test('writes are found however they are written', () => {
  expect(writtenIn("trx.insertInto('votes').values(rows)")).toEqual(['votes'])
  expect(writtenIn('with x as (\n  update runs r set status = 1) delete from calls where true')).toEqual([
    'calls',
    'runs',
  ])
  expect(writtenIn('select id from votes for update')).toEqual([])
})
