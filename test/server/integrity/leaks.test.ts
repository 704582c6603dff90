/** Answers that name their model, and prompts that ask for it: their votes are kept and count on no board. */
import { describe, expect, it } from 'vitest'
import { voteOf } from '../arena-import.ts'
import { exportedRows } from '../exported-rows.ts'
import { recordAnswer } from '../../../server/answers/index.ts'
import { requestLeakSearches } from '../../../server/integrity/index.ts'
import { VERSION } from '../../../server/platform/config/installation.ts'
import { verifyBoard } from '../../../server/transfer/verify/verify-board.ts'
import { DecidedBattle, Leaks, type LeakSettings } from '../../../shared/contracts/index.ts'
import { appFor } from '../../support/app.ts'
import { Visitor } from '../visitor.ts'

const PROMPTS = {
  p1: 'Where is my parcel?',
  p2: 'Who are you?',
  p3: 'Where is my refund?',
  p4: 'How do I log in?',
}
const ANSWERS: Record<string, Record<string, string>> = {
  Amber: {
    p1: 'As Claude, made by Anthropic, I cannot see it.',
    p2: 'A helper.',
    p3: 'Soon.',
    p4: 'With a key.',
  },
  Birch: { p1: 'On its way.', p2: 'Somebody who helps.', p3: 'It was sent.', p4: 'Like this.' },
  Cedar: { p1: 'In the post.', p2: 'Guess.', p3: 'I am Kiki, and it was sent.', p4: 'Like that.' },
}

const app = appFor({}, async () => {
  await app.work()
})

const pairs = [
  ['Amber', 'Birch'],
  ['Birch', 'Cedar'],
  ['Cedar', 'Amber'],
] as const

/** One vote on each pair and prompt: 12, of which 2 show what Amber says on p1, 3 are on p2, 2 show Cedar on p3. */
const arena = (slug: string, leaks?: LeakSettings) => ({
  arena: { slug },
  contestants: Object.keys(ANSWERS).map((name) => ({
    name,
    provider: null,
    model: null,
    system: null,
    template: null,
    params: {},
    owner: null,
    family: null,
  })),
  prompts: Object.entries(PROMPTS).map(([key, content]) => ({
    key,
    messages: [{ role: 'user' as const, content }],
  })),
  answers: Object.entries(ANSWERS).flatMap(([contestant, texts]) =>
    Object.entries(texts).map(([prompt, text]) => ({ prompt, contestant, text, turns: null })),
  ),
  votes: Object.keys(PROMPTS).flatMap((prompt, n) =>
    pairs.map(([left, right], m) =>
      voteOf(left, right, (n + m) % 3 === 0 ? 'right' : 'left', {
        key: `${prompt} ${left}`,
        prompt,
        voter: `v${m}`,
      }),
    ),
  ),
  setUp: { settings: leaks === undefined ? {} : { leaks }, providers: [], judges: [], checks: [] },
})

const board = async (slug: string) => {
  await app.settle()
  return await app.board(slug)
}
const counts = async (slug: string) => {
  const { votes, excluded } = await board(slug)
  const { quarantined, leaked } = excluded
  return { votes, quarantined, leaked }
}
const leaksOf = async (slug: string) =>
  Leaks.parse(await (await app.asAdmin(`/api/admin/arenas/${slug}/leaks`)).json()).leaks
const change = (slug: string, verb: 'release' | 'hold', leaks: number[]) =>
  app.asAdmin(`/api/admin/arenas/${slug}/leaks/${verb}`, { leaks, reason: 'looked at it' })

describe('leaks', () => {
  it('are found when answers arrive; their votes are kept, shown as leaked, and counted nowhere', async () => {
    await app.import(arena('arriving'))
    expect(await counts('arriving')).toEqual({ votes: 7, quarantined: 0, leaked: 5 })
    expect(
      (await leaksOf('arriving')).map(({ contestant, prompt, found, votes }) => [
        contestant,
        prompt,
        found,
        votes,
      ]),
    ).toEqual([
      [null, 'p2', 'Who are you', 3],
      ['Amber', 'p1', 'As Claude', 2],
    ])
    const rows = await app.sql`select count(*)::int as n from votes v join arenas a on a.id = v.arena_id
      where a.slug = 'arriving'`
    expect(rows).toEqual([{ n: 12 }])
  })

  it('are left out of the export, which the board can be checked with', async () => {
    const text = await app.text('/api/arenas/arriving/export/votes.jsonl')
    expect(text.split('\n').filter(Boolean)).toHaveLength(7)
    const rows = await exportedRows(text)
    expect(verifyBoard(await board('arriving'), rows, { version: VERSION }).agrees).toBe(true)
  })

  it('are named on the page of the battle', async () => {
    const leaked = async (prompt: string) => {
      const rows = await app.sql<{ id: string }>`
        select b.id from battles b join prompts p on p.arena_id = b.arena_id and p.id = b.prompt_id
        join arenas a on a.id = b.arena_id where a.slug = 'arriving' and p.key = ${prompt} order by b.id limit 1`
      const { quarantined, leaked: is } = await app.read(DecidedBattle, `/api/battles/${rows[0].id}`)
      return [quarantined, is]
    }
    expect(await leaked('p2')).toEqual([true, true])
    expect(await leaked('p4')).toEqual([false, false])
  })

  it('are not drawn for voters', async () => {
    const visitor = new Visitor(app)
    const shown: string[] = []
    for (let n = 0; n < 7; n++) {
      const issued = await visitor.battle('arriving')
      shown.push(JSON.stringify(issued.battle))
    }
    expect(shown.join()).not.toMatch(/Claude|Who are you/)
    await expect(visitor.ask('arriving')).toBeProblem(409, 'nothing_left_to_vote_on')
  })

  it('are released by an operator as a false alarm, on record, and held again', async () => {
    const [asks, names] = await leaksOf('arriving')
    const answer = await change('arriving', 'release', [names.id])
    expect(await answer.json()).toEqual({ arena: 'arriving', held: false, leaks: [names.id], votes: 2 })
    expect(await counts('arriving')).toEqual({ votes: 9, quarantined: 0, leaked: 3 })
    expect(await (await change('arriving', 'release', [names.id])).json()).toMatchObject({
      leaks: [],
      votes: 0,
    })

    // the same file again finds nothing anew
    await app.import(arena('arriving'))
    expect(await counts('arriving')).toEqual({ votes: 9, quarantined: 0, leaked: 3 })

    await change('arriving', 'hold', [names.id])
    expect(await counts('arriving')).toEqual({ votes: 7, quarantined: 0, leaked: 5 })
    const log = await (await app.asAdmin('/api/admin/arenas/arriving/audit')).json()
    const acts = (log as { entries: { act: string }[] }).entries.map(({ act }) => act)
    expect(acts).toEqual(expect.arrayContaining(['leaks_released', 'leaks_held']))
    await expect(change('arriving', 'release', [asks.id, 999_999])).toBeProblem(404, 'leak_unknown')
  })

  it('leave a vote alone that an operator released by itself, and one in quarantine where it is', async () => {
    await app.import(arena('mixed'))
    const rows = await app.sql<{ id: number }>`
      select v.id from votes v join battles b on b.arena_id = v.arena_id and b.id = v.battle_id
      join prompts p on p.arena_id = b.arena_id and p.id = b.prompt_id join arenas a on a.id = v.arena_id
      where a.slug = 'mixed' and p.key = 'p2' order by v.id`
    const votes = (verb: string, ids: number[]) =>
      app.asAdmin(`/api/admin/arenas/mixed/votes/${verb}`, { votes: ids, reason: 'seen' })
    await votes('release', [rows[0].id])
    expect(await counts('mixed')).toEqual({ votes: 8, quarantined: 0, leaked: 4 })
    await app.import(arena('mixed'))
    expect(await counts('mixed')).toEqual({ votes: 8, quarantined: 0, leaked: 4 })
    await votes('quarantine', [rows[0].id])
    expect(await counts('mixed')).toEqual({ votes: 7, quarantined: 1, leaked: 4 })
    const asks = (await leaksOf('mixed')).find(({ contestant }) => contestant === null)!
    await change('mixed', 'release', [asks.id])
    expect(await counts('mixed')).toEqual({ votes: 9, quarantined: 1, leaked: 2 })
  })

  it('follow the words that the arena lists, and end where it asks for none', async () => {
    await app.import(arena('listed', { of: { Cedar: ['Kiki'] } }))
    expect(await counts('listed')).toEqual({ votes: 5, quarantined: 0, leaked: 7 })
    await app.import(arena('listed', { find: false }))
    expect(await counts('listed')).toEqual({ votes: 12, quarantined: 0, leaked: 0 })
    await app.import(arena('listed'))
    expect(await counts('listed')).toEqual({ votes: 7, quarantined: 0, leaked: 5 })
  })

  it('are found in what a page says, whatever its tags', async () => {
    const { answers, ...rest } = arena('pages')
    const page = '<!doctype html><p>I&#39;m <b class="x">ChatGPT</b>, hello.</p>'
    const clean = answers.find(({ contestant, prompt }) => contestant === 'Birch' && prompt === 'p1')!
    await app.import({
      ...rest,
      answers: answers.map((one) => (one === clean ? { ...one, text: page } : one)),
    })
    // one more pair shows it: Amber's answer on p1 is a leak already
    expect(await counts('pages')).toEqual({ votes: 6, quarantined: 0, leaked: 6 })
  })

  it('are found in arenas of an earlier version by a job', async () => {
    await app.import(arena('earlier', { find: false }))
    await app.sql`update arenas set settings = '{}' where slug = 'earlier'`
    await app.sql`update answers set leak_rules = null`
    await app.sql`update prompts set leak_rules = null`
    expect(await counts('earlier')).toEqual({ votes: 12, quarantined: 0, leaked: 0 })
    await requestLeakSearches(app.deps)
    expect(await counts('earlier')).toEqual({ votes: 7, quarantined: 0, leaked: 5 })
  })

  it('are searched beside the boards: neither a new board nor a draw waits for the search', async () => {
    await app.import(arena('beside'))
    await app.settle()
    const { id } = await app.arena('beside')
    await app.sql`update answers set leak_rules = null where arena_id = ${id}`
    const jobs = async (task: string) =>
      (
        await app.sql`select from graphile_worker.jobs where task_identifier = ${task} and key like ${`%-${id}`}`
      ).length
    const holder = await app.database.connect()
    try {
      await holder.query('begin')
      await holder.query('select from answers where arena_id = $1 for no key update', [id])
      await requestLeakSearches(app.deps)
      const visitor = new Visitor(app)
      expect((await visitor.vote(await visitor.battle('beside'), 'left')).status).toBe(201)
      await expect.poll(() => jobs('rate-arena'), { timeout: 10_000 }).toBe(0)
      expect(await jobs('find-leaks')).toBe(1)
    } finally {
      await holder.query('rollback')
      await holder.end()
    }
    await app.settle()
  })

  it('are found in an answer that a run makes, and in votes that come after it', async () => {
    const { votes, answers, ...rest } = arena('made')
    const without = answers.filter(({ contestant, prompt }) => contestant !== 'Amber' || prompt !== 'p4')
    await app.import({ ...rest, answers: without, votes: [] })
    const rows = await app.sql<{ arena: number; prompt: number; contestant: number }>`
      select a.id as arena, p.id as prompt, c.id as contestant from arenas a
      join prompts p on p.arena_id = a.id and p.key = 'p4' join contestants c on c.arena_id = a.id and c.name = 'Amber'
      where a.slug = 'made'`
    const [{ arena: arenaId, prompt: promptId, contestant: contestantId }] = rows
    const made = {
      promptId,
      contestantId,
      sample: 1,
      inputsSha256: 'x',
      context: null,
      madeAt: app.deps.clock(),
      turns: [
        {
          text: 'I am ChatGPT, so I do not know.',
          finishReason: 'stop',
          model: 'm',
          inputTokens: 1,
          cachedInputTokens: 0,
          outputTokens: 1,
          costUsd: 0,
          latencyMs: 1,
        },
      ],
    }
    await app.deps.db.transaction().execute((trx) => recordAnswer(trx, arenaId, made))
    await app.import({ ...rest, answers: without, votes })
    expect(await counts('made')).toEqual({ votes: 5, quarantined: 0, leaked: 7 })
  })
})
