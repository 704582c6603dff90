/** Files that a plan reads: formats as data, counts, the best of several, strengths; and remedies that were tried. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ReadPlan, type WrittenReadPlan } from '../../../shared/contracts/read-plan.ts'
import type { FileLook, LookedRow } from '../../../shared/contracts/index.ts'
import type { ColumnOptions } from '../../../server/transfer/formats/column-changes.ts'
import { FileError } from '../../../server/transfer/formats/fields.ts'
import { openFile } from '../../../server/transfer/formats/open-file.ts'
import { previewFiles } from '../../../server/transfer/import/preview.ts'
import { readBeginning } from '../../../server/transfer/import/read-files.ts'
import { RowProblems } from '../../../server/transfer/formats/complaints.ts'
import { Readable } from 'node:stream'

async function look(name: string, content: string, how: ColumnOptions = {}): Promise<FileLook> {
  const file = await openFile('-', { stdin: Readable.from([Buffer.from(content)]), name })
  return previewFiles([file], how)
}
const planned = (name: string, content: string, plan: WrittenReadPlan) =>
  look(name, content, { plan: ReadPlan.parse(plan) })
const jsonl = (...rows: object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('')
const outcomesOf = ({ votes, outcomes: { left, right, tie } }: FileLook) => [votes, left, right, tie]

/** A file in the true shape of each, and the votes by outcome: all, left, right, tie. */
const STORY = (model: number, order: string, judge: string) => ({
  model_a: 's1',
  model_b: 's2',
  story_idx: 0,
  order_variant: order,
  side_a_model: order === 'ab' ? 's1' : 's2',
  evaluator_id: judge,
  writing_prompt_id: 'pw0',
  parsed: { winner_side: 'A', outcome_for_model_a: model },
})
const TASK = (id: number, selected?: string, ...more: string[]) => ({
  id,
  data: { prompt: `Q ${id}`, answer1: 'one', answer2: 'two', model1: 'm-a', model2: 'm-b' },
  annotations: [selected, ...more].map((side, at) => ({
    completed_by: at,
    created_at: '2026-03-01T10:00:00Z',
    result: side === undefined ? [] : [{ value: { selected: side }, type: 'pairwise' }],
  })),
})
const WORKERS = [
  'id,prompt,worker,left,right,winner',
  '7,p1,w1,gpt,llama,left',
  '7,p1,w2,gpt,llama,left',
  '7,p1,w3,gpt,llama,right',
].join('\n')

describe('formats as data', () => {
  it.each([
    ['counts of wins', 'c.csv', 'model_a,model_b,wins_a,wins_b,ties\nA,B,3,2,1\nB,C,0,4,\n', [10, 3, 6, 1]],
    ['counts of outcomes', 'c.csv', 'model_a,model_b,winner,count\nA,B,model_a,3\nA,B,tie,2\n', [5, 3, 0, 2]],
    [
      'judgments of stories',
      's.jsonl',
      jsonl(STORY(1, 'ab', 'g1'), STORY(1, 'ba', 'g1'), STORY(1, 'ab', 'g2'), STORY(0, 'ba', 'g2')),
      [2, 1, 0, 1],
    ],
    [
      'JudgeArena battles',
      'j.jsonl',
      jsonl(
        {
          model_a: 'r',
          model_b: 'c',
          winner: 'model_b',
          source: 'llm-judge',
          question_id: 'q',
          judge_model: 'Q',
        },
        { model_a: 'r', model_b: 'c', winner: 'tie', source: 'human', question_id: 'q', judge_model: 'Q' },
      ),
      [2, 0, 1, 1],
    ],
    [
      'DeepEval arena',
      'd.json',
      JSON.stringify([{ input: 'Q', contestants: { GPT: 'x', Claude: 'y' }, winner: 'Claude', reason: 'z' }]),
      [1, 0, 1, 0],
    ],
    [
      'answers by contestant',
      'a.json',
      JSON.stringify([
        { prompt: 'Late?', answers: { Terse: 'Yes.', Warm: 'I am sorry, yes.' }, winner: 'Warm' },
        { prompt: 'Lost?', answers: { Terse: 'No.', Warm: 'Not at all.' }, winner: 'Terse' },
      ]),
      [2, 1, 1, 0],
    ],
    [
      'Label Studio pairs',
      'l.json',
      JSON.stringify([TASK(1, 'right', 'left'), TASK(2, 'left')]),
      [3, 2, 1, 0],
    ],
    ['votes of workers', 'w.csv', WORKERS, [3, 2, 1, 0]],
    [
      'LMArena 55k',
      'won.csv',
      'id,model_a,model_b,winner_model_a,winner_model_b\n1,A,B,1,0\n2,B,A,0,1\n',
      [2, 1, 1, 0],
    ],
  ])(
    '%s are recognised by their columns, and the plan that is told reads them again',
    async (tool, name, content, outcomes) => {
      const first = await look(name, content)
      expect([first.tool, first.refused, outcomesOf(first)]).toEqual([tool, null, outcomes])
      const again = await look(name, content, { plan: first.plan! })
      expect({ ...again, plan: null }).toEqual({ ...first, plan: null })
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

  it.each<[what: string, content: string, how: ColumnOptions]>([
    ['headings in another case', 'Prompt,Warm,Cold\nQ1?,a,b\nQ2?,c,d\n', {}],
    ['a renamed contestant', 'prompt,v1,v2,notes\nQ1?,a,b,x\n', { map: 'v1=Warm', ignore: 'notes' }],
    ['counts called otherwise', 'model_a,model_b,winner,n\nA,B,A,4\nA,B,B,2\n', { map: 'n=count' }],
    ['a vote in a table', 'Question,Warm,Cold,Winner\nQ1?,a,b,Warm\n', { map: 'Question=prompt' }],
    [
      'sides called otherwise',
      'Frage;Links;Rechts;Sieger\nQ;A;B;A\n',
      { map: 'Frage=prompt,Links=model_a,Rechts=model_b,Sieger=winner' },
    ],
    [
      'a path in a renamed column',
      jsonl({ id: 1, task: TASK(1).data, annotations: TASK(1, 'left').annotations }),
      { map: 'task=data' },
    ],
    ['dots in names', 'Question,prompt.v1,prompt.v2\nQ1?,a,b\n', { map: 'Question=prompt' }],
    ['outcomes that were told', 'left,right,winner\nA,B,x\nA,B,y\n', { outcomes: 'x=model_a,y=model_b' }],
  ])('with %s are plans of the file as it is', async (_, content, how) => {
    const first = await look('file.csv', content, how)
    expect(first).toMatchObject({ refused: null, plan: expect.anything() })
    const { rows, contestants, outcomes, votes, answers, prompts, refused } = first
    const again = await look('file.csv', content, {
      plan: ReadPlan.parse(JSON.parse(JSON.stringify(first.plan))),
    })
    expect(again).toMatchObject({ rows, contestants, outcomes, votes, answers, prompts, refused })
  })

  it('of a tool have no latency where its cell is empty', async () => {
    const latencies = async (content: string) => {
      const file = await openFile('-', { stdin: Readable.from([Buffer.from(content)]), name: 'v1.csv' })
      const seen = []
      for await (const { answers = [] } of readBeginning(
        file,
        { map: 'reply=answer' },
        new RowProblems(),
        () => {},
      ))
        seen.push(...answers.map(({ latencyMs }) => latencyMs))
      return seen
    }
    expect(await latencies(OUTPUTS)).toEqual([500])
    expect(await latencies(OUTPUTS.replace(',0.5', ','))).toEqual([null])
  })

  it('need only be named by a plan', async () => {
    const plan: WrittenReadPlan = { kind: 'votes', preset: 'votes of workers' }
    const workers = await planned('w.csv', WORKERS, plan)
    expect(outcomesOf(workers)).toEqual([3, 2, 1, 0])
    expect([workers.people, workers.promptsNamed]).toEqual([3, 1])
    expect(
      (await planned('v1.csv', OUTPUTS, { kind: 'votes', preset: 'votes of workers' })).refused,
    ).not.toBeNull()
  })

  it('do not make people of judges, or judges of people', async () => {
    const rows = [
      { model_a: 'r', model_b: 'c', winner: 'model_b', source: 'llm-judge', judge_model: 'Q' },
      { model_a: 'r', model_b: 'c', winner: 'model_a', source: 'human', judge_model: 'Q' },
    ].map((row) => ({ ...row, question_id: 'q' }))
    const { rows: read } = await look('j.jsonl', jsonl(...rows))
    expect(read).toMatchObject([
      { by: 'judges', voter: 'Q' },
      { by: 'people', voter: null },
    ])
  })

  it('leave out a task that nobody has judged', async () => {
    const { votes, prompts, refused, warnings } = await look(
      'l.json',
      JSON.stringify([TASK(1, 'left'), TASK(2)]),
    )
    expect([votes, prompts, refused]).toEqual([1, 1, null])
    expect(warnings.map(({ code }) => code)).toContain('dirty_rows')
  })

  it('leave out what an annotator has cancelled', async () => {
    const [annotation] = TASK(1, 'left').annotations
    const cancelled = {
      ...TASK(1, 'left'),
      annotations: [annotation, { ...annotation, was_cancelled: true }],
    }
    const { votes, refused } = await look('l.json', JSON.stringify([cancelled, TASK(2, 'right')]))
    expect([votes, refused]).toEqual([2, null])
  })

  it('count votes of several workers on one pair, whatever its id', async () => {
    expect((await look('w.csv', WORKERS)).doubts).toEqual([])
  })
})

describe('judgments without a baseline', () => {
  const games = [{ score: 'A>B' }, { score: 'B>A' }]
  it('say which one is taken', async () => {
    const row = { question_id: 'q', model: 'm', judge: 'j', games }
    const codes = async (more: object) =>
      (await look('j.jsonl', jsonl({ ...row, ...more }, { ...row, ...more, question_id: 'r' }))).warnings.map(
        ({ code }) => code,
      )
    expect([await codes({}), await codes({ baseline: 'b' })]).toEqual([['baseline_assumed'], []])
  })
})

describe('what is asked about an instruction and its input', () => {
  const outputs = (generator: string) =>
    JSON.stringify(
      ['He go.', 'She go.'].map((input) => ({
        instruction: 'Rewrite the sentence.',
        input,
        output: `${generator}: ${input}`,
        generator,
      })),
    )
  it('is one prompt: two inputs are two prompts', async () => {
    const { prompts, answers, rows } = await look('o.json', outputs('sft'))
    expect([prompts, answers]).toEqual([2, 2])
    expect(rows[0]).toMatchObject({ prompt: expect.stringMatching(/Rewrite the sentence.*He go/) })
  })
  it('is the instruction alone where there is no input', async () => {
    const without = JSON.stringify([{ instruction: 'Say hi.', input: '', output: 'hi', generator: 'a' }])
    expect((await look('o.json', without)).rows[0]).toMatchObject({ prompt: 'Say hi.' })
  })
})

describe('the best of several', () => {
  const table = 'prompt,a,b,c,best\nOne?,x,y,z,c\nTwo?,x,y,z,A\n'
  it('beats each other one, on either side', async () => {
    const { votes, answers, prompts, rows, warnings } = await look('b.csv', table, { map: 'best=winner' })
    expect([votes, answers, prompts]).toEqual([4, 6, 2])
    expect(rows.map(winnerOf)).toEqual(['c', 'c', 'a'])
    expect(warnings.map(({ code }) => code)).toContain('best_of_many')
  })
  it('is no vote if it names somebody else', async () => {
    const { votes, warnings } = await look('b.csv', table.replace(',A\n', ',d\n'), { map: 'best=winner' })
    expect([votes, warnings.map(({ code }) => code)]).toEqual([2, expect.arrayContaining(['dirty_rows'])])
  })
  it('may be proposed: no other column could say who won', async () => {
    expect((await look('b.csv', table)).doubts[0]?.message).toContain('--map best=winner')
  })
})

describe('a table of how often the row beat the column', () => {
  const matrix = 'model,A,B,C\nA,0,4,3\nB,2,0,1\nC,3,4,0\n'
  it('says which option reads it, and is read with it', async () => {
    expect((await look('m.csv', matrix)).refused?.message).toContain('--from counts')
    const { votes, contestants, outcomes } = await planned('m.csv', matrix, { kind: 'counts' })
    expect([votes, contestants]).toEqual([17, ['A', 'B', 'C']])
    // the winner stands on both sides
    expect(Math.abs(outcomes.left - outcomes.right)).toBeLessThan(4)
  })
  it('is read where its corner is empty, as pandas writes it', async () => {
    const { votes, contestants } = await planned('m.csv', matrix.replace('model', ''), { kind: 'counts' })
    expect([votes, contestants]).toEqual([17, ['A', 'B', 'C']])
    expect((await look('m.csv', matrix.replaceAll(/[0-9]/g, 'x'))).refused?.message).not.toContain(
      '--from counts',
    )
  })
  it.each(['-1', '1.5', 'many', '1000001'])('refuses %s as a count', async (count) => {
    const { warnings, votes } = await planned('m.csv', `model,A,B\nA,0,${count}\nB,3,0\n`, { kind: 'counts' })
    expect([votes, warnings.map(({ code }) => code)]).toEqual([3, expect.arrayContaining(['dirty_rows'])])
  })
})

describe('how much better an answer is', () => {
  it.each([
    [
      'steps in words',
      'prompt_id,model_a,model_b,preference,annotator\np0,x,z,A is slightly better,n0\np1,x,z,About the same,n1\np2,z,x,B is much better,n2\n',
      [3, 1, 1, 1],
    ],
    ['whether the left won', 'model_a,model_b,a_wins\nA,B,TRUE\nB,A,FALSE\n', [2, 1, 1, 0]],
    ['counts of both', 'model_a,model_b,a_wins,b_wins,ties\nA,B,10,4,1\n', [15, 10, 4, 1]],
  ])(
    'as %s is refused with options that were tried, and that keep the side',
    async (_, content, outcomes) => {
      const { refused, rows } = await look('s.csv', content)
      expect(refused?.code).toBe('read_with')
      expect(rows.length).toBe(Math.min(3, outcomes[0]!))
      const options = refused!.finding!.values['options'] as string[]
      const read = await look('s.csv', content, optionsIn(options))
      expect([read.refused, read.doubts, outcomesOf(read)]).toEqual([null, [], outcomes])
      if (content.includes('slightly')) expect(read.warnings.map(({ code }) => code)).toEqual([])
    },
  )
  const steps = (values: readonly number[]) =>
    `model_a,model_b,slider\n${values.map((value) => `x,z,${value}\n`).join('')}`
  it.each([
    [
      'a scale',
      'prompt_id,model_a,model_b,preference\np0,x,z,3\np1,x,z,0\np2,z,x,-2\np3,z,x,-1\n',
      ['-3..-1', '0', '1..3'],
      [4, 2, 1, 1],
    ],
    ['a slider', 'video_a,video_b,score\nx,z,3\nx,z,0\nz,x,-2\n', ['-3..-1', '0', '1..3'], [3, 1, 1, 1]],
    [
      'a difference of goals',
      'home,away,goal_diff\nx,z,3\nx,z,0\nz,x,-2\n',
      ['-3..-1', '0', '1..3'],
      [3, 1, 1, 1],
    ],
    ['a slider with fractions', steps([0.7, 0, -0.25, -0.3]), ['-1..0', '0', '0..1'], [4, 2, 1, 1]],
    [
      'a slider to 100',
      steps([3, 14, 15, 50, 50, 65, 92.5, 97, 98, 99, 100]),
      ['0..50', '50', '50..100'],
      [11, 3, 6, 2],
    ],
    ['ten steps', steps([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]), ['1..5.5', '5.5', '5.5..10'], [10, 5, 5, 0]],
  ])(
    'as %s is asked for: nobody else knows whose side a number is on',
    async (_, content, [low = '', middle = '', high = ''], [votes, below, above, tied]) => {
      const { refused } = await look('s.csv', content)
      expect(refused).toMatchObject({ code: 'read_once_said' })
      expect(refused!.message).toContain(`--outcomes ${low}=MEANING,${middle}=MEANING,${high}=MEANING`)
      const map = refused!.finding!.values['map'] as string
      for (const [left, right, counts] of [
        [low, high, [votes, below, above, tied]],
        [high, low, [votes, above, below, tied]],
      ]) {
        const outcomes = `${left}=model_a,${middle}=tie,${right}=model_b`
        const read = await look('s.csv', content, { map, outcomes })
        expect([read.refused, read.doubts, outcomesOf(read)]).toEqual([null, [], counts])
      }
    },
  )

  it('is told to be lost where several steps are one side', async () => {
    const steps = 'model_a,model_b,winner\nx,z,A is much better\nx,z,A is slightly better\nz,x,Same\n'
    const outcomes = 'A is much better=model_a,A is slightly better=model_a,Same=tie'
    const { warnings } = await look('s.csv', steps, { outcomes })
    expect(warnings.map(({ code }) => code)).toContain('strength_lost')
  })
})

const winnerOf = (row: LookedRow) => row.what === 'vote' && (row.outcome === 'left' ? row.left : row.right)

/** Options of the terminal as those of a look. */
function optionsIn(options: readonly string[]): ColumnOptions {
  const pairs = options.flatMap((option, at) => (at % 2 === 0 ? [[option.slice(2), options[at + 1]]] : []))
  return Object.fromEntries(pairs) as ColumnOptions
}

describe('a remedy', () => {
  it('takes columns of two sides as answers where they hold texts, and as names else', async () => {
    const told = async (a: string, b: string) =>
      (await look('sides.csv', `Question,Option A,Option B,Winner\nQ1?,${a},${b},A\nQ2?,${b},${a},B\n`))
        .refused?.message
    expect(await told('Yes', 'Of course you can bring it back to us')).toContain(
      "--map 'Option A=answer_a,Option B=answer_b,Question=prompt'",
    )
    expect(await told('Warm-v3', 'Baseline')).toContain(
      "--map 'Option A=model_a,Option B=model_b,Question=prompt'",
    )
  })

  it('is tried on the beginning of a long list', async () => {
    const rows = Array.from({ length: 1500 }, (_, i) => ({
      contestant_a: 'A',
      contestant_b: 'B',
      result: i % 3 === 0 ? 'A' : 'B',
    }))
    const { refused } = await look('long.json', JSON.stringify(rows, null, 2))
    expect(refused?.message).toContain('--map ')
  })

  it('is not told if the file is not read with it', async () => {
    const posts = { post_id: 'p', c_root_id_A: 'a', c_root_id_B: 'b', score_A: 3, score_B: 2, labels: 0 }
    const { refused } = await look('shp.jsonl', jsonl(posts, { ...posts, score_A: 1 }))
    expect(refused).toMatchObject({ code: 'unknown_file' })
    expect(refused!.message).not.toContain('--map')
  })

  it.each([
    ['outcomes that nobody understands', 'prompt,A,B,better\nHow?,x,y,hmm\nWhy?,z,w,so so\n'],
    ['columns that answers do not have', 'model,prompt,text,voter,better\nA,How?,x,me,A\nB,How?,y,me,A\n'],
    [
      'answers in place of names',
      'prompt,left,right,winner\nHow?,Open the settings and choose reset there,Call us and we will do it for you,left\nWhy?,It is on its way to you already,Please tell us the number of your order,right\n',
    ],
  ])('of a doubt is not told if nothing is read by it: %s', async (_, content) => {
    const { doubts } = await look('doubtful.csv', content)
    expect(doubts.map(({ message }) => message)).toEqual([expect.not.stringContaining('--map')])
  })

  it('of a doubt is told where a column is read by it', async () => {
    const { doubts } = await look('rated.csv', 'model_a,model_b,winner,rater\nA,B,A,p1\nA,B,B,p2\nA,B,A,p3\n')
    expect(doubts.map(({ message }) => message)).toEqual([expect.stringContaining('--map rater=judge')])
  })

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

  it('reads the first of several columns that is filled', async () => {
    const plan: WrittenReadPlan = {
      kind: 'votes',
      columns: {
        model_a: 'a',
        model_b: 'b',
        winner: 'w',
        judge: { first: ['member', 'session', '=nobody'] },
      },
    }
    const votes = 'a,b,w,member,session\nx,y,A,m1,s1\nx,y,B,NaN,s2\nx,y,B,,\n'
    const { rows } = await planned('v.csv', votes, plan)
    expect(rows.map((row) => row.what === 'vote' && row.voter)).toEqual(['m1', 's2', 'nobody'])
  })

  it('reads paths, several columns, constants and a second vote of a row', async () => {
    const row = {
      task: { text: 'Say' },
      more: 'hi',
      g: [{ by: 'x', w: 'A' }, { w: 'B' }],
      ours: 'v2',
      theirs: 'v1',
    }
    const read = await planned('g.jsonl', jsonl(row, { ...row, more: 'ho' }), {
      kind: 'votes',
      columns: {
        prompt: ['task.text', 'more'],
        model_a: 'ours',
        model_b: 'theirs',
        winner: 'g.0.w',
        judge: '=gpt',
        judge_type: '=llm',
        order: '=1',
      },
      again: [{ model_a: 'theirs', model_b: 'ours', winner: 'g.1.w', order: '=2' }],
    })
    expect([read.refused, read.votes, read.prompts]).toEqual([null, 2, 2])
    // both orders agree on v2, whose side is drawn
    expect(read.rows[0]).toMatchObject({ prompt: expect.stringContaining('Say'), voter: 'gpt', by: 'judges' })
    expect(winnerOf(read.rows[0]!)).toBe('v2')
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

  it('that does not fit the file says which column it lacks', async () => {
    const { refused } = await planned('v.csv', 'a,b\n1,2\n', { ...PLAN, columns: { model_a: 'x.y' } })
    expect(refused).toMatchObject({ code: 'plan_column_missing', message: expect.stringContaining('"x"') })
  })

  it('that names a format that is not known is refused', async () => {
    expect((await planned('v.csv', VOTES, { kind: 'votes', preset: 'none' })).refused?.code).toBe(
      'plan_preset_unknown',
    )
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
