/** Looks for attacks in a thread with a connection of its own, so that no vote waits for it. */
import { constants, setPriority } from 'node:os'
import { msg, type CodedMessage } from '../../../shared/messages/index.ts'
import { findAttacks, type Accused, type Alarm } from '../../../shared/stats/attacks/find-attacks.ts'
import { LEFT, RIGHT, TIE } from '../../../shared/stats/fit/votes.ts'
import type { CastVotes } from '../../../shared/stats/attacks/honest-model.ts'
import { openThreadConnection } from '../../platform/postgres/database.ts'
import { answerTasks } from '../../platform/jobs/thread.ts'
import type { Client } from 'pg'
import { copyRows, type BinaryRow } from '../../platform/postgres/rows.ts'

// Linux lowers the priority of this thread alone; other systems would lower that of the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW)

export interface AttackTask {
  url: string
  arenaId: number
  /** The letters of the keyed hash of a network. */
  networkLength: number
}

/** A suspected voter or group, with the reason. Which voters of a group attack is not known. */
export interface FoundSuspicion {
  /** Null: no votes go into quarantine, as of a group. */
  voter: string | null
  /** Identifies the suspicion: the same one has the same subject in every search. */
  subject: string
  finding: CodedMessage
  /** Natural logarithm of the e-value. */
  logE: number
}

answerTasks(search)

async function search({ url, ...task }: AttackTask): Promise<FoundSuspicion[]> {
  const client = await openThreadConnection(url, 'deadheat search for attacks')
  client.on('error', () => {})
  try {
    return (await readPageVotes(client, task)).flatMap((page) => {
      const { accused, alarms } = findAttacks(page.votes)
      return [
        ...accused.map((suspect) => describeSuspicion(suspect, page)),
        ...alarms.map((alarm) => groupSuspicion(alarm, page)),
      ]
    })
  } finally {
    await client.end()
  }
}

function describeSuspicion(accused: Accused, page: PageVotes): FoundSuspicion {
  const { voter, aim, side, by, logE, votes, met: battles, won, lost } = accused
  const name = page.voters[voter]
  if (aim === null)
    return {
      voter: name,
      subject: name,
      logE,
      finding: msg('voter_takes_side', { side: side ?? 'left', votes }),
    }
  const contestant = page.contestants[aim.contestant]
  const finding = msg('voter_aims', {
    way: aim.direction > 0 ? 'for' : 'against',
    contestant,
    votes,
    met: battles,
    won,
    lost,
    by,
  })
  return { voter: name, subject: name, logE, finding }
}

function groupSuspicion({ kind, aim, logE, voters, expected }: Alarm, page: PageVotes): FoundSuspicion {
  const contestant = page.contestants[aim.contestant]
  const way = aim.direction > 0 ? 'for' : 'against'
  const values = { way, contestant, expected: Math.max(1, Math.round(expected)), voters, by: kind } as const
  return {
    voter: null,
    logE,
    subject: `${kind} ${way} ${contestant} (${page.criterion})`,
    finding: msg('group_aims', values),
  }
}

/** The search reads at most this number of votes, the newest. */
const MAX_VOTES = 200_000

/** Votes of people under one criterion, on the arena's prompts or on visitors' own, with the names behind their numbers. */
interface PageVotes {
  criterion: string
  votes: CastVotes
  voters: readonly string[]
  contestants: readonly string[]
}

const FIELD = {
  criterion: 0,
  left: 1,
  right: 2,
  outcome: 3,
  voter: 4,
  prompt: 5,
  network: 6,
  site: 7,
} as const

/** The votes cast on the page, in their order: without retracted votes, with votes in quarantine. */
async function readPageVotes(client: Client, task: Omit<AttackTask, 'url'>): Promise<PageVotes[]> {
  const columns = new Map<string, Columns>()
  await copyRows(client, pageVotesQuery(task), (row) => {
    const criterion = row.text(FIELD.criterion)
    let criterionColumns = columns.get(criterion)
    if (!criterionColumns) columns.set(criterion, (criterionColumns = new Columns()))
    criterionColumns.add(row)
  })
  const nameByContestant = await contestantNames(client, task.arenaId)
  return [...columns].map(([criterion, criterionColumns]) => ({
    criterion,
    ...criterionColumns.numbered(nameByContestant),
  }))
}

async function contestantNames(client: Client, arenaId: number): Promise<Map<number, string>> {
  const { rows } = await client.query<{ id: number; name: string }>(
    'select id, name from contestants where arena_id = $1',
    [arenaId],
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const pageVotesQuery = ({ arenaId, networkLength }: Omit<AttackTask, 'url'>) =>
  `select b.criterion || case b.origin when 'live' then ', live' else '' end, b.left_contestant_id, b.right_contestant_id,
     case v.outcome when 'left' then ${LEFT} when 'right' then ${RIGHT} else ${TIE} end, v.voter, b.prompt_id,
     left(n.network, ${networkLength}), nullif(substr(n.network, ${networkLength + 1}), '')
   from (
     select * from votes where arena_id = ${Number(arenaId)} and source in ('human', 'live') order by id desc limit ${MAX_VOTES}
   ) v
   join battles b on b.arena_id = v.arena_id and b.id = v.battle_id and b.origin in ('page', 'live')
   left join voter_networks n on n.arena_id = v.arena_id and n.voter = v.voter
   where not exists (select from retractions t where t.arena_id = v.arena_id and t.vote_id = v.id)
   order by v.cast_at, v.id`

/** The votes under one criterion, as they are read. */
class Columns {
  readonly #left: number[] = []
  readonly #right: number[] = []
  readonly #outcome: number[] = []
  readonly #prompt: number[] = []
  readonly #voter: number[] = []
  /** The number of each voter, in the order of their first votes. */
  readonly #voters = new Map<string, number>()
  /** The network of each voter; −1: not known. */
  readonly #network: number[] = []
  readonly #site: number[] = []
  readonly #networks = new Map<string, number>()

  add(row: BinaryRow): void {
    this.#left.push(row.int4(FIELD.left))
    this.#right.push(row.int4(FIELD.right))
    this.#outcome.push(row.int4(FIELD.outcome))
    this.#prompt.push(row.isNull(FIELD.prompt) ? -1 : row.int4(FIELD.prompt))
    const voter = numberIn(this.#voters, row.text(FIELD.voter))
    this.#voter.push(voter)
    const place = (field: number) => (row.isNull(field) ? -1 : numberIn(this.#networks, row.textKey(field)))
    this.#network[voter] ??= place(FIELD.network)
    this.#site[voter] ??= place(FIELD.site)
  }

  /** @param nameByContestant  the names of contestants by id */
  numbered(nameByContestant: ReadonlyMap<number, string>): Omit<PageVotes, 'criterion'> {
    const ids = [...new Set([...this.#left, ...this.#right])]
    // sorted, so that results do not depend on who was voted on first
    const contestants = ids.map((id) => nameByContestant.get(id)!).sort()
    const placeByContestant = new Map(ids.map((id) => [id, contestants.indexOf(nameByContestant.get(id)!)]))
    return {
      contestants,
      voters: [...this.#voters.keys()],
      votes: {
        contestants: contestants.length,
        left: Int32Array.from(this.#left, (id) => placeByContestant.get(id)!),
        right: Int32Array.from(this.#right, (id) => placeByContestant.get(id)!),
        outcome: Uint8Array.from(this.#outcome),
        voter: Int32Array.from(this.#voter),
        voters: this.#voters.size,
        prompt: Int32Array.from(this.#prompt),
        network: Int32Array.from(this.#network),
        site: Int32Array.from(this.#site),
        isInOrder: true,
      },
    }
  }
}

function numberIn(numbers: Map<string, number>, key: string): number {
  const known = numbers.get(key)
  if (known !== undefined) return known
  numbers.set(key, numbers.size)
  return numbers.size - 1
}
