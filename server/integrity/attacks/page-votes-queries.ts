import type { Client } from 'pg'
import { LEFT, RIGHT, TIE } from '../../../shared/stats/internal.ts'
import type { CastVotes } from '../../../shared/stats/internal.ts'

/** The search reads at most this number of votes, the newest. */
const MOST_VOTES = 200_000

/** Votes of people on the page, under one criterion, with the names behind their numbers. */
export interface PageVotes {
  criterion: string
  votes: CastVotes
  voters: readonly string[]
  contestants: readonly string[]
}

interface Row {
  criterion: string
  left: string
  right: string
  outcome: string
  voter: string
  prompt: number
  network: string | null
}

/** The votes cast on the page, in their order: without retracted votes, with votes in quarantine. */
export async function readPageVotes(client: Client, arenaId: number): Promise<PageVotes[]> {
  const { rows } = await client.query<Row>(
    `select b.criterion, l.name as left, r.name as right, v.outcome, v.voter, b.prompt_id as prompt, n.network
     from (select * from votes where arena_id = $1 and source = 'human' order by id desc limit $2) v
     join battles b on b.arena_id = v.arena_id and b.id = v.battle_id and b.origin = 'page'
     join contestants l on l.arena_id = b.arena_id and l.id = b.left_contestant_id
     join contestants r on r.arena_id = b.arena_id and r.id = b.right_contestant_id
     left join voter_networks n on n.arena_id = v.arena_id and n.voter = v.voter
     where not exists (select from retractions t where t.arena_id = v.arena_id and t.vote_id = v.id)
     order by v.cast_at, v.id`,
    [arenaId, MOST_VOTES],
  )
  const criteria = [...new Set(rows.map(({ criterion }) => criterion))]
  return criteria.map((criterion) => ({
    criterion,
    ...numbered(rows.filter((row) => row.criterion === criterion)),
  }))
}

const CODES: Record<string, number> = { left: LEFT, right: RIGHT }

function numbered(rows: readonly Row[]): Omit<PageVotes, 'criterion'> {
  const [voters, networks] = [new Map<string, number>(), new Map<string, number>()]
  // sorted, so that results do not depend on who was voted on first
  const contestants = [...new Set(rows.flatMap(({ left, right }) => [left, right]))].sort()
  const placeOf = new Map(contestants.map((name, i) => [name, i]))
  const numberIn = (map: Map<string, number>, name: string) => {
    const number = map.get(name) ?? map.size
    map.set(name, number)
    return number
  }
  const voter = Int32Array.from(rows, (row) => numberIn(voters, row.voter))
  const network = new Int32Array(voters.size).fill(-1)
  rows.forEach((row, i) => {
    if (row.network !== null) network[voter[i]] = numberIn(networks, row.network)
  })
  return {
    contestants,
    voters: [...voters.keys()],
    votes: {
      contestants: contestants.length,
      left: Int32Array.from(rows, ({ left }) => placeOf.get(left)!),
      right: Int32Array.from(rows, ({ right }) => placeOf.get(right)!),
      outcome: Uint8Array.from(rows, ({ outcome }) => CODES[outcome] ?? TIE),
      voter,
      voters: voters.size,
      prompt: Int32Array.from(rows, ({ prompt }) => prompt),
      network,
      isInOrder: true,
    },
  }
}
