/**
 * Live battles: a visitor's own prompt, answered at the same time by two contestants that nobody names, then voted on.
 * Always holds: nothing is sent before its most cost is reserved in every budget. Both answers are shown at one pace. Nobody is
 * asked for a vote where an answer failed. What a visitor wrote is in nobody's set, its votes are a source of their own, and
 * its texts are erased after the days that the arena says.
 */
import { sql } from 'kysely'
import { eraseAnswers } from '../answers/index.ts'
import { ERASED } from '../platform/audit.ts'
import type { ArenaHooks, Deps } from '../platform/deps.ts'
import type { Trx } from '../platform/schema.ts'
import { erasePrompt } from '../prompts/index.ts'
import { eraseReplies } from '../runs/index.ts'
import { eraseReasonsAbout } from '../votes/index.ts'
import { failAbandonedTurn, isAbandoned, settleOrphans } from './converse.ts'
import { liveRoutes } from './routes.ts'
import { forgetOldDays } from './spending.ts'
import { requireVotable } from './issue-live-battle.ts'
import { queryRows } from '../platform/postgres/query.ts'

const SWEEP_TASK = 'sweep-live'
const DEFAULT_DAYS = 90
const keptFor = sql`make_interval(days => coalesce((a.settings #>> '{live,keepDays}')::int, ${DEFAULT_DAYS}))`

/** Ends turns whose process is gone, and erases texts that were kept long enough. */
async function sweep(deps: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = deps.clock()
  const open = await deps.db.selectFrom('live_turns').selectAll().where('status', '=', 'answering').execute()
  for (const turn of open) if (isAbandoned(turn, now)) await failAbandonedTurn(deps, turn)
  await settleOrphans(deps)
  const rows = await queryRows<{ arenaId: number; id: string }>(deps.db)`
    select c.arena_id as "arenaId", c.id from live_conversations c join arenas a on a.id = c.arena_id
    where c.erased_at is null and c.started_at < ${now}::timestamptz - ${keptFor} limit 1000`
  for (const { arenaId, id } of rows)
    await deps.db.transaction().execute((trx) => eraseConversation(trx, arenaId, id, now))
  await sweepImported(deps, now)
  await sql`
    update live_refusals r set text = null, voter = null from arenas a where a.id = r.arena_id and r.text is not null
      and r.refused_at < ${now}::timestamptz - ${keptFor}`.execute(deps.db)
  await forgetOldDays(deps.db, now)
}

/** Conversations that came in by import have a prompt for each turn, and are kept as long from then on. */
async function sweepImported(deps: Pick<Deps, 'db' | 'clock'>, now: Date): Promise<void> {
  const rows = await queryRows<{ arenaId: number; id: number }>(deps.db)`
    select p.arena_id as "arenaId", p.id from prompts p join arenas a on a.id = p.arena_id and a.settings ? 'live'
    where p.retired_by = 'live' and p.erased_at is null and p.retired_at < ${now}::timestamptz - ${keptFor}
      and not exists (select from live_conversations c where c.arena_id = p.arena_id and p.unit_group = 'live-' || c.id)
    limit 1000`
  for (const { arenaId, id } of rows)
    await deps.db.transaction().execute((trx) => eraseWholePrompt(trx, arenaId, id, now))
}

/**
 * Erases all texts of a conversation. Its votes stay.
 * @param all  whether also the prompts that an operator took into the set
 */
async function eraseConversation(
  trx: Trx,
  arenaId: number,
  id: string,
  now: Date,
  { all = false } = {},
): Promise<void> {
  // first, so that it waits for a turn that begins, and none begins after it
  await sql`
    update live_conversations set erased_at = coalesce(erased_at, ${now}) where arena_id = ${arenaId} and id = ${id}`.execute(
    trx,
  )
  const rows = await queryRows<{ id: number }>(trx)`
    select id from prompts where arena_id = ${arenaId} and unit_group = ${`live-${id}`} and erased_at is null
      and (${all} or retired_by = 'live')`
  for (const prompt of rows) await eraseWholePrompt(trx, arenaId, prompt.id, now)
  const erased = JSON.stringify({ text: ERASED, transcript: null })
  await sql`
    update live_turns set text = ${ERASED}, left_answer = left_answer || ${erased}::jsonb,
      right_answer = right_answer || ${erased}::jsonb, finished_at = coalesce(finished_at, ${now}),
      status = case when status = 'answering' then 'stopped' else status end
    where arena_id = ${arenaId} and conversation_id = ${id}`.execute(trx)
}

async function eraseWholePrompt(trx: Trx, arenaId: number, promptId: number, now: Date): Promise<void> {
  const answers = await eraseAnswers(trx, arenaId, { promptId, contestantId: null }, now)
  await eraseReasonsAbout(trx, arenaId, answers)
  await erasePrompt(trx, arenaId, promptId, now)
  // below the lock of the prompt: a judge that reads it erases what is replied later
  await eraseReplies(trx, arenaId, answers)
}

/** An operator erases a prompt that came from a conversation, or answers to it: its other copy goes too. */
const afterErasedText: NonNullable<ArenaHooks['afterErasedText']> = async (
  trx,
  { arenaId, promptId, answerIds, at },
) => {
  const rows = await queryRows<{ id: string }>(trx)`
    select distinct t.conversation_id as id from live_turns t join battles b on b.arena_id = t.arena_id and b.id = t.battle_id
    where t.arena_id = ${arenaId} and (b.prompt_id = ${promptId}
      or b.left_answer_id = any (${answerIds}::int[]) or b.right_answer_id = any (${answerIds}::int[]))`
  for (const { id } of rows) await eraseConversation(trx, arenaId, id, at)
}

/** Also who asked and never voted, and whose prompts were refused. */
const knowsVoter: NonNullable<ArenaHooks['knowsVoter']> = async (db, arenaId, voter) => {
  const { rows } = await sql`
    select from live_conversations where arena_id = ${arenaId} and voter = ${voter}
    union all select from live_refusals where arena_id = ${arenaId} and voter = ${voter} limit 1`.execute(db)
  return rows.length > 0
}

/** What the person asked goes with it. */
const afterErasedVoter: NonNullable<ArenaHooks['afterErasedVoter']> = async (
  trx,
  { arenaId, voter, name, at },
) => {
  const rows = await queryRows<{ id: string }>(trx)`
    select id from live_conversations where arena_id = ${arenaId} and voter = ${voter} order by id`
  for (const { id } of rows) await eraseConversation(trx, arenaId, id, at, { all: true })
  await sql`
    update live_conversations set voter = ${name} where arena_id = ${arenaId} and voter = ${voter}`.execute(
    trx,
  )
  await sql`
    update live_refusals set text = null, voter = null where arena_id = ${arenaId} and voter = ${voter}`.execute(
    trx,
  )
}

export const live = {
  routes: liveRoutes,
  tasks: { [SWEEP_TASK]: sweep },
  crontab: `* * * * * ${SWEEP_TASK} ?queue=${SWEEP_TASK}&jobKey=${SWEEP_TASK}`,
  afterChoice: requireVotable,
  knowsVoter,
  afterErasedText,
  afterErasedVoter,
}
