import type { PeopleAgreement } from '../../shared/contracts/index.ts'
import { tallyAgreement, jackknifeInterval, krippendorffAlpha } from '../../shared/stats/judges/agreement.ts'
import type { Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { queryRows } from '../platform/postgres/query.ts'
import type { Db } from '../platform/schema.ts'

/** What an invited person said on a pair of answers. `lower` is the contestant with the lower id, wherever it was shown. */
interface PersonVerdict {
  criterion: string
  promptId: number
  /** The pair of answers: the same text for the same pair. */
  pair: string
  voter: string
  name: string
  group: string | null
  choice: 'lower' | 'higher' | 'tie'
}

/** The counted votes of invited people on pairs of answers that at least two of them decided. */
const selectPersonVerdicts = (db: Db, arenaId: number): Promise<PersonVerdict[]> =>
  queryRows<PersonVerdict>(db)`
    with said as (
      select b.criterion, b.prompt_id as "promptId",
        least(b.left_answer_id, b.right_answer_id) || ' ' || greatest(b.left_answer_id, b.right_answer_id) as pair,
        v.voter, w.group_name as "group",
        coalesce(i.name || case when i.seats is null then '' else ' ' ||
          (select count(*) from invited_voters o where o.arena_id = w.arena_id and o.invitation_id = w.invitation_id
            and (o.opened_at, o.voter) <= (w.opened_at, w.voter)) end, w.voter) as name,
        case when v.outcome in ('tie', 'both_bad') then 'tie'
          when (v.outcome = 'left') = (b.left_contestant_id < b.right_contestant_id) then 'lower' else 'higher' end as choice
      from invited_voters w
      join counted_votes_in(${arenaId}, null) v on v.voter = w.voter and v.source = 'human'
      join battles b on b.arena_id = v.arena_id and b.id = v.battle_id and b.left_answer_id is not null
      left join invitations i on i.arena_id = w.arena_id and i.id = w.invitation_id
      where w.arena_id = ${arenaId} and i.kind is distinct from 'judges')
    select * from (select s.*, count(*) over (partition by criterion, pair) as people from said s) counted
    where people > 1 order by criterion, pair, voter`

/** Prompts are put into so many groups for intervals, each as a whole. */
const PARTS = 32
const CLASSES = ['lower', 'higher', 'tie'] as const

/** Two people's choices on one pair of answers. */
interface VerdictPair {
  part: number
  person: PersonVerdict
  peer: PersonVerdict
}

/** How far the invited people of an arena agree with each other: all together, and each against the others. */
export async function peopleAgreement(
  { db }: Pick<Deps, 'db'>,
  { id }: Pick<Arena, 'id'>,
): Promise<PeopleAgreement> {
  const all = await selectPersonVerdicts(db, id)
  const pairs = [...Map.groupBy(all, ({ criterion, pair }) => JSON.stringify([criterion, pair])).values()]
  const verdictPairs = pairs.flatMap((verdicts) =>
    verdicts.flatMap((person) =>
      verdicts
        .filter((peer) => peer !== person)
        .map((peer): VerdictPair => ({ part: person.promptId % PARTS, person, peer })),
    ),
  )
  return {
    together: [...Map.groupBy(pairs, ([{ criterion }]) => criterion)].map(([criterion, criterionPairs]) => ({
      criterion,
      people: new Set(criterionPairs.flat().map(({ voter }) => voter)).size,
      pairs: criterionPairs.length,
      alpha: verdictAlpha(criterionPairs),
      interval: jackknifeInterval(
        byPart(criterionPairs, ([{ promptId }]) => promptId % PARTS),
        verdictAlpha,
      ),
    })),
    each: [...Map.groupBy(verdictPairs, ({ person }) => person.voter).values()]
      .map((personPairs) => {
        const { voter, name, group } = personPairs[0].person
        return { voter, name, group, ...pairAgreement(personPairs) }
      })
      .sort((a, b) => (a.share ?? 1) - (b.share ?? 1)),
  }
}

function pairAgreement(verdictPairs: readonly VerdictPair[]) {
  const agreement = (subset: readonly VerdictPair[]) =>
    tallyAgreement(subset.map(({ person, peer }) => [person.choice, peer.choice] as const))
  const { shared, share, kappa } = agreement(verdictPairs)
  return {
    shared,
    share,
    kappa,
    kappaInterval: jackknifeInterval(
      byPart(verdictPairs, ({ part }) => part),
      (subset) => agreement(subset).kappa,
    ),
  }
}

const verdictAlpha = (pairs: readonly (readonly PersonVerdict[])[]) =>
  krippendorffAlpha(
    pairs.map((verdicts) => ({
      chosenBy: CLASSES.map((kind) => verdicts.filter((verdict) => verdict.choice === kind).length),
      items: 1,
    })),
  )

const byPart = <T>(rows: readonly T[], readPart: (row: T) => number): T[][] => [
  ...Map.groupBy(rows, readPart).values(),
]
