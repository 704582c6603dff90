/**
 * Battles of public arenas come in with their texts. The rows are made by the published form of each data set; the
 * texts are our own.
 */
import { describe, expect, it } from 'vitest'
import { ratedBoard, deadheatHere } from '../../../../scripts/deadheat.ts'
import { appFor } from '../../../../support/app.ts'
import { answersOf, csv, everything, importFile, jsonl, votesOf, type Row } from './tool-import.ts'

const said = (role: string, content: unknown) => ({ role, content })
const conversation = (question: string, answer: string) => [said('user', question), said('assistant', answer)]

const battle33k: Row = {
  question_id: 'q1',
  model_a: 'alpha',
  model_b: 'beta',
  winner: 'model_b',
  judge: 'arena_user_7',
  conversation_a: conversation('Why is the sky blue?', 'Rayleigh.'),
  conversation_b: conversation('Why is the sky blue?', 'Scattering of light.'),
  turn: 1,
  anony: true,
  language: 'English',
  tstamp: 1682351591.1322,
  openai_moderation: { flagged: false },
  toxic_chat_tag: {},
}
const battle100k: Row = {
  ...battle33k,
  question_id: 'q2',
  winner: 'tie (bothbad)',
  judge: undefined,
  judge_hash: 'abc',
  conv_metadata: { sum_assistant_a_tokens: 4 },
  is_code: false,
}
const parts = (text: string) => [{ type: 'text', text, image: null, mimeType: null }]
const battle140k: Row = {
  id: 'b-140',
  model_a: 'alpha',
  model_b: 'beta',
  winner: 'both_bad',
  evaluation_session_id: 's1',
  evaluation_order: 1,
  conversation_a: [
    said('user', parts('One?')),
    said('assistant', parts('First.')),
    said('user', parts('Two?')),
    said('assistant', parts('Second.')),
  ],
  conversation_b: [
    said('user', parts('One?')),
    said('assistant', parts('A.')),
    said('user', parts('Two?')),
    said('assistant', parts('B.')),
  ],
  language: 'en',
  timestamp: '2025-04-16T20:02:03.120000',
}
const battle55k: Row = {
  id: 30192,
  model_a: 'alpha',
  model_b: 'beta',
  prompt: ['Why is the sky blue?', 'And red?'],
  response_a: ['Rayleigh.', null],
  response_b: ['Scattering.', 'Sunset.'],
  winner_model_a: 1,
  winner_model_b: 0,
  winner_tie: 0,
}

describe('battles of public arenas', () => {
  const app = appFor({}, async () => {
    await app.work()
  })

  it('of 33k and 100k rows keep voter, time and texts', async () => {
    const { tool, result } = await importFile(app, 'k33', 'battles.jsonl', jsonl(battle33k, battle100k))
    expect(tool).toBe('LMArena battles with conversations')
    expect(result).toMatchObject({ votesAdded: 2, promptsAdded: 2, answersAdded: 4, promptsWithoutText: 0 })
    expect(await votesOf(app, 'k33')).toMatchObject([
      { question_id: 'q1', winner: 'model_b', judge_type: 'human', tstamp: 1682351591.132 },
      { question_id: 'q2', winner: 'tie (bothbad)' },
    ])
    expect(await answersOf(app, 'k33')).toEqual({
      'Why is the sky blue?': { alpha: 'Rayleigh.', beta: 'Scattering of light.' },
    })
    const again = await importFile(app, 'k33', 'battles.json', JSON.stringify([battle33k, battle100k]))
    expect(again.result).toMatchObject({ votesAdded: 0, answersAdded: 0 })
  })

  it('of 140k rows have parts of content, several turns and a date', async () => {
    const { result } = await importFile(app, 'k140', 'battles.jsonl', jsonl(battle140k))
    expect(result).toMatchObject({ votesAdded: 1, promptsAdded: 1, answersAdded: 2 })
    expect(await votesOf(app, 'k140')).toMatchObject([
      {
        question_id: 'c702a28f1997',
        winner: 'tie (bothbad)',
        tstamp: Date.UTC(2025, 3, 16, 20, 2, 3, 120) / 1000,
      },
    ])
    expect(await answersOf(app, 'k140')).toEqual({
      'One? | Two?': { alpha: ['First.', 'Second.'], beta: ['A.', 'B.'] },
    })
  })

  it('of 140k rows with the same questions share a prompt, in rate too', async () => {
    const again = { ...battle140k, id: 'b-141', winner: 'model_a' }
    const { result } = await importFile(app, 'k140-twice', 'b.jsonl', jsonl(battle140k, again))
    expect(result).toMatchObject({ votesAdded: 2, promptsAdded: 1 })
    const board = await ratedBoard(jsonl(battle140k, again))
    expect(board.warnings.map(({ code }) => code)).not.toContain('no_question_id')
    expect(board.prompts).toBe(1)
  })

  it('without the id of a prompt are known by their own, beside others that have one', async () => {
    const row = { ...battle140k, question_id: '', id: 'b-1' }
    const rows = [{ ...battle33k, id: 'b-0' }, row, { ...row, id: 'b-2' }, row]
    const { result } = await importFile(app, 'mixed', 'battles.jsonl', jsonl(...rows))
    expect(result).toMatchObject({ votesAdded: 3, promptsAdded: 2 })
  })

  it('of 55k rows become votes of two models, not contestants named after columns', async () => {
    const tie = { ...battle55k, id: 2, winner_model_a: 0, winner_tie: 1 }
    const more = Array.from({ length: 8 }, (_, i) => ({ ...tie, id: 4 + i }))
    const none = { ...battle55k, id: 3, winner_model_a: 0 }
    const { tool, result, warnings } = await importFile(
      app,
      'k55',
      'train.csv',
      csv(battle55k, tie, none, ...more),
    )
    expect(tool).toBe('LMArena 55k')
    expect(result).toMatchObject({ contestants: 2, votesAdded: 10, promptsAdded: 1, answersAdded: 2 })
    expect(warnings[0].message).toContain('not exactly one of winner_model_a, winner_model_b and winner_tie')
    const votes = await votesOf(app, 'k55')
    expect(new Set(votes.map(({ question_id }) => question_id)).size).toBe(1)
    expect(votes.map(({ winner }) => winner)).toEqual(['model_a', ...Array(9).fill('tie')])
    const lost = importFile(app, 'k55', 'train.csv', csv(battle55k, tie, none))
    await expect(lost).rejects.toThrow('the outcome of 1 of 3 rows is not understood')
    expect(await answersOf(app, 'k55')).toEqual({
      'Why is the sky blue? | And red?': { alpha: ['Rayleigh.', ''], beta: ['Scattering.', 'Sunset.'] },
    })
  })

  it('with another answer to the same question show it as the next sample', async () => {
    const other = { ...battle33k, conversation_a: conversation('Why is the sky blue?', 'Air.'), judge: 'two' }
    const { result } = await importFile(app, 'samples', 'battles.jsonl', jsonl(battle33k, other, battle33k))
    expect(result).toMatchObject({ answersAdded: 3, votesAdded: 3 })
    expect(await answersOf(app, 'samples')).toMatchObject({
      'Why is the sky blue?': { alpha: 'Rayleigh.', 'alpha#2': 'Air.' },
    })
    expect((await votesOf(app, 'samples')).map(({ sample_a }) => sample_a)).toEqual([1, 2, 1])
  })

  it('exported by Deadheat come back with their texts', async () => {
    const file = await (await app.asAdmin('/api/arenas/samples/export/battles.csv')).text()
    const { tool, result } = await importFile(app, 'own', 'battles.csv', file)
    expect(tool).toBe('Deadheat battles')
    expect(result).toMatchObject({ votesAdded: 3, promptsAdded: 1, answersAdded: 3 })
    expect(await answersOf(app, 'own')).toEqual(await answersOf(app, 'samples'))
    expect((await votesOf(app, 'own')).map(({ sample_a }) => sample_a)).toEqual([1, 2, 1])
  })

  it.each([
    ['a 55k file without a usable row', csv({ ...battle55k, winner_model_a: 7 }), 'no row can be used'],
    ['battles of one model with itself', jsonl({ ...battle33k, model_b: 'alpha' }), 'against itself'],
  ])('are refused and change nothing: %s', async (_, content, message) => {
    const before = await everything(app)
    await expect(importFile(app, 'refused', 'file', content)).rejects.toThrow(message)
    expect(await everything(app)).toEqual(before)
  })
})

/** `rate` reads the votes in files of other tools. */
const rate = (text: string, ...options: string[]) => deadheatHere(['rate', '-', ...options], { input: text })

describe('rate of a file of another tool', () => {
  it('reads the outcome columns of LMArena 55k, also with a report that needs details', async () => {
    const row = 'p,a,b,1,0,0\n'
    const text = `id,model_a,model_b,prompt,response_a,response_b,winner_model_a,winner_model_b,winner_tie\n1,alpha,beta,${row}2,alpha,beta,${row}`
    const { code, stdout } = await rate(text, '--json', '--baseline', 'beta')
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ votes: 2 })
  })

  it('counts pairs of winner and loser, also with a report that needs details, and knows no left side', async () => {
    const rows = Array.from(
      { length: 40 },
      (_, i) => `p${i},u${i % 5},${i % 4 === 0 ? 'beta,alpha' : 'alpha,beta'}`,
    )
    const text = `question_id,judge,winner,loser\n${rows.join('\n')}\np9,u9,alpha,\np9,u9,beta,beta\n`
    const { code, stdout } = await rate(text, '--json', '--position')
    expect(code).toBe(0)
    const board = JSON.parse(stdout) as {
      votes: number
      contestants: { name: string; wins: number }[]
      warnings: { code: string; message: string }[]
    }
    expect(board.votes).toBe(40)
    expect(board.contestants.map(({ name, wins }) => [name, wins])).toEqual([
      ['alpha', 30],
      ['beta', 10],
    ])
    const dirty = board.warnings.find(({ code }) => code === 'dirty_rows')
    expect(dirty?.message).toMatch(/loser is empty.*against itself/)
  })

  it('refuses one without votes, and one that only resembles votes', async () => {
    const outputs = jsonl({ instruction: 'x', output: 'y', generator: 'z' })
    expect(await rate(outputs)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('has answers, but no votes, so it makes no board'),
    })
    const scores = jsonl({ question_id: 1, model: 'a', judgment: 'x', score: 9 })
    expect(await rate(scores)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no column model_a, model_b or winner'),
    })
  })
})
