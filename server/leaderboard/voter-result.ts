/** What the votes of one voter come to: for the voter alone, and without intervals, which so few votes do not have. */
import { PEOPLE } from '../../shared/contracts/source.ts'
import { queryRows } from '../platform/postgres/query.ts'
import type { VoterResult } from '../../shared/contracts/index.ts'
import { msg } from '../../shared/messages/index.ts'
import { votingClosedAt, type Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { currentPublication, type Publication } from '../platform/postgres/publishing.ts'
import { ProblemError } from '../platform/problem.ts'
import type { Db } from '../platform/schema.ts'
import { computeWinRate } from '../../shared/stats/fit/points.ts'
import { voterInfluence, resolveView } from '../ratings/index.ts'
import { settleVoterVotes } from '../votes/index.ts'

/** The latest votes of a voter, so that somebody who votes for weeks waits no longer. */
const MAX_VOTES = 500
/** With fewer other voters nobody is most of them. */
const MIN_OTHERS = 2
const MAX_ALONE = 3
const PROMPT_LENGTH = 80

/**
 * Makes the choices of a voter final, since their names are shown here, and says what all of them come to.
 * @throws {ProblemError} vote_unknown without a vote; not_found in a private arena whose voters may not know the names yet
 */
export async function voterResult(deps: Deps, arena: Arena, voter: string): Promise<VoterResult> {
  if (arena.visibility === 'private' && (await votingClosedAt(deps, arena)) === null)
    throw new ProblemError('not_found', msg('result_hidden'))
  await settleVoterVotes(deps, arena.id, voter)
  const publication = await currentPublication(deps)
  const votes = await selectOwnVotes(deps.db, arena.id, voter, publication)
  if (votes.length === 0) throw new ProblemError('vote_unknown', msg('no_own_votes'))
  const view = await resolveView(deps, arena, { source: PEOPLE })
  return {
    votes: votes.length,
    contestants: contestantsIn(votes),
    others: amongOthers(votes),
    moved: await voterInfluence(deps, arena, view, voter),
  }
}

/** One vote, with those of other people on the same pair and prompt. Outcomes are seen from the left of this voter. */
interface VoterVote {
  battle: string
  left: string
  right: string
  prompt: string
  outcome: 'left' | 'right' | 'tie'
  /** Votes of others. */
  others: { left: number; right: number; tie: number }
}

const selectOwnVotes = (
  db: Db,
  arenaId: number,
  voter: string,
  publication: Publication | null,
): Promise<VoterVote[]> =>
  queryRows<VoterVote>(db)`
    with mine as (
      select b.*, case when v.outcome in ('left', 'right') then v.outcome else 'tie' end as outcome, v.id as vote
      from votes v join battles b on b.arena_id = v.arena_id and b.id = v.battle_id
      where v.arena_id = ${arenaId} and v.voter = ${voter} and v.source = 'human' and b.origin = 'page'
        and not exists (select from retractions t where t.arena_id = v.arena_id and t.vote_id = v.id)
      order by v.id desc limit ${MAX_VOTES}),
    said as (
      select mine.id as of, case
        when c.outcome not in ('left', 'right') then 'tie'
        when (c.outcome = 'left') = (b.left_contestant_id = mine.left_contestant_id) then 'left'
        else 'right' end as outcome
      from mine join battles b on b.arena_id = mine.arena_id and b.prompt_id = mine.prompt_id
        and least(b.left_contestant_id, b.right_contestant_id) = least(mine.left_contestant_id, mine.right_contestant_id)
        and greatest(b.left_contestant_id, b.right_contestant_id) = greatest(mine.left_contestant_id, mine.right_contestant_id)
        and b.criterion = mine.criterion and b.voter <> ${voter}
      join counted_votes_in(${arenaId}, ${publication}) c on c.arena_id = b.arena_id and c.battle_id = b.id and c.source = 'human'),
    others as (
      select of, count(*) filter (where outcome = 'left')::int as left, count(*) filter (where outcome = 'right')::int as right,
        count(*) filter (where outcome = 'tie')::int as tie
      from said group by of)
    select mine.id as battle, l.name as left, r.name as right, mine.outcome,
      left(coalesce((select m ->> 'content' from jsonb_array_elements(p.messages) with ordinality as x (m, place)
        where m ->> 'role' = 'user' order by place desc limit 1), p.key), ${PROMPT_LENGTH + 1}) as prompt,
      jsonb_build_object('left', coalesce(o.left, 0), 'right', coalesce(o.right, 0), 'tie', coalesce(o.tie, 0)) as others
    from mine left join others o on o.of = mine.id
    join contestants l on l.arena_id = mine.arena_id and l.id = mine.left_contestant_id
    join contestants r on r.arena_id = mine.arena_id and r.id = mine.right_contestant_id
    join prompts p on p.arena_id = mine.arena_id and p.id = mine.prompt_id
    order by mine.vote`

/** Won, tied and lost by contestant, the largest share of points first; a tie is half a point. */
function contestantsIn(votes: readonly VoterVote[]): VoterResult['contestants'] {
  const byName = new Map<string, VoterResult['contestants'][number]>()
  for (const { left, right, outcome } of votes)
    for (const [name, side] of [
      [left, 'left'],
      [right, 'right'],
    ] as const) {
      const counts = byName.get(name) ?? { name, won: 0, tied: 0, lost: 0 }
      counts[outcome === 'tie' ? 'tied' : outcome === side ? 'won' : 'lost']++
      byName.set(name, counts)
    }
  const share = ({ won, tied, lost }: VoterResult['contestants'][number]) => computeWinRate(won, tied, lost)!
  return [...byName.values()].sort(
    (a, b) => share(b) - share(a) || b.won - a.won || (a.name < b.name ? -1 : 1),
  )
}

/** How often this voter chose as most others did, and where nobody else chose so. */
function amongOthers(votes: readonly VoterVote[]): VoterResult['others'] {
  const compared = votes.flatMap((vote) => {
    const counts = (['left', 'right', 'tie'] as const).map((outcome) => ({
      outcome,
      votes: vote.others[outcome],
    }))
    const [most, second] = counts.sort((a, b) => b.votes - a.votes)
    const total = counts.reduce((sum, { votes: count }) => sum + count, 0)
    return total < MIN_OTHERS || most!.votes === second!.votes ? [] : [{ vote, most: most!, of: total }]
  })
  const alone = compared.filter(
    ({ vote, most, of: total }) => most.votes === total && most.outcome !== vote.outcome,
  )
  const chosen = ({ left, right }: VoterVote, outcome: VoterVote['outcome']) =>
    outcome === 'tie' ? null : outcome === 'left' ? left : right
  return {
    same: compared.filter(({ vote, most }) => vote.outcome === most.outcome).length,
    of: compared.length,
    alone: alone
      .sort((a, b) => b.of - a.of)
      .slice(0, MAX_ALONE)
      .map(({ vote, most, of: total }) => ({
        battle: vote.battle,
        prompt: shortened(vote.prompt),
        chose: chosen(vote, vote.outcome),
        others: { chose: chosen(vote, most.outcome), votes: most.votes, of: total },
      })),
  }
}

const shortened = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > PROMPT_LENGTH ? `${line.slice(0, PROMPT_LENGTH - 1)}…` : line
}
