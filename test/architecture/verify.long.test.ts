/** `npm run verify` in a small project: each check fails on wrong files. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { PlantedTree, root } from './planted-tree.ts'

const tree = new PlantedTree()
afterAll(() => tree[Symbol.dispose]())

const verdicts = (output: string) =>
  Object.fromEntries(
    [...output.matchAll(/^(ok|FAILED) +(\w+) +\d+\.\d s$/gm)].map(([, verdict, name]) => [name, verdict]),
  )

test('if nothing is in order: the output of each check, and exit 1', () => {
  tree.plant({
    'README.md': 'Run `npm run nothing`.\n',
    'shared/stats/one.ts': `export const one: number = '1';\nPromise.resolve(one)\nif (one == 2) throw one\n`,
  })
  const { code, output } = tree.verify()
  expect(verdicts(output)).toEqual({
    types: 'FAILED',
    format: 'FAILED',
    lint: 'FAILED',
    docs: 'FAILED',
  })
  expect(output).toContain(
    "shared/stats/one.ts(1,14): error TS2322: Type 'string' is not assignable to type 'number'.",
  )
  expect(output).toContain('Promises must be awaited')
  expect(output).toMatch(/^--- format ---\n[^]*shared\/stats\/one\.ts[^]*^--- docs ---$/m)
  expect(output).toContain('Expected === and instead saw ==')
  expect(output).toContain('README.md:1: says `npm run nothing`')
  expect(code).toBe(1)
})

test('in the page, types and promises are checked too', () => {
  tree.plant({
    'web/tsconfig.json': readFileSync(join(root, 'web/tsconfig.json'), 'utf8'),
    'web/src/ui/one.ts': `export const one: number = '1'\nPromise.resolve(one)\n`,
    'web/src/ui/Count.svelte': `<script lang="ts">\n  const { count }: { count: number } = $props()\n</script>\n\n<p>{count}</p>\n`,
    'web/src/ui/Wrong.svelte': `<script lang="ts">\n  import Count from './Count.svelte'\n</script>\n\n<Count count="1" />\n`,
  })
  const { code, output } = tree.verify()
  expect(verdicts(output)).toMatchObject({ svelte: 'FAILED', lint: 'FAILED' })
  for (const place of ['one.ts:1:14', 'Wrong.svelte:5:8'])
    expect(output).toMatch(
      new RegExp(`src/ui/${place}\\s+Error: Type 'string' is not assignable to type 'number'`),
    )
  expect(output).toMatch(/web\/src\/ui\/one\.ts:2:1/)
  expect(code).toBe(1)
})

test('without the optional features, at once in two halves, the types of the rest hold; none imports another', () => {
  const halves = ['attacks,challenges,live', 'notices,web-answers']
  const { stdout, status } = spawnSync('node', ['workshop/verify/removable.ts', ...halves], {
    cwd: root,
    encoding: 'utf8',
  })
  expect([status, stdout.match(/(?<=types: )\w+/g)]).toEqual([0, ['ok', 'ok']])
})
