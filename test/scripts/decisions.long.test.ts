/** Decisions from files to a verdict, on the examples: two experiments compared, and checks before judges. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compare } from '../../scripts/cli/commands/compare.ts'
import { importCommand } from '../../scripts/cli/commands/import.ts'
import { judge } from '../../scripts/cli/commands/judge.ts'
import { runCommand } from '../../scripts/cli/commands/run.ts'
import { startModelServer, type ModelServer } from '../../workshop/model-server/model-server.ts'
import type { ReceivedCall } from '../../workshop/model-server/wires.ts'
import type { Register } from '../../scripts/cli/terminal/run.ts'
import type { Comparison } from '../../shared/contracts/index.ts'
import { holm } from '../../shared/stats/index.ts'
import type { OpenDatabase } from '../../server/platform/postgres/database.ts'
import { createTestDatabase } from '../support/database.ts'
import { exampleHere, KEYS } from './example-here.ts'
import { runHere } from './run-here.ts'

let models: ModelServer
let database: OpenDatabase
beforeAll(async () => {
  models = await startModelServer({ reply: () => 'Well.' })
  database = await createTestDatabase()
})
afterAll(async () => {
  await models?.close()
  await database?.close()
})

const here = (folder: string, command: Register, ...args: string[]) =>
  runHere(command, args, {
    cwd: folder,
    env: { ...KEYS, DATABASE_URL: database.connectionString, DEADHEAT_DATA: folder, COLUMNS: '110' },
  })

const answersIn = async (folder: string, file: string): Promise<{ prompt: string; text: string }[]> =>
  (await readFile(join(folder, 'answers', file), 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { prompt: string; text: string })

const keysOf = ({ schema }: ReceivedCall) => Object.keys((schema as { properties: object }).properties)

describe('two experiments of a retrieval pipeline, under four criteria', () => {
  const CRITERIA = ['helpfulness', 'groundedness', 'coherence', 'completeness']
  /** On how many of the twelve questions the reranked answer is the better one; on the others it is the worse. */
  const BETTER = { helpfulness: 12, groundedness: 11, coherence: 6, completeness: 2 } as Record<
    string,
    number
  >

  test('are imported, judged and compared, with Holm’s correction for the four criteria', async () => {
    const folder = await exampleHere('rag-answers', models)
    const reranked = await answersIn(folder, 'reranked.jsonl')
    const others = await answersIn(folder, 'keyword-search.jsonl')
    models.become({
      reply: (call) => {
        // the check asks of one answer, the judge of two
        if (keysOf(call).includes('verdict')) return JSON.stringify({ reason: 'So.', verdict: 'yes' })
        const at = (all: { text: string }[]) => all.findIndex(({ text }) => call.text.includes(text))
        const number = at(reranked)
        const isFirst = call.text.indexOf(reranked[number].text) < call.text.indexOf(others[at(others)].text)
        const verdicts = CRITERIA.map((criterion) => {
          const isBetter = number < BETTER[criterion]
          return [
            criterion,
            { reason: `By ${criterion}.`, verdict: isBetter === isFirst ? 'first' : 'second' },
          ]
        })
        return JSON.stringify(Object.fromEntries(verdicts))
      },
    })
    const imported = await here(folder, importCommand, 'import', 'library-desk', 'arena.yaml')
    expect(imported.code).toBe(0)
    const judged = await here(folder, judge, 'judge', 'library-desk', '--json')
    expect([judged.code, JSON.parse(judged.stdout).judging.judgements]).toMatchObject([
      0,
      { done: 12, failed: 0 },
    ])
    const args = ['compare', 'library-desk', 'Reranked', 'Keyword-search', '--min-votes', '12']
    const { code, stdout } = await here(folder, compare, ...args, '--json')
    const { criteria, guardRails, verdict, source } = JSON.parse(stdout) as Comparison
    expect([code, verdict, source]).toEqual([1, 'do_not_ship', 'judges'])
    expect(criteria.map(({ criterion }) => criterion)).toEqual(CRITERIA)
    expect(criteria.map(({ wins, losses, ties }) => [wins, losses, ties])).toEqual([
      [12, 0, 0],
      [11, 1, 0],
      [6, 6, 0],
      [2, 10, 0],
    ])
    // the exact sign test of twelve of twelve
    expect(criteria[0].signTest).toBeCloseTo(2 / 4096, 12)
    expect(criteria.map(({ pHolm }) => pHolm)).toEqual(holm(criteria.map(({ p }) => p)))
    expect(criteria[1].pHolm).toBeGreaterThan(criteria[1].p)
    // 2 of 12 has p = 0.039 by the sign test, which four criteria do not leave significant
    expect(criteria.map(({ significantFor }) => significantFor)).toEqual(['Reranked', 'Reranked', null, null])
    expect(criteria.map(({ because }) => because)).toEqual([
      'passed',
      'passed',
      'win_rate_too_low',
      'win_rate_too_low',
    ])
    expect(guardRails).toContainEqual({
      rail: 'check',
      check: 'names a next step',
      prompts: 12,
      passed: [12, 12],
      holds: true,
    })
    const lost = await here(folder, compare, ...args, '--criterion', 'completeness', '--show', 'losses')
    expect(lost.stdout).toContain(
      'completeness: a win rate of 16.7 % is significantly in favour of Keyword-search',
    )
    expect(lost.stdout).toContain('By completeness.')
  })
})

describe('checks first, judges second, compared with the one in production', () => {
  test('an answer that a program cannot read is shown to no judge, and counts as lost', async () => {
    const folder = await exampleHere('ticket-triage', models)
    const withSteps = await answersIn(folder, 'with-steps.jsonl')
    models.clear()
    models.become({
      // whoever gives several steps is preferred, and else whoever stands first
      reply: (call) => {
        const shown = withSteps.map(({ text }) => call.text.indexOf(text)).find((at) => at >= 0)
        const isSecond = shown !== undefined && call.text.slice(0, shown).includes('"steps"')
        const reply = { reason: 'By its steps.', verdict: isSecond ? 'second' : 'first' }
        return JSON.stringify(Object.fromEntries(keysOf(call).map((key) => [key, reply])))
      },
    })
    const ran = await here(folder, runCommand, 'run', 'arena.yaml', '--json')
    expect(ran.stderr).toContain('5 pairs of answers were skipped: an answer failed a gating check.')
    expect(JSON.parse(ran.stdout).judging).toMatchObject({
      judgements: { done: 15, failed: 0 },
      skippedPairs: 5,
    })
    expect(models.calls).toHaveLength(30)
    expect(
      models.calls.some(({ text }) => text.includes('```json') || text.includes('mara.l@example.org, she')),
    ).toBe(false)

    const against = async (name: string) => {
      const { code, stdout } = await here(
        folder,
        compare,
        'compare',
        'ticket-triage',
        name,
        'Production',
        '--json',
      )
      return { code, comparison: JSON.parse(stdout) as Comparison }
    }
    const steps = await against('With-steps')
    // nine times preferred; once both failed by naming an address
    // nobody has measured the judge, and this gate asks for that
    expect([steps.code, steps.comparison.verdict]).toEqual([1, 'not_decided_yet'])
    expect(steps.comparison.heldBack?.finding?.code).toBe('held_unmeasured')
    expect(steps.comparison.criteria).toMatchObject([{ verdict: 'ship' }])
    expect(steps.comparison.gate).toMatchObject({ minWinRate: 0.55, minVotes: 10 })
    expect(steps.comparison.criteria).toMatchObject([
      { wins: 9, losses: 0, ties: 1, votes: 10, byChecks: { wins: 0, losses: 0, ties: 1 } },
    ])
    const short = await against('Short')
    // six judged alike in both orders, so tied; three unreadable, one where production's is
    expect([short.code, short.comparison.verdict]).toEqual([1, 'do_not_ship'])
    expect(short.comparison.criteria).toMatchObject([
      { wins: 1, losses: 3, ties: 6, inconsistent: 6, byChecks: { wins: 1, losses: 3, ties: 0 } },
    ])
    expect(short.comparison.guardRails).toContainEqual(
      expect.objectContaining({ rail: 'check', check: 'is a ticket', passed: [7, 10], holds: false }),
    )
    const { stdout } = await here(
      folder,
      compare,
      'compare',
      'ticket-triage',
      'Short',
      'Production',
      '--show',
      'losses',
    )
    expect(stdout.replace(/\s+/g, ' ')).toContain(
      'Note: On 4 prompts an answer failed a gating check (is a ticket 3, names no address 1), so judges skipped the pair.',
    )
    expect(stdout.replace(/\s+/g, ' ')).toContain(
      'Judges skipped this pair, because an answer failed a gating check',
    )
  })
})
