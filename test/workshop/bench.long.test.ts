/** The benchmarks of a server, tried for a moment each: that they run and what they print. Their figures are not looked at. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, describe, test } from 'vitest'
import { checkLedger } from '../../workshop/chaos/voters.ts'
import { isSound, lineOf, type Outcome } from '../../workshop/chaos/world.ts'

const BENCH = join(import.meta.dirname, '../../workshop/bench/bench.ts')

async function bench(name: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [BENCH, name, '--short'])
  return stdout
}

it('http prints the share of each read, and how many draws and votes', async () => {
  const printed = await bench('http')
  for (const title of ['board, JSON', 'board, 304', 'page', 'badge', '/api/arenas'])
    expect(printed).toMatch(new RegExp(`^${title} .* \\d+ %$`, 'm'))
  for (const title of ['draw', 'vote'])
    expect(printed).toMatch(new RegExp(`^${title} +[1-9]\\d* +\\S+$`, 'm'))
})

it('scale prints sizes and times of both arenas', async () => {
  const printed = await bench('scale')
  expect(printed).toMatch(/^votes +4,000 /m)
  for (const arena of ['small', 'big']) expect(printed).toMatch(new RegExp(`^${arena}( +\\S+ m?s){4}$`, 'm'))
})

it('streams prints how long new boards take, for all streams', async () => {
  const printed = await bench('streams')
  expect(printed).toMatch(/^20 streams at 1 server, 1 votes$/m)
  expect(Number(/^boards that arrived +(\d+)$/m.exec(printed)![1])).toBeGreaterThanOrEqual(20)
  expect(printed).toMatch(/^99 of 100 +\d+ ms$/m)
})

it('soak answers every request and prints memory', async () => {
  const printed = await bench('soak')
  expect(printed).toMatch(/^errors: 0$/m)
  expect(printed).toMatch(/^vote, with its draw +[1-9]/m)
  expect(printed).toMatch(/^memory when warm \d+ MB, at the end \d+ MB/m)
})

describe('chaos', () => {
  const COMMAND = join(import.meta.dirname, '../../workshop/chaos/chaos.ts')

  describe('the ledger against the stored votes', () => {
    const ledger = [
      { battle: 'a', outcome: 'left' },
      { battle: 'b', outcome: 'tie' },
    ]

    test('agrees if every acknowledged vote is stored once, in any order', () => {
      expect(checkLedger(ledger, ledger.toReversed())).toEqual({ lost: 0, doubled: 0 })
    })

    test('a missing vote is lost', () => {
      expect(checkLedger(ledger, ledger.slice(1))).toEqual({ lost: 1, doubled: 0 })
    })

    test('a vote that is stored twice is doubled', () => {
      expect(checkLedger(ledger, [...ledger, ledger[0]!])).toEqual({ lost: 0, doubled: 1 })
    })

    test('a vote with another outcome is lost, and the stored one is too many', () => {
      expect(checkLedger(ledger, [ledger[0]!, { battle: 'b', outcome: 'left' }])).toEqual({
        lost: 1,
        doubled: 1,
      })
    })
  })

  describe('the line of a world', () => {
    const votes = { acknowledged: 1234, lost: 0, doubled: 0, longestGap: 2.34 }
    const outcome: Outcome = { did: '3 kills', votes, figures: ['2 repeated'], problems: [] }

    test('says what was done, what was lost and doubled, and the longest time without a vote', () => {
      expect(lineOf('kills', outcome)).toBe(
        'kills: 3 kills; 1,234 votes acknowledged, 0 lost, 0 doubled; at most 2.3 s without an accepted vote; 2 repeated',
      )
      expect(isSound(outcome)).toBe(true)
    })

    test('a lost vote, a doubled vote and a broken promise each make a world unsound', () => {
      expect(isSound({ ...outcome, votes: { ...votes, lost: 1 } })).toBe(false)
      expect(isSound({ ...outcome, votes: { ...votes, doubled: 1 } })).toBe(false)
      expect(isSound({ ...outcome, problems: ['the board counts 3 votes of 4'] })).toBe(false)
      expect(lineOf('kills', { ...outcome, votes: null, problems: ['the board is old'] })).toBe(
        'kills: 3 kills; 2 repeated; BROKEN: the board is old',
      )
    })
  })

  test.each([
    [['no-such-world'], 'There is no world no-such-world.'],
    [['--times', '0'], '--times must be a whole number from 1; it is 0.'],
    [['--sed', '3'], "Unknown option '--sed'"],
  ])('wrong arguments %j end with 2, one line and the usage', async (args, line) => {
    const { code, stderr } = await new Promise<{ code: unknown; stderr: string }>((resolve) => {
      execFile(process.execPath, [COMMAND, ...args], (error, _, stderr) =>
        resolve({ code: error?.code, stderr }),
      )
    })
    expect(code).toBe(2)
    expect(stderr).toMatch(line)
    expect(stderr).toContain('npm run chaos [-- WORLD…]')
  })
})
