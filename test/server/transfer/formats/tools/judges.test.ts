/**
 * Judgments, logs and feedback of other tools. The rows are made by their published forms.
 */
import { describe, expect, it } from 'vitest'
import { appFor } from '../../../../support/app.ts'
import { answersOf, csv, everything, importFile, jsonl, votesOf, type Row } from './tool-import.ts'

const said = (role: string, content: unknown) => ({ role, content })
const pair: Row = {
  question_id: 81,
  model_1: 'alpha',
  model_2: 'beta',
  g1_winner: 'model_1',
  g2_winner: 'model_1',
  judge: ['gpt-4', 'pair-v2'],
  g1_user_prompt: '[User Question] …',
  g1_judgment: 'A is better. [[A]]',
  g2_user_prompt: '[User Question] …',
  g2_judgment: 'B is better. [[B]]',
  turn: 1,
  tstamp: 1686284800.5,
}
const game = (score: string | null) => ({ score, judgment: { answer: `[[${score}]]` }, prompt: [] })
const arenaHard: Row = {
  uid: 'u1',
  category: 'hard_prompt',
  judge: 'gpt-4.1',
  model: 'new',
  baseline: 'o3-mini',
  games: [game('B>>A'), game('A>B')],
}
const webuiChat = {
  id: 'chat-1',
  chat: {
    history: {
      messages: {
        m1: { id: 'm1', parentId: null, childrenIds: ['m2', 'm3'], role: 'user', content: 'Why?' },
        m2: {
          id: 'm2',
          parentId: 'm1',
          childrenIds: [],
          role: 'assistant',
          content: 'Because.',
          model: 'alpha',
        },
        m3: {
          id: 'm3',
          parentId: 'm1',
          childrenIds: [],
          role: 'assistant',
          content: 'So.',
          model: 'arena',
          selectedModelId: 'beta',
        },
      },
    },
  },
}
const feedback: Row = {
  id: 'f1',
  user_id: 'user-1',
  version: 0,
  type: 'rating',
  data: { rating: -1, model_id: 'alpha', sibling_model_ids: ['beta'], reason: 'x', comment: '', tags: [] },
  meta: { arena: true, chat_id: 'chat-1', message_id: 'm2', message_index: 1 },
  snapshot: { chat: webuiChat },
  created_at: 1733000000,
  updated_at: 1733000000,
}
const comparIa: Row = {
  id: 5,
  timestamp: '2025-01-02 03:04:05.678',
  model_a_name: 'alpha',
  model_b_name: 'beta',
  chosen_model_name: 'beta',
  both_equal: false,
  opening_msg: 'Pourquoi ?',
  conversation_a: [said('system', 'Tu es A'), said('user', 'Pourquoi ?'), said('assistant', 'Parce que.')],
  conversation_b: [said('user', 'Pourquoi ?'), said('assistant', 'Car.')],
  selected_category: 'ideas',
  conversation_pair_id: 'pair-5',
  session_hash: 's',
  visitor_id: 'v',
}
describe('judgments, logs and feedback', () => {
  const app = appFor({}, async () => {
    await app.work()
  })

  it('of MT-bench are one vote for both orders of a pair', async () => {
    const rows = [
      pair,
      { ...pair, question_id: 82, g2_winner: 'model_2' },
      { ...pair, question_id: 83, g1_winner: 'tie', g2_winner: 'tie' },
      { ...pair, question_id: 84, g1_winner: 'error', g2_winner: 'error' },
      { ...pair, question_id: 85, g1_winner: 'error' },
      // one call of two is not understood: the rows are not lost
      ...['86', '87'].map((question_id) => ({ ...pair, question_id, g2_winner: 'gpt-4' })),
    ]
    const { tool, warnings, result } = await importFile(app, 'mt', 'gpt-4_pair.jsonl', jsonl(...rows))
    expect(tool).toBe('MT-bench judgments of pairs')
    expect(result.votesAdded).toBe(3)
    expect(warnings.map(({ code }) => code).sort()).toEqual(['dirty_rows', 'incomplete_judgement'])
    expect(
      (await votesOf(app, 'mt')).map(({ question_id, model_a, winner, judge }) => [
        question_id,
        model_a,
        winner,
        judge,
      ]),
    ).toEqual([
      ['81', 'alpha', 'model_a', 'gpt-4'],
      ['82', 'alpha', 'tie (inconsistent)', 'gpt-4'],
      ['83', 'alpha', 'tie', 'gpt-4'],
    ])
  })

  it('of Arena-Hard compare with the baseline, in the old form with that of its scripts', async () => {
    const old = {
      question_id: 'q1',
      model: 'new',
      judge: 'gpt-4-1106',
      games: [game('A=B'), game('A=B')],
      tstamp: 1767225600,
    }
    await importFile(
      app,
      'hard',
      'new.jsonl',
      jsonl(
        arenaHard,
        { ...arenaHard, uid: 'u2', games: [game('A>B'), null] },
        { ...arenaHard, uid: 'u3', games: [game('A>B'), game('C>D')] },
      ),
    )
    await importFile(app, 'hard-old', 'old.jsonl', jsonl(old))
    expect(await votesOf(app, 'hard')).toMatchObject([
      { question_id: 'u1', model_a: 'new', model_b: 'o3-mini', winner: 'model_a', judge_type: 'llm' },
    ])
    expect(await votesOf(app, 'hard-old')).toMatchObject([
      { model_a: 'gpt-4-0314', model_b: 'new', winner: 'tie' },
    ])
  })

  it('of Arena-Hard and FastChat belong to their questions and answers', async () => {
    const question = { uid: 'u1', category: 'hard_prompt', subcategory: 'coding', prompt: 'Write a loop.' }
    const asked = said('user', 'Write a loop.')
    const answer = {
      uid: 'u1',
      ans_id: 'a',
      model: 'new',
      messages: [asked, said('assistant', { answer: 'for' })],
    }
    const fast = {
      question_id: 'u1',
      answer_id: 'b',
      model_id: 'old',
      choices: [{ index: 0, turns: ['while', 'do'] }],
    }
    const fastOld = {
      ...fast,
      model_id: 'older',
      choices: [{ index: 0, turns: [{ content: 'goto', token_len: 1 }] }],
    }
    for (const [name, row] of Object.entries({ question, answer, fast, fastOld }))
      await importFile(app, 'belong', `${name}.jsonl`, jsonl(row))
    expect(await answersOf(app, 'belong')).toEqual({
      'Write a loop.': { new: 'for', old: ['while', 'do'], older: 'goto' },
    })
    const turns = [{ content: 'Old question?' }]
    await importFile(
      app,
      'belong',
      'old.jsonl',
      jsonl({ question_id: 'o', category: 'x', cluster: 'c', turns }),
    )
  })

  it('of Open WebUI are votes with the answers of the chat', async () => {
    const alone = { ...feedback, id: 'f2', data: { ...(feedback['data'] as Row), sibling_model_ids: null } }
    const { tool, warnings } = await importFile(
      app,
      'webui',
      'feedback.json',
      JSON.stringify([feedback, alone]),
    )
    expect(tool).toBe('Open WebUI feedback')
    expect(warnings[0].message).toContain('a rating of one answer compares nothing')
    expect(await votesOf(app, 'webui')).toMatchObject([
      { model_a: 'alpha', model_b: 'beta', winner: 'model_b', question_id: 'chat-1:m1', tstamp: 1733000000 },
    ])
    expect(await answersOf(app, 'webui')).toEqual({ 'Why?': { alpha: 'Because.', beta: 'So.' } })
  })

  it('of compar:IA name the preferred model, also where a user calls it otherwise', async () => {
    const equal = {
      ...comparIa,
      id: 6,
      conversation_pair_id: 'pair-6',
      chosen_model_name: null,
      both_equal: true,
    }
    const neither = { ...comparIa, id: 7, chosen_model_name: 'gamma' }
    const more = Array.from({ length: 8 }, (_, i) => ({ ...equal, visitor_id: `v${i}` }))
    for (const [name, content] of [
      ['votes.jsonl', jsonl(comparIa, equal, neither, ...more)],
      ['votes.csv', csv(comparIa, equal, neither, ...more)],
    ]) {
      const arena = `compar-${name.slice(6)}`
      const { warnings } = await importFile(app, arena, name, content)
      expect(warnings.map(({ message }) => message)).toContainEqual(
        expect.stringContaining('chosen_model_name names neither model'),
      )
      expect((await votesOf(app, arena)).map(({ winner }) => winner)).toEqual([
        'model_b',
        ...Array(9).fill('tie'),
      ])
      expect(await answersOf(app, arena)).toMatchObject({
        'Pourquoi ?': { alpha: 'Parce que.', beta: 'Car.' },
      })
    }
    await importFile(app, 'compar-named', 'votes.jsonl', jsonl(comparIa), { map: 'beta=Beta 2' })
    expect(await votesOf(app, 'compar-named')).toMatchObject([{ model_b: 'Beta 2', winner: 'model_b' }])
  })

  it.each([
    [
      'MT-bench scores of single answers',
      jsonl({ question_id: 81, model: 'a', judge: ['gpt-4', 'single-v1'], judgment: 'x', score: 9, turn: 1 }),
      '--from scores',
    ],
    [
      'pairs without a verdict',
      jsonl({ ...pair, g1_winner: 'error', g2_winner: 'error' }),
      'no row can be used',
    ],
    [
      'a winner that is no model',
      jsonl({ ...pair, g1_winner: 'gpt-4', g2_winner: 'gpt-4' }),
      'not understood: "gpt-4" (1 row)',
    ],
    ['games without a score', jsonl({ ...arenaHard, games: [game(null), null] }), 'no row can be used'],
    [
      'feedback on single answers',
      JSON.stringify([{ ...feedback, data: { rating: 1, model_id: 'a' } }]),
      'no row can be used',
    ],
    ['votes for a third model', jsonl({ ...comparIa, chosen_model_name: 'gamma' }), 'no row can be used'],
  ])('are refused and change nothing: %s', async (_, content, message) => {
    const before = await everything(app)
    await expect(importFile(app, 'refused', 'file', content)).rejects.toThrow(message)
    expect(await everything(app)).toEqual(before)
  })
})
