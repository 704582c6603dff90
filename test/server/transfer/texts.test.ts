/** Texts that people voted on never change; votes are bound to the texts they were about. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { importInto } from '../../../server/transfer/index.ts'
import type { ArenaImport } from '../../../server/transfer/import/arena-import.ts'
import { appFor } from '../../support/app.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'
import { Visitor } from '../visitor.ts'

const [first, second, third] = NAMES as [string, string, string]

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
    const { rows } = await sql<{ text: string }>`
      select a.text from answers a join prompts p on p.id = a.prompt_id join contestants c on c.id = a.contestant_id
        join arenas on arenas.id = a.arena_id
      where arenas.slug = ${arena} and c.name = ${contestant} and p.key = ${prompt}`.execute(app.deps.db)
    return rows[0]?.text
  }

  it('cannot change once it was voted on', async () => {
    const arena = arenaOf('voted', { votes: [voteOf(first, second, 'left', { prompt: 'p1' })] })
    await importInto(app.deps, arena)
    for (const contestant of [first, second])
      await expect(importInto(app.deps, rewritten(arena, contestant, 'p1'))).rejects.toThrow(
        /The answer of .* to prompt "p1" was already shown or voted on/,
      )
    expect(await textOf('voted', first, 'p1')).toBe('Reply 1 to question 1.')
  })

  it('cannot change once it was shown', async () => {
    const arena = arenaOf('shown', { names: [first, second], prompts: 1 })
    await importInto(app.deps, arena)
    await new Visitor(app).battle('shown')
    await expect(importInto(app.deps, rewritten(arena, first, 'p1'))).rejects.toThrow(
      /already shown or voted on/,
    )
  })

  it('can change until somebody has seen it', async () => {
    const arena = arenaOf('unseen', { votes: [voteOf(first, second, 'left', { prompt: 'p1' })] })
    await importInto(app.deps, arena)
    expect(await importInto(app.deps, rewritten(arena, third, 'p1'))).toMatchObject({ answersAdded: 1 })
    expect(await importInto(app.deps, rewritten(arena, first, 'p2'))).toMatchObject({ answersAdded: 2 })
    expect(await textOf('unseen', first, 'p2')).toBe('Rewritten.')
    expect(await textOf('unseen', third, 'p1')).toBe('Reply 3 to question 1.')
  })

  it('of a prompt cannot change at all', async () => {
    const arena = arenaOf('asked')
    await importInto(app.deps, arena)
    const messages = [{ role: 'user' as const, content: 'Another question?' }]
    const changed = { ...arena, prompts: [{ ...arena.prompts[0], messages }] }
    await expect(importInto(app.deps, changed)).rejects.toThrow(
      /Prompt "p1" is already in this arena with another text/,
    )
  })

  it('of one prompt cannot have two versions in one import', async () => {
    const arena = arenaOf('two')
    const messages = [{ role: 'user' as const, content: 'Another question?' }]
    const changed = { ...arena, prompts: [...arena.prompts, { ...arena.prompts[0], messages }] }
    await expect(importInto(app.deps, changed)).rejects.toThrow(/p1/)
  })
})

describe('an imported vote', () => {
  const app = appFor()

  const battles = async (arena: string) => {
    const { rows } = await sql`
      select p.key as prompt, l.text as left, r.text as right, b.origin, v.source, v.voter, v.outcome
      from votes v join battles b on b.id = v.battle_id join arenas a on a.id = b.arena_id
        left join prompts p on p.id = b.prompt_id
        left join answers l on l.id = b.left_answer_id left join answers r on r.id = b.right_answer_id
      where a.slug = ${arena} order by v.id`.execute(app.deps.db)
    return rows
  }

  it('is bound to the two texts it was about, if both are there', async () => {
    const says = (name: string, prompt: number) =>
      name === third && prompt === 2 ? null : `${name} on ${prompt}`
    const votes = [
      voteOf(second, first, 'left', { prompt: 'p2', voter: 'anna' }),
      voteOf(first, third, 'tie', { prompt: 'p2', source: 'judge', voter: 'critic' }),
      voteOf(first, second, 'both_bad', { prompt: 'unknown', source: 'result' }),
      voteOf(first, second, 'right', { prompt: null, source: 'simulated' }),
    ]
    await importInto(app.deps, arenaOf('bound', { says, votes }))
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
      ((await (await app.request(`/api/arenas/${arena}`)).json()) as { categories: string[] }).categories
    await importInto(app.deps, arenaOf('together', { votes: [vote] }))
    expect(await categories('together')).toEqual(['travel'])
    await importInto(app.deps, { ...arenaOf('later', { votes: [vote] }), prompts: [], answers: [] })
    expect(await categories('later')).toEqual(['travel'])
    await importInto(app.deps, arenaOf('later'))
    expect(await categories('later')).toEqual(['travel'])
  })
})
