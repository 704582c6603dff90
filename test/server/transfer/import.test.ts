/** An import is stored as a whole or not at all; the same import again changes nothing. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { ArenaImport } from '../../../server/transfer/import/arena-import.ts'
import { ArenaFilesRead, type ArenaDetail, ImportReceipt } from '../../../shared/contracts/index.ts'
import { appFor, formOf } from '../../support/app.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'
import { Visitor, problemOf } from '../visitor.ts'
import { randomUUID } from 'node:crypto'
import { ascendingIds } from '../../../server/transfer/import/stage-votes.ts'

const [first, second, third] = NAMES as [string, string, string]
const TABLES = ['arenas', 'contestants', 'prompts', 'answers', 'battles', 'votes', 'graphile_worker.jobs']

const app = appFor()

describe('an import', () => {
  async function everything(): Promise<unknown[]> {
    await app.settle()
    return Promise.all(
      TABLES.map(
        async (table) => (await sql`select count(*) from ${sql.raw(table)}`.execute(app.deps.db)).rows,
      ),
    )
  }

  const detail = (arena: string) => app.json<ArenaDetail>(`/api/arenas/${arena}`)

  it('creates the arena and reports what it added', async () => {
    const votes = [voteOf(first, second, 'left'), voteOf(second, third, 'tie', { criterion: 'kind' })]
    const arena = arenaOf('fresh', { votes, arena: { description: 'Which one?' } })
    expect(await app.import(arena)).toEqual({
      arena: 'fresh',
      created: true,
      contestants: 3,
      contestantsNamed: [first, second, third].toSorted(),
      prompts: 4,
      promptsWithoutText: 0,
      votable: true,
      dryRun: false,
      contestantsAdded: 3,
      promptsAdded: 4,
      answers: 12,
      answersAdded: 12,
      votesAdded: 2,
      votesAlreadyThere: 0,
      votesRepeated: 0,
      promptsRetired: [],
      promptsRestored: [],
      promptsThatWerePublic: [],
      lateDecision: null,
      contestantsNotNamed: [],
      kinds: [],
    })
    expect(await detail('fresh')).toMatchObject({
      title: 'Arena fresh',
      description: 'Which one?',
      criteria: ['overall', 'kind'],
      votable: true,
      votes: 2,
    })
  })

  it('adds nothing the second time, and does not change the board', async () => {
    const arena = arenaOf('again', { votes: [voteOf(first, second, 'left'), voteOf(second, third, 'left')] })
    await app.import(arena)
    await app.settle()
    const board = async () => (await app.request('/api/arenas/again/leaderboard')).headers.get('etag')
    const [before, tag] = [await everything(), await board()]
    expect(await app.import(arena)).toMatchObject({
      created: false,
      answersAdded: 0,
      votesAdded: 0,
      votesAlreadyThere: 2,
    })
    await app.settle()
    expect(await everything()).toEqual(before)
    expect(await board()).toBe(tag)
  })

  it('counts a vote that is in the file twice once', async () => {
    const vote = voteOf(first, second, 'left')
    const result = await app.import(arenaOf('twice', { votes: [vote, { ...vote, outcome: 'right' }] }))
    expect(result).toMatchObject({ votesAdded: 1, votesAlreadyThere: 0, votesRepeated: 1 })
  })

  it('adds new contestants, prompts, criteria and votes to the existing ones', async () => {
    await app.import(arenaOf('grows', { names: [first, second], prompts: 2 }))
    const votes = [voteOf(first, third, 'left', { criterion: 'brief', prompt: 'p9' })]
    const result = await app.import(arenaOf('grows', { prompts: 3, votes }))
    expect(result).toMatchObject({
      created: false,
      contestants: 3,
      prompts: 4,
      answersAdded: 5,
      votesAdded: 1,
    })
    expect((await detail('grows')).criteria).toEqual(['overall', 'brief'])
  })

  const failing: [string, (arena: ArenaImport) => ArenaImport, RegExp][] = [
    [
      'two answers of one contestant to one prompt',
      (arena) => ({
        ...arena,
        answers: [...arena.answers, { ...arena.answers[0], text: 'On second thoughts.' }],
      }),
      /Quillon-7b has two different answers to prompt "p1"/,
    ],
    [
      'a vote of a contestant against itself',
      (arena) => ({ ...arena, votes: [voteOf(first, first, 'tie')] }),
      /no_self_battle/,
    ],
    [
      'a vote nobody can read, after a thousand good ones',
      (arena) => ({
        ...arena,
        votes: [
          ...Array.from({ length: 1000 }, () => voteOf(first, second, 'left')),
          voteOf(first, second, 'model_a' as 'left'),
        ],
      }),
      /check constraint/,
    ],
  ]

  it.each(failing)(
    'with %s leaves nothing behind, and an existing arena unchanged',
    async (_, spoil, complaint) => {
      const before = await everything()
      await expect(app.import(spoil(arenaOf('spoilt')))).rejects.toThrow(complaint)
      expect(await everything()).toEqual(before)
      expect((await app.request('/api/arenas/spoilt')).status).toBe(404)
      await app.import(arenaOf('standing', { names: [second], prompts: 1 }))
      const [standing, arena] = [await everything(), await detail('standing')]
      await expect(app.import(spoil(arenaOf('standing')))).rejects.toThrow(complaint)
      expect(await everything()).toEqual(standing)
      expect(await detail('standing')).toEqual(arena)
    },
  )

  it('twice at once, into an arena that is new or not, adds everything once', async () => {
    const arena = arenaOf('raced', { votes: Array.from({ length: 50 }, () => voteOf(first, second, 'left')) })
    const twice = () => Promise.all([app.import(arena), app.import(arena)])
    const fresh = await twice()
    expect(fresh.map(({ votesAdded }) => votesAdded).sort()).toEqual([0, 50])
    expect(fresh.map(({ created }) => created).sort()).toEqual([false, true])
    arena.votes.push(voteOf(first, third, 'right'))
    expect((await twice()).map(({ votesAdded }) => votesAdded).sort()).toEqual([0, 1])
    expect((await detail('raced')).votes).toBe(51)
  })

  it('gives every contestant a separate slug', async () => {
    const names = ['GPT 4.1', 'gpt-4.1', 'Ünïcode', '***', '日本', 'x'.repeat(90)]
    await app.import(arenaOf('slugs', { names, prompts: 1 }))
    const { contestants } = await app.board('slugs')
    const slugs = new Map(contestants.map(({ name, slug }) => [name, slug]))
    expect(new Set(slugs.values()).size).toBe(6)
    for (const slug of slugs.values()) expect(slug).toMatch(/^[a-z0-9-]{1,64}$/)
    expect(slugs.get('Ünïcode')).toBe('uenicode')
  })

  it('lets visitors vote while it runs', async () => {
    await app.import(arenaOf('busy', { prompts: 20 }))
    const visitor = new Visitor(app)
    const votes = Array.from({ length: 2000 }, () => voteOf(first, second, 'left'))
    const importing = app.import(arenaOf('busy', { prompts: 20, votes }))
    const cast = []
    for (let n = 0; n < 5; n++) cast.push((await visitor.vote(await visitor.battle('busy'), 'left')).status)
    await importing
    expect(cast).toEqual([201, 201, 201, 201, 201])
    expect((await detail('busy')).votes).toBe(2005)
  })
})

/** Which rows of votes files are the same vote: of one file, of several, and of a file that is imported again. */
async function receiptOf(slug: string, files: Record<string, string>, query = '') {
  const path = `/api/admin/arenas/${slug}/import?strict&yes&${query}`
  const response = await app.asAdmin(path, formOf(files))
  return ImportReceipt.parse(await response.json())
}

async function send(slug: string, files: Record<string, string>, query = ''): Promise<number[]> {
  const { votesAdded, votesAlreadyThere } = await receiptOf(slug, files, query)
  return [votesAdded, votesAlreadyThere]
}

const keysOf = (slug: string) =>
  app.sql<{ import_key: string; voter: string }>`
    select v.import_key, v.voter from votes v join arenas a on a.id = v.arena_id where a.slug = ${slug} order by v.id`

const PLAIN = 'model_a,model_b,winner\nA,B,model_a\nA,B,model_a\n'
const TIMED =
  'model_a,model_b,winner,tstamp\nA,B,model_a,1767225605\nA,B,model_a,1767225605\nB,C,tie,1767225606\n'
const NAMED = 'id,model_a,model_b,winner\nx,A,B,model_a\nx,A,B,model_a\ny,A,B,model_a\n'

describe('equal rows', () => {
  const ROW = { model_a: 'A', model_b: 'B', winner: 'model_a' }
  const JSON_ROWS = JSON.stringify([ROW, ROW, ROW])
  const [OF_LINES, OF_CONTENT] = ['[\\w-]{22}', '[\\w-]{43}']

  it.each<[what: string, imports: [files: Record<string, string>, counts: number[]][], keys: string[]]>([
    [
      'without id and time are separate votes, by their lines; the file again adds nothing',
      [
        [{ 'one.csv': PLAIN }, [2, 0]],
        [{ 'one.csv': PLAIN }, [0, 2]],
        [{ 'two.csv': `${PLAIN}A,B,tie\n` }, [3, 0]],
      ],
      [`${OF_LINES}:2`, `${OF_LINES}:3`],
    ],
    [
      'on one line of JSON are separate votes too, by their numbers',
      [
        [{ 'one.json': JSON_ROWS }, [3, 0]],
        [{ 'one.json': JSON_ROWS }, [0, 3]],
      ],
      [`${OF_LINES}:1`, `${OF_LINES}:2`, `${OF_LINES}:3`],
    ],
    [
      'with a time are separate votes, also in a longer file',
      [
        [{ 'one.csv': TIMED }, [3, 0]],
        [{ 'two.csv': `${TIMED}B,C,tie,1767225606\n` }, [1, 3]],
      ],
      [OF_CONTENT, `${OF_CONTENT}:1`, OF_CONTENT, `${OF_CONTENT}:1`],
    ],
    [
      'with the same id are one vote',
      [
        [{ 'one.csv': NAMED }, [2, 0]],
        [{ 'one.csv': NAMED }, [0, 2]],
      ],
      [],
    ],
    ['without id, of two files, are votes of each', [[{ 'one.csv': PLAIN, 'two.csv': PLAIN }, [2, 0]]], []],
    ['with a time, of two files, are one vote each', [[{ 'one.csv': TIMED, 'two.csv': TIMED }, [3, 0]]], []],
    ['with an id, of two files, are one vote each', [[{ 'one.csv': NAMED, 'two.csv': NAMED }, [2, 0]]], []],
  ])('%s', async (what, imports, keys) => {
    const slug = what.replaceAll(/\W+/g, '-').slice(0, 50).toLowerCase()
    for (const [n, [files, counts]] of imports.entries())
      expect(await send(slug, files, n === 0 ? 'create' : '')).toEqual(counts)
    const stored = (await keysOf(slug)).slice(0, keys.length).map(({ import_key }) => import_key)
    expect(stored).toEqual(keys.map((key) => expect.stringMatching(new RegExp(`^${key}$`))))
  })

  it('of one import are counted apart from those that are there already', async () => {
    const files = { 'one.csv': NAMED, 'two.csv': NAMED }
    expect(await receiptOf('counted-apart', files, 'create')).toMatchObject({ votesRepeated: 4 })
    expect(await receiptOf('counted-apart', files)).toMatchObject({ votesAlreadyThere: 2, votesRepeated: 4 })
  })

  it('of a file under another name add nothing; a longer one without ids and times adds all, with a warning', async () => {
    const row = (i: number) => `m${i % 4},n${(i * 7) % 5},${['model_a', 'tie'][i % 2]}\n`
    const text = (first: number) =>
      ['model_a,model_b,winner\n', ...Array.from({ length: 150 }, (_, i) => row(first + i))].join('')
    const sent = async (name: string, content: string, query = '') => {
      const { votesAdded, warnings } = await receiptOf('names', { [name]: content }, query)
      return [votesAdded, warnings.filter(({ code }) => code === 'file_like_earlier').length]
    }
    expect(await sent('one.csv', text(0), 'create')).toEqual([150, 0])
    expect(await sent('copy.csv', text(0))).toEqual([0, 0])
    expect(await sent('later.csv', text(3))).toEqual([150, 0])
    expect(await sent('longer.csv', `${text(0)}A,B,tie\n`)).toEqual([151, 1])
  })

  it('keep their keys from version to version, so that an old file adds nothing', async () => {
    await send(
      'kept',
      { 'one.csv': 'id,model_a,model_b,winner,tstamp,judge\na,A,B,model_a,1767225605,ann\n' },
      'create',
    )
    expect(await keysOf('kept')).toEqual([
      { import_key: 'MI5VoOIueMw2cOG0JazsDCaVIfOxD-uRDjpA0hto_ng', voter: 'ann' },
    ])
  })
})

it('prompts of votes keep the first category that stands, and get one if they have none', async () => {
  const rows = (...lines: string[]) => ['question_id,category,model_a,model_b,winner,id', ...lines].join('\n')
  await send('kinds', { 'one.csv': rows('p,,A,B,tie,1', 'q,early,A,B,tie,2') }, 'create')
  await send('kinds', { 'two.csv': rows('p,late,A,B,tie,3', 'p,later,A,B,tie,4', 'q,late,A,B,tie,5') })
  const stored = await app.sql`select p.key, p.category from prompts p join arenas a on a.id = p.arena_id
    where a.slug = 'kinds' order by p.id`
  expect(stored).toEqual([
    { key: 'p', category: 'late' },
    { key: 'q', category: 'early' },
  ])
})

/** Tables that are sent make a new arena, like `import` in the terminal. */
describe('an arena from a table', () => {
  const TABLE = 'prompt,Short,Long\nHi?,Yes.,"Yes, indeed."\nBye?,No.,Not at all.\n'

  const send = (path: string, content = TABLE, name = 'wide.csv') =>
    app.asAdmin(`/api/admin/arenas/${path}`, formOf({ [name]: content }))

  it('a table makes an arena with title and question, and a trial makes nothing', async () => {
    const query = '?create&title=Replies&question=Which%20is%20kinder%3F'
    const trial = ImportReceipt.parse(await (await send(`wide/import${query}&dry-run`)).json())
    expect(trial).toMatchObject({
      dryRun: true,
      contestantsAdded: 2,
      promptsAdded: 2,
      answersAdded: 4,
      mostlyNew: false,
    })
    expect((await app.request('/api/arenas/wide')).status).toBe(404)
    expect((await send(`wide/import${query}`)).status).toBe(400)
    expect((await send(`wide/import${query}&yes`)).status).toBe(200)
    expect(await app.json('/api/arenas/wide')).toMatchObject({
      title: 'Replies',
      description: 'Which is kinder?',
      votable: true,
    })
  })

  it.each([
    ['votes.json', '[{"model_a":"A","model_b":"B","winner":"model_a"}]'],
    ['votes.jsonl', '{"model_a":"A","model_b":"B","winner":"tie"}\n'],
  ])('%s makes an arena too', async (name, content) => {
    const slug = name.replace('.', '-')
    expect((await send(`${slug}/import?create`, content, name)).status).toBe(200)
    expect(await app.json(`/api/arenas/${slug}`)).toMatchObject({ title: slug, votes: 1 })
  })

  it('an arena that exists, a wrong address and a missing arena are refused', async () => {
    await send('there/import?create')
    expect(await problemOf(await send('there/import?create'))).toEqual([400, 'invalid_request'])
    expect(await problemOf(await send('No%20slug/import?create'))).toEqual([400, 'invalid_request'])
    expect(await problemOf(await send('nowhere/import'))).toEqual([404, 'arena_unknown'])
  })
})

it('ascending ids are UUIDs of version 7 with their time, each above the one before it', () => {
  const now = new Date('2026-02-03T04:05:06.789Z')
  const next = ascendingIds(now, randomUUID)
  const ids = Array.from({ length: 10_000 }, next)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(parseInt(ids[0].replace('-', '').slice(0, 12), 16)).toBe(now.getTime())
  expect([...ids].sort()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
})

/** Texts that people voted on never change; votes are bound to the texts they were about. */
describe('an imported text', () => {
  const app = appFor()

  const rewritten = (arena: ArenaImport, contestant: string, prompt: string): ArenaImport => ({
    ...arena,
    answers: arena.answers.map((answer) =>
      answer.contestant === contestant && answer.prompt === prompt
        ? { ...answer, text: 'Rewritten.' }
        : answer,
    ),
  })

  const textOf = async (arena: string, contestant: string, prompt: string) => {
    const [row] = await app.sql<{ text: string }>`
      select a.text from answers a join prompts p on p.id = a.prompt_id join contestants c on c.id = a.contestant_id
        join arenas on arenas.id = a.arena_id
      where arenas.slug = ${arena} and c.name = ${contestant} and p.key = ${prompt}`
    return row?.text
  }
  const vote = voteOf(first, second, 'left', { prompt: 'p1' })
  const messages = [{ role: 'user' as const, content: 'Another question?' }]

  it('cannot change once it was voted on, or once it was shown', async () => {
    const voted = arenaOf('voted', { votes: [vote] })
    await app.import(voted)
    for (const contestant of [first, second])
      await expect(app.import(rewritten(voted, contestant, 'p1'))).rejects.toThrow(
        /The answer of .* to prompt "p1" was already shown or voted on/,
      )
    expect(await textOf('voted', first, 'p1')).toBe('Reply 1 to question 1.')
    const shown = arenaOf('shown', { names: [first, second], prompts: 1 })
    await app.import(shown)
    await new Visitor(app).battle('shown')
    await expect(app.import(rewritten(shown, first, 'p1'))).rejects.toThrow(/already shown or voted on/)
  })

  it('can change until somebody has seen it', async () => {
    const arena = arenaOf('unseen', { votes: [vote] })
    await app.import(arena)
    expect(await app.import(rewritten(arena, third, 'p1'))).toMatchObject({ answersAdded: 1 })
    expect(await app.import(rewritten(arena, first, 'p2'))).toMatchObject({ answersAdded: 2 })
    expect(await textOf('unseen', first, 'p2')).toBe('Rewritten.')
    expect(await textOf('unseen', third, 'p1')).toBe('Reply 3 to question 1.')
  })

  it('of a prompt cannot change at all, and has no two versions in one import', async () => {
    const arena = arenaOf('asked')
    const changed = { ...arena.prompts[0], messages }
    await expect(app.import({ ...arena, prompts: [...arena.prompts, changed] })).rejects.toThrow(/p1/)
    await app.import(arena)
    await expect(app.import({ ...arena, prompts: [changed] })).rejects.toThrow(
      /Prompt "p1" is already in this arena with another text/,
    )
  })
})

describe('an imported vote', () => {
  const app = appFor()

  const battles = (arena: string) =>
    app.sql`
      select p.key as prompt, l.text as left, r.text as right, b.origin, v.source, v.voter, v.outcome
      from votes v join battles b on b.id = v.battle_id join arenas a on a.id = b.arena_id
        left join prompts p on p.id = b.prompt_id
        left join answers l on l.id = b.left_answer_id left join answers r on r.id = b.right_answer_id
      where a.slug = ${arena} order by v.id`

  it('is bound to the two texts it was about, if both are there', async () => {
    const says = (name: string, prompt: number) =>
      name === third && prompt === 2 ? null : `${name} on ${prompt}`
    const votes = [
      voteOf(second, first, 'left', { prompt: 'p2', voter: 'anna' }),
      voteOf(first, third, 'tie', { prompt: 'p2', source: 'judge', voter: 'critic' }),
      voteOf(first, second, 'both_bad', { prompt: 'unknown', source: 'result' }),
      voteOf(first, second, 'right', { prompt: null, source: 'simulated' }),
    ]
    await app.import(arenaOf('bound', { says, votes }))
    const bare = { left: null, right: null }
    expect(await battles('bound')).toMatchObject([
      {
        prompt: 'p2',
        left: `${second} on 2`,
        right: `${first} on 2`,
        origin: 'import',
        source: 'human',
        voter: 'anna',
      },
      { prompt: 'p2', ...bare, origin: 'import', source: 'judge', voter: 'critic' },
      { prompt: 'unknown', ...bare, origin: 'import', source: 'result', voter: votes[2].key },
      { prompt: null, ...bare, origin: 'simulation', source: 'simulated' },
    ])
  })

  it('keeps its category, whichever came first, the text or the vote', async () => {
    const vote = voteOf(first, second, 'left', { prompt: 'p1', category: 'travel' })
    const categories = async (arena: string) =>
      (await app.json<ArenaDetail>(`/api/arenas/${arena}`)).categories
    await app.import(arenaOf('together', { votes: [vote] }))
    expect(await categories('together')).toEqual(['travel'])
    await app.import({ ...arenaOf('later', { votes: [vote] }), prompts: [], answers: [] })
    expect(await categories('later')).toEqual(['travel'])
    await app.import(arenaOf('later'))
    expect(await categories('later')).toEqual(['travel'])
  })
})

describe('one more column of answers, or prompts alone', () => {
  const bring = (query: string, content: string) =>
    app.asAdmin(`/api/admin/arenas/added/import?${query}`, formOf({ 'table.csv': content }))
  it('adds a contestant or prompts to an arena, and twice it adds nothing', async () => {
    await bring('create&yes', 'prompt,A,B\nWhy?,So.,Thus.\nHow?,Slowly.,Fast.\n')
    const column = 'prompt,C\nWhy?,Because.\nHow?,Well.\n'
    const added = ImportReceipt.parse(await (await bring('', column)).json())
    expect(added).toMatchObject({ contestantsAdded: 1, contestants: 3, promptsAdded: 0, answersAdded: 2 })
    const again = ImportReceipt.parse(await (await bring('', column)).json())
    expect(again).toMatchObject({ contestantsAdded: 0, promptsAdded: 0, answersAdded: 0 })
    const prompts = ImportReceipt.parse(await (await bring('', 'id,text\nw,Where?\n')).json())
    expect(prompts).toMatchObject({ contestantsAdded: 0, promptsAdded: 1, answersAdded: 0 })
  })
})

describe('an imported file', () => {
  const PLAN = {
    kind: 'votes',
    columns: { question_id: 'Frage', model_a: 'Links', model_b: 'Rechts', winner: 'Wer' },
    ignore: ['Notiz'],
    outcomes: { links: 'model_a', rechts: 'model_b' },
  }
  const VOTES = 'Frage,Links,Rechts,Wer,Notiz\np1,A,B,links,x\np2,B,A,rechts,y\n'
  const send = (arena: string, query: Record<string, string>, content = VOTES) =>
    app.asAdmin(
      `/api/admin/arenas/${arena}/import?${new URLSearchParams(query)}`,
      formOf({ 'votes.csv': content }),
    )
  const filesOf = async (arena: string) =>
    (await app.read(ArenaFilesRead, `/api/arenas/${arena}/files`)).files

  it('is read by the plan that is sent with it, which everybody can see afterwards', async () => {
    const first = await send('planned', { create: '', plan: JSON.stringify(PLAN) })
    expect(ImportReceipt.parse(await first.json())).toMatchObject({ votesAdded: 2, contestantsAdded: 2 })
    const again = await send('planned', { plan: JSON.stringify(PLAN) })
    expect(ImportReceipt.parse(await again.json())).toMatchObject({ votesAdded: 0, votesAlreadyThere: 2 })
    expect(await filesOf('planned')).toEqual([
      { file: 'votes.csv', plan: PLAN, votes: 2, answers: 0, prompts: 0, readAt: expect.any(String) },
    ])
    const text = await app.text('/api/arenas/planned/files', { headers: { accept: 'text/plain' } })
    expect(text.replace(/\d{4}-\d\d-\d\d/, 'DAY')).toBe(
      [
        'votes.csv, read on DAY: 2 votes',
        '  columns: question_id = Frage, model_a = Links, model_b = Rechts, winner = Wer',
        '  outcomes: links = model_a, rechts = model_b',
        '  not read: Notiz\n',
      ].join('\n'),
    )
  })

  it('without a plan shows how it was read, and that plan reads it again', async () => {
    const content = 'question_id,model_a,model_b,winner,notes\np1,A,B,tie,x\n'
    expect((await send('unplanned', { create: '', yes: '' }, content)).status).toBe(200)
    const [{ plan }] = await filesOf('unplanned')
    expect(plan).toMatchObject({ kind: 'votes', columns: { winner: 'winner' }, ignore: ['notes'] })
    const copy = await send('copied', { create: '', plan: JSON.stringify(plan) }, content)
    expect(ImportReceipt.parse(await copy.json())).toMatchObject({ votesAdded: 1 })
  })

  it('of counts is read where that is asked for, with a yes', async () => {
    const table = 'model,A,B\nA,0,3\nB,2,0\n'
    expect(await problemOf(await send('counted', { create: '', from: 'counts' }, table))).toEqual([
      400,
      'invalid_request',
    ])
    const counts = await send('counted', { create: '', from: 'counts', yes: '' }, table)
    expect(ImportReceipt.parse(await counts.json())).toMatchObject({ votesAdded: 5, contestants: 2 })
  })

  it.each(['no JSON', '{"kind":"vote"}', '{"kind":"votes","columns":{"winnr":"x"}}', '[]', '{}'])(
    'is refused with %s for a plan',
    async (plan) => {
      expect(await problemOf(await send('refused', { create: '', plan }))).toEqual([400, 'invalid_request'])
      expect(await problemOf(await app.request('/api/arenas/refused/files'))).toEqual([404, 'arena_unknown'])
    },
  )
})
