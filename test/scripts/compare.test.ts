import { folderForAll } from '../support/temporary-folder.ts'
import { expect, test } from 'vitest'
import type { Comparison } from '../../shared/contracts/index.ts'
import { importInto } from '../../server/transfer/index.ts'
import { votesOn } from '../server/comparisons/compared.ts'
import { arenaOf } from '../server/arena-import.ts'
import { appFor } from '../support/app.ts'
import { notRefused, REFUSED, terminalOn } from './deadheat.ts'

const TWO: [string, string] = ['Prompt v17', 'Prompt <v16>']
const cwd = folderForAll()
const app = appFor({}, async () => {
  await importInto(
    app.deps,
    arenaOf('two', { names: TWO, prompts: 60, votes: votesOn(TWO, { wins: 38, losses: 20, ties: 2 }) }),
  )
})

const terminal = terminalOn(app, cwd, { COLUMNS: '100' })
const run = (...args: string[]) => terminal('compare', ...args)

test('the exit code is 0 to ship, 1 not to, 4 for what is not shown, and 0 for that if it is allowed', async () => {
  const ships = await run('two', ...TWO, '--min-votes', '60', '--no-sequential')
  expect([ships.code, ships.stderr]).toEqual([0, ''])
  expect(ships.stdout).toMatch(/^Better: ship Prompt v17\. It passes the requested gate/)
  expect(ships.stdout).toContain('38/20/2')
  expect(ships.stdout.split('\n').every((line) => line.length <= 100)).toBe(true)
  const open = await run('two', 'prompt-v17', TWO[1], '--no-sequential')
  expect(open.code).toBe(4)
  expect(open.stdout).toMatch(
    /^Better, but the gate asks for more votes\. Criterion overall has 60 votes of the 400 required/,
  )
  const strict = await run('two', ...TWO, '--alpha', '0.001', '--no-sequential')
  expect([strict.code, strict.stdout]).toEqual([
    4,
    expect.stringMatching(/^Not shown\. About 340 more votes:/),
  ])
  const allowed = await run('two', ...TWO, '--alpha', '0.001', '--no-sequential', '--allow-not-shown')
  expect(allowed).toMatchObject({ code: 0, stdout: strict.stdout })
  expect(open.stdout.replace(/\s+/g, ' ')).toContain('at one look at these votes.')
  const not = await run('two', TWO[1], TWO[0], '--preset', 'cosmetic', '--min-votes', '50', '--json')
  expect(not.code).toBe(1)
  expect(JSON.parse(not.stdout)).toMatchObject({
    arena: 'two',
    contestants: [TWO[1], TWO[0]],
    answer: 'not_shown',
    because: 'win_rate_too_low',
    ship: false,
    source: 'people',
    gate: {
      preset: 'cosmetic',
      minWinRate: 0.53,
      minVotes: 50,
      alpha: null,
    },
    criteria: [
      {
        criterion: 'overall',
        wins: 20,
        losses: 38,
        ties: 2,
        because: 'win_rate_too_low',
      },
    ],
  })
})

test('the reports are Markdown for a comment and JUnit for the checks, with names escaped', async () => {
  const md = await run('two', ...TWO, '--report', 'md')
  expect(md.stdout).toMatch(/^### Prompt v17 against Prompt &#60;v16&#62;/)
  expect(md.stdout).toContain('| overall | 38/20/2 | 60 | 65.0 % |')
  const junit = await run('two', ...TWO, '--report', 'junit')
  expect(junit.code).toBe(4)
  expect(junit.stdout).toContain('<testsuites tests="1" failures="0" errors="0" skipped="1">')
  expect(junit.stdout).toContain('name="Prompt v17 against Prompt &lt;v16&gt;"')
  expect(junit.stdout).toMatch(
    /<skipped message="a win rate of 65\.0 % on criterion overall is not significant/,
  )
  const strict = await run('two', ...TWO, '--report', 'junit', '--strict')
  expect([strict.code, strict.stdout]).toEqual([
    4,
    expect.stringContaining(
      '<failure type="more_votes" message="a win rate of 65.0 % on criterion overall is not significant',
    ),
  ])
  const turned = await run('two', TWO[1], TWO[0], '--report', 'junit', '--no-sequential')
  expect([turned.code, turned.stdout]).toEqual([1, expect.stringContaining('<failure type="worse"')])
})

test('--sequential says how many votes are missing, and that it holds at every look', async () => {
  const { stdout, code } = await run('two', ...TWO, '--sequential', '--min-votes', '60')
  const { criteria, sequential, ship } = JSON.parse(
    (await run('two', ...TWO, '--sequential', '--min-votes', '60', '--json')).stdout,
  ) as Comparison
  expect([sequential, ship, code]).toEqual([true, false, 4])
  const { significantFor, moreVotes } = criteria[0]
  expect(significantFor).toBeNull()
  expect(stdout.replace(/\s+/g, ' ')).toContain(`Not shown. About ${moreVotes} more votes:`)
  expect(stdout.replace(/\s+/g, ' ')).toContain('hold however often you look.')
})

test('a comparison that is not possible is refused in one line with what to do', async () => {
  expect(await notRefused(run, REFUSED['compare'])).toEqual([])
})
