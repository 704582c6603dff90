import type { PeopleAgreement } from '../../shared/contracts/index.ts'
import { agreementOf, jackknifeInterval, krippendorffAlpha } from '../../shared/stats/internal.ts'
import type { Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { selectOverlap, selectSaid } from './agreement-queries.ts'
import type { Said } from './agreement-queries.ts'

/** Prompts are put into so many groups for intervals, each as a whole. */
const PARTS = 32
const MOST_TWOS = 200
const CLASSES = ['one', 'other', 'tie'] as const

/** Two people's choices on one pair of answers. */
interface Both {
  part: number
  own: Said
  others: Said
}

/** How far the invited people of an arena agree with each other: all together, each against the others, each two. */
export async function peopleAgreement(
  { db }: Pick<Deps, 'db'>,
  { id }: Pick<Arena, 'id'>,
): Promise<PeopleAgreement> {
  const [said, sharedPairs] = await Promise.all([selectSaid(db, id), selectOverlap(db, id)])
  return { ...agreementAmong(said), sharedPairs }
}

/** The same from choices on pairs that at least two people decided. */
export function agreementAmong(all: readonly Said[]): Omit<PeopleAgreement, 'sharedPairs'> {
  const pairs = [...Map.groupBy(all, ({ criterion, pair }) => JSON.stringify([criterion, pair])).values()]
  const both = pairs.flatMap((said) =>
    said.flatMap((own) =>
      said
        .filter((others) => others !== own)
        .map((others): Both => ({ part: own.promptId % PARTS, own, others })),
    ),
  )
  return {
    together: [...Map.groupBy(pairs, ([{ criterion }]) => criterion)].map(([criterion, some]) => ({
      criterion,
      people: new Set(some.flat().map(({ voter }) => voter)).size,
      pairs: some.length,
      alpha: alphaOf(some),
      interval: jackknifeInterval(
        byPart(some, ([{ promptId }]) => promptId % PARTS),
        alphaOf,
      ),
    })),
    each: [...Map.groupBy(both, ({ own }) => own.voter).values()]
      .map((mine) => {
        const { voter, name, group } = mine[0].own
        return { voter, name, group, ...figuresOf(mine) }
      })
      .sort((a, b) => (a.share ?? 1) - (b.share ?? 1)),
    twos: [
      ...Map.groupBy(
        both.filter(({ own, others }) => own.voter < others.voter),
        ({ own, others }) => JSON.stringify([own.voter, others.voter]),
      ).values(),
    ]
      .sort((a, b) => b.length - a.length)
      .slice(0, MOST_TWOS)
      .map((shared) => {
        const [{ own, others }] = shared
        return {
          voters: [own.voter, others.voter] as [string, string],
          names: [own.name, others.name] as [string, string],
          ...figuresOf(shared),
        }
      }),
  }
}

function figuresOf(both: readonly Both[]) {
  const agreement = (some: readonly Both[]) =>
    agreementOf(some.map(({ own, others }) => [own.said, others.said] as const))
  const { shared, share, kappa } = agreement(both)
  return {
    shared,
    share,
    kappa,
    kappaInterval: jackknifeInterval(
      byPart(both, ({ part }) => part),
      (some) => agreement(some).kappa,
    ),
  }
}

const alphaOf = (pairs: readonly (readonly Said[])[]) =>
  krippendorffAlpha(
    pairs.map((said) => ({
      chosenBy: CLASSES.map((one) => said.filter((each) => each.said === one).length),
      things: 1,
    })),
  )

const byPart = <T>(some: readonly T[], partOf: (one: T) => number): T[][] => [
  ...Map.groupBy(some, partOf).values(),
]
