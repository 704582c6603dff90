/** Files that a plan reads: formats as data, counts, the best of several, strengths; and remedies that were tried. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ScoreKind } from '../../../shared/contracts/votes.ts'
import { ReadPlan, type WrittenReadPlan } from '../../../shared/contracts/read-plan.ts'
import type { FileLook, LookedRow } from '../../../shared/contracts/index.ts'
import { FileError } from '../../../server/transfer/formats/fields.ts'
import { parseOptions, type ColumnOptions } from '../../../server/transfer/formats/column-changes.ts'
import { planFile, readPortions } from '../../../server/transfer/import/read-files.ts'
import { RowProblems } from '../../../server/transfer/formats/complaints.ts'
import { casesIn } from '../../support/cases.ts'
import { lookAt as look, opened } from './formats/text-file.ts'

interface FileCase {
  what: string
  file?: string
  text?: string
  json?: unknown
  lines?: object[]
  how?: ColumnOptions
  plan?: WrittenReadPlan
  doubts?: string[]
}
interface LookCase extends FileCase {
  is?: object
  refused?: string
  warnings?: string[]
  warned?: string
  says?: string
  never?: string
  /** Part of the first prompt. */
  first?: string
  winners?: string[]
  /** Whether the winner stands on both sides. */
  balanced?: boolean
}
const CASES = casesIn<{
  formats: (FileCase & { tool: string; votes: number[] })[]
  plans: (FileCase & { how: ColumnOptions })[]
  looks: LookCase[]
  strengths: (FileCase & { votes: number[]; warnings?: string[] })[]
  scores: { what: string; text: string; from: ScoreKind; columns: object; votes: number }[]
  records: (FileCase & { records: [contestant: string, won: number, lost: number, tied: number][] })[]
  remedies: { what: string; text: string; outcomes?: WrittenReadPlan['outcomes'] }[]
  scales: (FileCase & { ranges: [string, string, string]; votes: [number, number, number] })[]
}>(import.meta.url, 'read-plan')

const planned = (name: string, content: string, plan: WrittenReadPlan) =>
  look(name, content, { plan: ReadPlan.parse(plan) })
const jsonl = (...rows: object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('')
const lookIn = ({ file = 'x.csv', text, json, lines, plan, ...fileCase }: FileCase, how = fileCase.how) =>
  look(
    file,
    text ?? (lines ? jsonl(...lines) : JSON.stringify(json)),
    plan ? { plan: ReadPlan.parse(plan) } : how,
  )
const outcomesOf = ({ votes, outcomes: { left, right, tie } }: FileLook) => [votes, left, right, tie]
const codesOf = (messages: { code: string }[]) => messages.map(({ code }) => code)
const winnerOf = (row: LookedRow) => row.what === 'vote' && (row.outcome === 'left' ? row.left : row.right)

/** Options of the terminal as those of a look. */
function optionsIn(options: readonly string[]): ColumnOptions {
  const pairs = options.flatMap((option, at) => (at % 2 === 0 ? [[option.slice(2), options[at + 1]]] : []))
  return Object.fromEntries(pairs) as ColumnOptions
}

it.each(CASES.looks)('$what', async (fileCase) => {
  const read = await lookIn(fileCase)
  const { refused, doubts, warnings, rows, outcomes } = read
  expect(refused?.code).toBe(fileCase.refused)
  if (fileCase.is) expect(read).toMatchObject(fileCase.is)
  if (fileCase.doubts) expect(codesOf(doubts)).toEqual(fileCase.doubts)
  if (fileCase.warnings) expect(codesOf(warnings)).toEqual(fileCase.warnings)
  if (fileCase.warned) expect(codesOf(warnings)).toContain(fileCase.warned)
  const messages = (refused ? [refused] : doubts).map(({ message }) => message).join(' ')
  if (fileCase.says) expect(messages).toContain(fileCase.says)
  if (fileCase.never) expect(messages).not.toContain(fileCase.never)
  if (fileCase.first) expect(rows[0]!.prompt).toMatch(new RegExp(fileCase.first))
  if (fileCase.winners) expect(rows.map(winnerOf)).toEqual(fileCase.winners)
  if (fileCase.balanced) expect(Math.abs(outcomes.left - outcomes.right)).toBeLessThan(4)
})

describe('formats as data', () => {
  it.each(CASES.formats)(
    '$tool are recognised by their columns, and the plan that is told reads them again',
    async (fileCase) => {
      const first = await lookIn(fileCase)
      expect([first.tool, first.refused, outcomesOf(first)]).toEqual([fileCase.tool, null, fileCase.votes])
      const again = await lookIn(fileCase, { plan: first.plan! })
      expect({ ...again, plan: null, doubts: [] }).toEqual({ ...first, plan: null, doubts: [] })
    },
  )

  const OUTPUTS = 'example_id,inputs.q,outputs.reply,outputs.note,execution_time\ne1,Why?,So.,x,0.5\n'
  it('of a tool say of keys of outputs what a user says of them, and read them and the next file again', async () => {
    const first = await look('v1.csv', OUTPUTS, { map: 'reply=answer', ignore: 'note' })
    expect(first).toMatchObject({ tool: 'LangSmith experiment (table)', refused: null, answers: 1 })
    expect(first.plan).toMatchObject({
      columns: { input: 'inputs.*', output: 'outputs.*', model: '=^', answer: 'reply' },
      ignore: ['note'],
    })
    const again = await look('v1.csv', OUTPUTS, { plan: first.plan! })
    expect(again).toEqual(first)
    const next = await look('v2.csv', OUTPUTS, { plan: first.plan! })
    expect([first.contestants, next.contestants]).toEqual([['v1'], ['v2']])
  })

  it.each(CASES.plans)('with $what are plans of the file as it is', async (fileCase) => {
    const first = await lookIn(fileCase)
    expect(first).toMatchObject({ refused: null, plan: expect.anything() })
    const { rows, contestants, outcomes, votes, answers, prompts, refused } = first
    const again = await lookIn(fileCase, { plan: ReadPlan.parse(JSON.parse(JSON.stringify(first.plan))) })
    expect(again).toMatchObject({ rows, contestants, outcomes, votes, answers, prompts, refused })
  })

  it('of a tool have no latency where its cell is empty', async () => {
    const latencies = async (content: string) => {
      const how = parseOptions({ map: 'reply=answer' })
      const file = await planFile([await opened(content, undefined, 'v1.csv')], how)
      const reading = { complaints: new RowProblems(), orders: 'merge', warn: () => {} } as const
      const seen = []
      for await (const { answers = [] } of readPortions(file, reading))
        seen.push(...answers.map(({ latencyMs }) => latencyMs))
      return seen
    }
    expect(await latencies(OUTPUTS)).toEqual([500])
    expect(await latencies(OUTPUTS.replace(',0.5', ','))).toEqual([null])
  })
})

it.each(CASES.scores)(
  'scores $what are a plan that names their columns, and is asked nothing when it is given',
  async ({ text, from, columns, votes }) => {
    const first = await look('s.csv', text, { from })
    expect(first.plan).toMatchObject({ kind: 'scores', scored: from, columns })
    const again = await look('s.csv', text, { plan: first.plan! })
    expect([again.refused, again.doubts, again.votes, again.rows]).toEqual([null, [], votes, first.rows])
    expect(again.columns).toEqual(
      first.columns.map((column) => (column.why === 'unknown' ? { ...column, why: 'ignored' } : column)),
    )
    const other = await look('s.csv', text.replace(/^(test|task|[Pp]rompt|model_a)/, 'renamed'), {
      plan: first.plan!,
    })
    expect(other.refused?.code).toMatch(/^(?:plan_column_missing|column_to_change_missing)$/)
  },
)

it('scores within objects are read by a plan that says where they are', async () => {
  const lines = [1, 2]
    .map((score) => JSON.stringify({ task: 'a', model: `m${score}`, of: { score } }))
    .join('\n')
  const columns = { question_id: 'task', model: 'model', score: 'of.score' }
  const read = await look('s.jsonl', lines, {
    plan: ReadPlan.parse({ kind: 'scores', scored: 'scores', columns }),
  })
  expect([read.refused, read.votes, read.contestants]).toEqual([null, 1, ['m1', 'm2']])
})

it.each([
  [3, ['rows_page']],
  [1, []],
])('a page of %i rows of an API says if others are missing', async (num_rows_total, codes) => {
  const row = { model_a: 'A', model_b: 'B', winner: 'A', question_id: 'q', judge: 'w' }
  const { votes, warnings } = await look(
    'rows.json',
    JSON.stringify({ features: [], rows: [{ row_idx: 0, row }], num_rows_total }),
  )
  expect([votes, warnings.map(({ code }) => code)]).toEqual([1, codes])
})

it.each(CASES.records)(
  'outcomes are counted by contestant where sides are drawn: $what',
  async (fileCase) => {
    const { records } = fileCase
    const looked = await lookIn(fileCase)
    expect(looked.records.map(({ contestant, won, lost, tied }) => [contestant, won, lost, tied])).toEqual(
      records,
    )
  },
)

describe('how much better an answer is', () => {
  it.each(CASES.strengths)(
    'as $what is refused with options that were tried, and that keep the side',
    async (fileCase) => {
      const { refused, rows } = await lookIn(fileCase)
      expect(refused?.code).toBe('read_with')
      expect(rows.length).toBe(Math.min(3, fileCase.votes[0]!))
      const read = await lookIn(fileCase, optionsIn(refused!.finding!.values['options'] as string[]))
      expect([read.refused, codesOf(read.doubts), outcomesOf(read)]).toEqual([
        null,
        fileCase.doubts ?? [],
        fileCase.votes,
      ])
      if (fileCase.warnings) expect(codesOf(read.warnings)).toEqual(fileCase.warnings)
    },
  )

  it.each(CASES.scales)(
    'as $what is asked for: nobody else knows whose side a number is on',
    async (fileCase) => {
      const { refused } = await lookIn(fileCase)
      const [low, middle, high] = fileCase.ranges
      const [below, above, tied] = fileCase.votes
      expect(refused).toMatchObject({ code: 'read_once_said' })
      expect(refused!.message).toContain(`--outcomes ${low}=MEANING,${middle}=MEANING,${high}=MEANING`)
      const map = refused!.finding!.values['map'] as string
      for (const [a, b, counts] of [
        [low, high, [below, above, tied]],
        [high, low, [above, below, tied]],
      ] as const) {
        const read = await lookIn(fileCase, { map, outcomes: `${a}=model_a,${middle}=tie,${b}=model_b` })
        const all = below + above + tied
        expect([read.refused, read.doubts, outcomesOf(read)]).toEqual([null, [], [all, ...counts]])
      }
    },
  )
})

describe('a remedy', () => {
  it('is tried on the beginning of a long list', async () => {
    const rows = Array.from({ length: 1500 }, (_, i) => ({
      contestant_a: 'A',
      contestant_b: 'B',
      result: i % 3 === 0 ? 'A' : 'B',
    }))
    const { refused } = await look('long.json', JSON.stringify(rows, null, 2))
    expect(refused?.message).toContain('--map ')
  })

  it.each(CASES.remedies)(
    '$what is a plan, which says whether it is complete',
    async ({ text, outcomes }) => {
      const { plan, planComplete } = await look('any.csv', text)
      expect(planComplete).toBe(outcomes === undefined)
      const { refused, rows } = await planned('any.csv', text, { ...plan!, ...(outcomes && { outcomes }) })
      expect([refused, rows.length > 0]).toEqual([null, true])
    },
  )

  it('of any table is read as it is printed', async () => {
    const column = fc.constantFrom(
      'left',
      'right',
      'variant_a',
      'variant_b',
      'choice',
      'rater',
      'prompt_id',
      'score',
      'x',
    )
    const cell = fc.constantFrom('A', 'B', 'gpt', 'claude', '1', '-2', '0', 'tie', 'A is better', '', 'p1')
    const table = fc.uniqueArray(column, { minLength: 2, maxLength: 6 }).chain((columns) =>
      fc
        .array(fc.array(cell, { minLength: columns.length, maxLength: columns.length }), {
          minLength: 2,
          maxLength: 6,
        })
        .map((rows) => [columns, ...rows].map((cells) => cells.join(',')).join('\n')),
    )
    await fc.assert(
      fc.asyncProperty(table, async (content) => {
        const { refused } = await look('any.csv', content)
        if (refused?.code !== 'read_with') return
        const read = await look('any.csv', content, optionsIn(refused.finding!.values['options'] as string[]))
        expect([content, read.refused]).toEqual([content, null])
        const { plan, planComplete, rows } = await look('any.csv', content)
        const planned = await look('any.csv', content, { plan: plan! })
        expect([content, planComplete, planned.refused, planned.rows]).toEqual([content, true, null, rows])
        expect([content, planned.contestants]).toEqual([content, read.contestants])
      }),
      { numRuns: 300, seed: 63 },
    )
  })
})

describe('a plan', () => {
  const VOTES = 'Frage,Links,Rechts,Wer,Notiz\np1,A,B,links,x\np2,B,A,rechts,y\n'
  const PLAN: WrittenReadPlan = {
    kind: 'votes',
    columns: { question_id: 'Frage', model_a: 'Links', model_b: 'Rechts', winner: 'Wer' },
    ignore: ['Notiz'],
    outcomes: { links: 'model_a', rechts: 'model_b' },
  }
  it('reads columns of any name, and is told as it was given', async () => {
    const read = await planned('v.csv', VOTES, PLAN)
    expect([read.refused, outcomesOf(read)]).toEqual([null, [2, 1, 1, 0]])
    expect(read.plan).toEqual(ReadPlan.parse(PLAN))
  })

  it.each([
    ['many', Array.from({ length: 1500 }, (_, i) => `note${i}`)],
    ['long', ['n'.repeat(1500)]],
  ])('of a file with %s columns reads it again', async (_, notes) => {
    const row = (vote: string) => [vote, ...notes.map(() => 'x')].join(',')
    const votes = [row('A,B,model_a'), row('B,A,tie')].join('\n')
    const content = `${['model_a,model_b,winner', ...notes].join(',')}\n${votes}\n`
    const first = await look('v.csv', content)
    expect(first.plan!.ignore).toEqual(notes)
    // a sentence names the first of them, and of each its beginning
    expect(first.doubts.map(({ message }) => message.length)).toEqual([
      expect.toSatisfy((length) => length < 300),
    ])
    const again = await planned('v.csv', content, first.plan!)
    expect([again.refused, outcomesOf(again)]).toEqual([null, [2, 1, 0, 1]])
  })

  it.each([
    ['an unknown target', { kind: 'votes', columns: { winnr: 'x' } }, /winnr/],
    ['an unknown kind', { kind: 'vote' }, /kind/],
    ['an unknown key', { kind: 'votes', colums: {} }, /colums/],
    ['an unknown meaning', { kind: 'votes', outcomes: { x: 'left' } }, /outcomes/],
  ])('with %s is refused', (_, plan, message) => {
    const { error } = ReadPlan.safeParse(plan)
    expect(JSON.stringify(error!.issues)).toMatch(message)
  })

  it('of any form reads any rows, or refuses them, without an error of its own', async () => {
    const text = fc.constantFrom('a', 'b', 'a.0', 'b.c', '=x', 'each.a', 'each', '__proto__', 'constructor')
    const target = fc.constantFrom(
      'prompt',
      'model_a',
      'model_b',
      'winner',
      'answer_a',
      'answers',
      'wins_a',
      'count',
      'wins over a',
      'answer of b',
      'model',
      'text',
    )
    const plan = fc.record({
      kind: fc.constantFrom('votes', 'answers', 'table', 'prompts', 'counts'),
      columns: fc.dictionary(target, fc.oneof(text, fc.array(text, { minLength: 2, maxLength: 3 }))),
      each: fc.option(text, { nil: undefined }),
      again: fc.option(fc.array(fc.dictionary(target, text), { maxLength: 2 }), { nil: undefined }),
    })
    const rows = fc.array(fc.record({ a: fc.jsonValue({ maxDepth: 3 }), b: fc.jsonValue({ maxDepth: 3 }) }), {
      minLength: 1,
      maxLength: 4,
    })
    await fc.assert(
      fc.asyncProperty(plan, rows, async (written, values) => {
        const parsed = ReadPlan.parse(JSON.parse(JSON.stringify(written)))
        const read = await look('x.jsonl', jsonl(...values), { plan: parsed }).catch(
          (error: unknown) => error,
        )
        expect(
          read instanceof Error && !(read instanceof FileError) ? [read.stack, written] : null,
        ).toBeNull()
      }),
      { numRuns: 500, seed: 7 },
    )
  })
})
