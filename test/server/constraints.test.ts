/** What must never be, the database itself refuses: these statements go around all code. */
import { sql, type RawBuilder } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { appFor } from '../support/app.ts'
import { arenaOf } from './arena-import.ts'
import { Visitor } from './visitor.ts'

interface Battle {
  arena_id: number
  id: string
  voter: string
  prompt_id: number
  left_contestant_id: number
  right_contestant_id: number
  left_answer_id: number
  right_answer_id: number
}

describe('the database', () => {
  let battle: Battle
  const app = appFor({}, async () => {
    await app.import(arenaOf('facts', { prompts: 20 }))
    await app.import(arenaOf('elsewhere'))
  })

  beforeEach(async () => {
    const issued = await new Visitor(app).battle('facts')
    const rows = await app.sql<Battle>`select * from battles where id = ${issued.battle.id}`
    battle = rows[0]
  })

  const run = (statement: RawBuilder<unknown>) => statement.execute(app.deps.db)

  /** The shown battle once more, by a new voter, with these columns changed. */
  const copied = (changes: Partial<Record<keyof Battle, unknown>>) => {
    const row = {
      ...battle,
      id: app.deps.chance.newId(),
      voter: `voter ${app.deps.chance.newId()}`,
      ...changes,
    }
    return run(sql`
      insert into battles (arena_id, id, criterion, prompt_id, left_contestant_id, right_contestant_id,
        left_answer_id, right_answer_id, voter, origin, shown_at, expires_at)
      values (${row.arena_id}, ${row.id}, 'overall', ${row.prompt_id}, ${row.left_contestant_id}, ${row.right_contestant_id},
        ${row.left_answer_id}, ${row.right_answer_id}, ${row.voter}, 'page', now(), now())`)
  }

  const vote = (voter = battle.voter, arena = battle.arena_id) =>
    run(sql`
      insert into votes (arena_id, battle_id, voter, outcome, source, cast_at, recorded_at)
      values (${arena}, ${battle.id}, ${voter}, 'left', 'human', now(), now())`)

  const anAnswer = async (condition: RawBuilder<unknown>) => {
    const rows = await app.sql<{ id: number; arena_id: number }>`
      select id, arena_id from answers where ${condition} limit 1`
    return rows[0]
  }

  it('accepts a battle as the vote page shows it', async () => {
    expect((await copied({})).numAffectedRows).toBe(1n)
  })

  it('refuses a battle of a contestant against itself', async () => {
    const itself = { left_contestant_id: battle.right_contestant_id, left_answer_id: battle.right_answer_id }
    await expect(copied(itself)).rejects.toThrow(/no_self_battle/)
  })

  it.each<[what: string, where: () => RawBuilder<unknown>]>([
    [
      'to another prompt',
      () => sql`contestant_id = ${battle.left_contestant_id} and prompt_id <> ${battle.prompt_id}`,
    ],
    [
      'of another contestant',
      () =>
        sql`prompt_id = ${battle.prompt_id} and contestant_id not in (${battle.left_contestant_id}, ${battle.right_contestant_id})`,
    ],
    ['of another arena', () => sql`arena_id <> ${battle.arena_id}`],
  ])('refuses a battle with an answer %s', async (_, where) => {
    const { id } = await anAnswer(where())
    await expect(copied({ left_answer_id: id })).rejects.toThrow(/foreign key/)
  })

  it('refuses a battle of the vote page that shows no answer', async () => {
    await expect(copied({ left_answer_id: null })).rejects.toThrow(/shown_battles_have_answers/)
  })

  it('refuses to show a voter the same pair on the same prompt again, sides swapped or not', async () => {
    const { voter } = battle
    const swapped = {
      left_contestant_id: battle.right_contestant_id,
      right_contestant_id: battle.left_contestant_id,
      left_answer_id: battle.right_answer_id,
      right_answer_id: battle.left_answer_id,
    }
    await expect(copied({ voter })).rejects.toThrow(/a_voter_sees_a_pair_once_per_prompt/)
    await expect(copied({ voter, ...swapped })).rejects.toThrow(/a_voter_sees_a_pair_once_per_prompt/)
  })

  it('refuses a second answer of a contestant to a prompt with the same sample, and a sample below 1', async () => {
    const copy = (sample: number) =>
      run(sql`
        insert into answers (arena_id, prompt_id, contestant_id, sample, text, text_sha256, characters, words)
        select arena_id, prompt_id, contestant_id, ${sample}::integer, text, text_sha256, characters, words
        from answers where arena_id = ${battle.arena_id} and id = ${battle.left_answer_id}`)
    await expect(copy(1)).rejects.toThrow(/one_answer_per_sample/)
    await expect(copy(0)).rejects.toThrow(/check constraint/)
    expect((await copy(2)).numAffectedRows).toBe(1n)
  })

  it('refuses a second vote on a battle', async () => {
    await vote()
    await expect(vote()).rejects.toThrow(/one_vote_per_battle_and_voter/)
  })

  it('refuses a vote by a voter who was not shown the battle', async () => {
    await expect(vote('somebody else')).rejects.toThrow(/foreign key/)
  })

  it('refuses a vote on the battle of another arena', async () => {
    const { arena_id } = await anAnswer(sql`arena_id <> ${battle.arena_id}`)
    await expect(vote(battle.voter, arena_id)).rejects.toThrow(/foreign key/)
  })

  it('refuses an outcome or a source that does not exist', async () => {
    const words = (outcome: string, source: string) =>
      run(sql`
        insert into votes (arena_id, battle_id, voter, outcome, source, cast_at, recorded_at)
        values (${battle.arena_id}, ${battle.id}, ${battle.voter}, ${outcome}, ${source}, now(), now())`)
    await expect(words('model_a', 'human')).rejects.toThrow(/check constraint/)
    await expect(words('left', 'oracle')).rejects.toThrow(/check constraint/)
  })

  it('refuses a retraction without a vote, and a second retraction of a vote', async () => {
    const retract = (voteId: unknown) =>
      run(sql`insert into retractions values (${battle.arena_id}, ${voteId}, now())`)
    await expect(retract(987_654_321)).rejects.toThrow(/foreign key/)
    await vote()
    const rows = await app.sql<{ id: number }>`select id from votes where battle_id = ${battle.id}`
    await retract(rows[0].id)
    await expect(retract(rows[0].id)).rejects.toThrow(/duplicate key/)
  })

  it.each([
    sql`update votes set outcome = 'tie'`,
    sql`delete from votes`,
    sql`truncate votes cascade`,
    sql`update retractions set retracted_at = now()`,
    sql`delete from retractions`,
    sql`truncate retractions`,
    sql`update votes set voter = 'erased-0', outcome = 'tie'`,
    sql`update votes set reason = 'another'`,
    sql`update battles set voter = 'somebody ' || id`,
  ])('never changes a vote, a battle or a retraction: statement %#', async (statement) => {
    await vote()
    await run(
      sql`insert into retractions select arena_id, id, now() from votes where battle_id = ${battle.id}`,
    )
    const count = () => app.sql`select count(*) from votes where outcome = 'left'`
    const before = await count()
    await expect(run(statement)).rejects.toThrow(/append-only/)
    expect(await count()).toEqual(before)
  })

  it('refuses a second battle on the same pair for the same voter in the queue, and a second repeat of one battle', async () => {
    const shown = (more: object) => {
      const row = {
        id: app.deps.chance.newId(),
        origin: 'calibration',
        repeat: null as string | null,
        ...more,
      }
      return run(sql`
        insert into battles (arena_id, id, criterion, prompt_id, left_contestant_id, right_contestant_id,
          left_answer_id, right_answer_id, voter, origin, shown_at, expires_at, repeat_of)
        select arena_id, ${row.id}, criterion, prompt_id, right_contestant_id, left_contestant_id, right_answer_id,
          left_answer_id, voter, ${row.origin}, now(), now(), ${row.repeat}
        from battles where id = ${battle.id}`)
    }
    await expect(shown({})).rejects.toThrow('a_voter_sees_a_pair_once_per_prompt')
    await expect(shown({ origin: 'page', repeat: battle.id })).rejects.toThrow('only_calibration_repeats')
    const id = app.deps.chance.newId()
    await shown({ id, repeat: battle.id })
    await expect(shown({ repeat: battle.id })).rejects.toThrow('a_battle_is_repeated_once')
    const look = (voter: string) =>
      run(sql`
        insert into second_looks (arena_id, battle_id, voter, outcome, cast_at)
        values (${battle.arena_id}, ${id}, ${voter}, 'left', now())`)
    await expect(look('somebody else')).rejects.toThrow('foreign key')
    await look(battle.voter)
    await expect(look(battle.voter)).rejects.toThrow('second_looks_pkey')
  })
})
