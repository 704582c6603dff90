/** Worlds with a fixed schedule of meetings: all sizes of boards, and the worst cases for the rule of winners. */
import {
  circle,
  equal,
  even,
  leading,
  lopsided,
  scheduled,
  sparse,
  spread,
  titleOf,
  withNewcomers,
  type Meeting,
  type World,
} from './world.ts'

type Rest = Partial<Pick<World, 'ties' | 'newcomers' | 'looks' | 'firstPosition'>> & {
  /** The number of prompts (or voters) that are resampled as a whole, and how they get votes. Default: single votes. */
  units?: number
  /** The standard deviation of what a unit likes. */
  sd?: number
  dealing?: 'in turn' | 'shuffled'
  /** Voters of any votes, whose likings have sd 1, and who are not resampled. Nothing is promised. */
  across?: number
  isPromised?: false
}

/** @param of  the group and the name, as in `titleOf` */
function cell(of: string, boards: number, strengths: number[], meetings: Meeting[], rest: Rest = {}): World {
  const { units = null, sd = 1, dealing, across, isPromised, ties = 0, ...more } = rest
  const [group, name] = of.split(/: (.*)/)
  const by = units === null ? ('vote' as const) : ('prompt' as const)
  return {
    group,
    name,
    boards,
    strengths,
    meetings,
    ties,
    ...more,
    spread: { prompt: units === null ? 0 : sd, voter: across ? 1 : 0 },
    draw: scheduled(meetings, units, dealing, across),
    by: [by],
    promised: across || isPromised === false ? [] : [by],
  }
}

/** Adds one contestant. */
const withNewcomer = (meetings: Meeting[], contestants: number, votes: number) =>
  withNewcomers(meetings, contestants, 1, votes)

/** Independent votes: all sizes, strengths and schedules, with and without ties. */
const independent = (
  [
    // contestants, boards, boards of spread strengths, votes a pair, votes a pair that meets if few do
    [3, 2000, 2000, 20, 30],
    [5, 2000, 2000, 10, 20],
    [20, 800, 300, 10, 30],
    [100, 100, 60, 3, 30],
  ] as const
).flatMap(([contestants, boards, spreadBoards, votes, sparseVotes]) =>
  [equal, spread].flatMap((strengths) =>
    [even, sparse, lopsided].flatMap((schedule) =>
      [0, 0.3].map((ties) => {
        const times = schedule === sparse ? sparseVotes : votes
        return cell(
          `independent: M=${contestants} ${strengths.name} ${schedule.name} ${times} votes a pair${ties ? ', ties' : ''}`,
          strengths === spread ? spreadBoards : boards,
          strengths(contestants),
          schedule(contestants, times),
          { ties },
        )
      }),
    ),
  ),
)

/** Boards with few votes, and one on which most contestants are linked only through many others. */
const little = [
  ...(
    [
      [3, 3, 700],
      [3, 5, 700],
      [5, 3, 700],
      [20, 1, 300],
      [20, 3, 300],
    ] as const
  ).flatMap(([contestants, votes, boards]) =>
    [0, 0.3, 0.5].map((ties) =>
      cell(
        `little: M=${contestants} ${votes} votes a pair, ${100 * ties} % ties`,
        boards,
        equal(contestants),
        even(contestants, votes),
        { ties },
      ),
    ),
  ),
  cell('little: M=20 in a circle, 50 votes with each neighbour', 300, equal(20), circle(20, 50, [1])),
  cell('little: M=300 sparse 30 votes a pair', 20, equal(300), sparse(300, 30)),
]

/** Every pair judged once on every prompt, with prompts as units. */
const byPrompt = [
  ...(
    [
      [3, [700, 700, 700, 700, 300]],
      [5, [700, 700, 700, 700, 140]],
      [20, [400, 400, 300, 300, 100]],
      [100, [60, 60, 40, 30, 12]],
      [300, [12, 8]],
    ] as const
  ).flatMap(([contestants, boards]) =>
    boards.map((number, i) => {
      const units = [10, 25, 50, 100, 500][i]
      const name = `by prompt: M=${contestants} equal, ${units} prompts`
      return cell(name, number, equal(contestants), even(contestants, units), { units })
    }),
  ),
  ...[3, 5, 20, 100].flatMap((contestants) =>
    [25, 100].map((units) =>
      cell(
        `by prompt: M=${contestants} spread, ${units} prompts, ties`,
        contestants <= 5 ? 400 : contestants === 20 ? 150 : 40,
        spread(contestants),
        even(contestants, units),
        { units, ties: 0.3 },
      ),
    ),
  ),
  ...[5, 20].flatMap((contestants) =>
    [sparse, lopsided].map((schedule) =>
      cell(
        `by prompt: M=${contestants} equal ${schedule.name}, 25 prompts`,
        contestants === 5 ? 700 : 300,
        equal(contestants),
        schedule(contestants, schedule === sparse ? 25 : 10),
        { units: 25 },
      ),
    ),
  ),
  ...[10, 25].map((units) =>
    cell(
      `by prompt: M=20 equal, ${units} prompts that differ half as much`,
      200,
      equal(20),
      even(20, units),
      { units, sd: 0.5 },
    ),
  ),
]

/** One contestant has votes on only a few of 200 prompts, against everyone on each of them. */
const fewPrompts = [3, 5, 10, 20].map((seen) =>
  cell(
    `on few prompts: M=10, one on ${seen} of 200 prompts`,
    400,
    equal(10),
    withNewcomer(even(9, 200), 9, 9 * seen),
    { units: 200, newcomers: 1 },
  ),
)

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** Newcomers with few votes on boards that have many. */
const newcomers = [
  ...[3, 5, 10, 20].map((votes) =>
    cell(
      `newcomers: M=20 equal and one with ${votes} votes, ties`,
      300,
      equal(21),
      withNewcomer(even(20, 10), 20, votes),
      { ties: 0.3, newcomers: 1 },
    ),
  ),
  ...[5, 10].map((votes) =>
    cell(
      `newcomers: M=5 equal and two with ${votes} votes, ties`,
      700,
      equal(7),
      withNewcomer(withNewcomer(even(5, 30), 5, votes), 6, votes),
      { ties: 0.3, newcomers: 2 },
    ),
  ),
  ...[5, 8, 20].map((votes) =>
    cell(
      `newcomers: M=20 spread and a weak one with ${votes} votes, 50 % ties`,
      140,
      [...spread(20), mean(spread(20)) - 0.5],
      withNewcomer(even(20, 20), 20, votes),
      { ties: 0.5, newcomers: 1 },
    ),
  ),
]

/** Contestants, votes a pair among them, and boards, where a newcomer joins. */
const JOINED = [
  [3, 50, 700],
  [5, 50, 700],
  [20, 10, 300],
  [100, 3, 60],
] as const

/** All cells in which a contestant may never lose. */
const unbeaten = [
  // two equals with so few votes that one of them often wins all
  ...[3, 5, 6, 8, 10].map((votes) =>
    cell(`unbeaten: M=2 equal with ${votes} votes`, 700, equal(2), even(2, votes)),
  ),
  ...(
    [
      [3, 3],
      [5, 5],
      [3, 12],
      [5, 20],
      [10, 40],
    ] as const
  ).map(([units, votes]) =>
    cell(
      `unbeaten: M=2 equal with ${votes} votes on ${units} prompts that differ much`,
      700,
      equal(2),
      even(2, votes),
      { units, sd: 3 },
    ),
  ),
  // two far ahead of a third, with so few votes that often nobody is rated
  ...[5, 6, 7, 10].map((votes) =>
    cell(
      `unbeaten: M=3 two best far ahead with ${votes} votes a pair`,
      1000,
      leading(3, 5, 2),
      even(3, votes),
    ),
  ),
  // a newcomer much stronger than all others: how often it is named
  ...JOINED.flatMap(([contestants, known, boards], i) =>
    [
      [10, 20],
      [10, 20],
      [5, 10, 20, 40],
      [20, 40],
    ][i].map((votes) =>
      cell(
        `unbeaten: M=${contestants} equal and one far stronger with ${votes} votes`,
        boards,
        [...equal(contestants), 4],
        withNewcomer(even(contestants, known), contestants, votes),
        { newcomers: 1 },
      ),
    ),
  ),
  ...[3, 10, 25].map((seen) =>
    cell(
      `unbeaten: M=5 and one far stronger on ${seen} of 50 prompts`,
      400,
      [...equal(5), 5],
      withNewcomer(even(5, 50), 5, 5 * seen),
      { units: 50, newcomers: 1 },
    ),
  ),
  // a newcomer as strong as the best, who meets the weakest first: the worst case with one newcomer
  ...JOINED.flatMap(([contestants, known, boards]) =>
    [5, 10, 20].map((votes) =>
      cell(
        `unbeaten: M=${contestants} and one as strong as the best with ${votes} votes`,
        boards,
        [...leading(contestants, 2), 2],
        withNewcomer(even(contestants, known), contestants, votes),
        { newcomers: 1 },
      ),
    ),
  ),
  ...[3, 10, 25].map((seen) =>
    cell(
      `unbeaten: M=5 and one as strong as the best on ${seen} of 50 prompts`,
      400,
      [...leading(5, 4), 4],
      withNewcomer(even(5, 50), 5, 5 * seen),
      { units: 50, newcomers: 1 },
    ),
  ),
  // many newcomers as strong as all others: one of them may win everything by luck
  ...[3, 20].flatMap((contestants) =>
    [6, 9, 12].map((votes) =>
      cell(
        `unbeaten: M=${contestants} equal and 20 as strong with ${votes} votes`,
        contestants === 3 ? 700 : 300,
        equal(contestants + 20),
        withNewcomers(even(contestants, contestants === 3 ? 500 : 50), contestants, 20, votes),
        { newcomers: 20 },
      ),
    ),
  ),
  cell(
    'unbeaten: M=3 equal and 20 as strong on 8 of 100 prompts',
    400,
    equal(23),
    withNewcomers(even(3, 100), 3, 20, 24),
    { units: 100, newcomers: 20 },
  ),
]

/** One contestant leads: how often it is named. */
const oneBest = [
  ...(
    [
      [3, 0.5, 50, 400],
      [5, 0.5, 50, 400],
      [20, 0.7, 10, 200],
      [20, 0.3, 50, 140],
      [100, 0.7, 3, 40],
    ] as const
  ).map(([contestants, gap, votes, boards]) =>
    cell(
      `one best: M=${contestants} ahead by ${gap}, ${votes} votes a pair, ties`,
      boards,
      leading(contestants, gap),
      even(contestants, votes),
      { ties: 0.3 },
    ),
  ),
  ...(
    [
      [5, 2, 10, 400],
      [5, 1.5, 25, 400],
      [20, 1.5, 10, 200],
      [20, 3, 10, 200],
      [20, 1, 25, 140],
      [20, 0.5, 100, 140],
      [100, 1.5, 25, 40],
    ] as const
  ).map(([contestants, gap, units, boards]) =>
    cell(
      `one best: M=${contestants} ahead by ${gap}, ${units} prompts`,
      boards,
      leading(contestants, gap),
      even(contestants, units),
      { units },
    ),
  ),
]

/** Two contestants are equally strong and far ahead: the worst case for naming a winner. */
const twoBest = [
  ...(
    [
      [3, 50, 700],
      [5, 20, 700],
      [20, 10, 400],
      [100, 3, 200],
    ] as const
  ).map(([contestants, votes, boards]) =>
    cell(
      `two best: M=${contestants}, ${votes} votes a pair, ties`,
      boards,
      leading(contestants, 2, 2),
      even(contestants, votes),
      { ties: 0.3 },
    ),
  ),
  ...[5, 20].flatMap((contestants) =>
    [10, 25, 100].map((units) =>
      cell(
        `two best: M=${contestants}, ${units} prompts`,
        contestants === 5 ? 700 : units === 100 ? 140 : 200,
        leading(contestants, 2, 2),
        even(contestants, units),
        { units },
      ),
    ),
  ),
]

/** Voters as units; prompts and voters as units; one judge asked in both orders. */
const otherUnits = [
  ...(
    [
      [5, 10],
      [5, 50],
      [20, 38],
      [20, 190],
    ] as const
  ).map(([contestants, units]) =>
    cell(
      `by voter: M=${contestants}, ${units} voters of 20 votes`,
      contestants === 5 ? 700 : 600,
      equal(contestants),
      even(contestants, (20 * units) / (contestants === 5 ? 10 : 190)),
      { units, dealing: 'shuffled' },
    ),
  ),
  ...[10, 50, 200].map((across) =>
    cell(`prompts and voters: M=5, 50 prompts and ${across} voters, by prompt`, 400, equal(5), even(5, 100), {
      units: 50,
      dealing: 'shuffled',
      across,
    }),
  ),
  ...[5, 20].flatMap((contestants) =>
    [25, 100].map((units) =>
      cell(
        `judge in both orders: M=${contestants}, ${units} prompts`,
        contestants === 5 ? 700 : 150,
        equal(contestants),
        even(contestants, units),
        { units, firstPosition: 1 },
      ),
    ),
  ),
]

/** Boards looked at 200 times while votes come in. */
const manyLooks = [
  ...(
    [
      [2, 2000, 40],
      [5, 200, 25],
    ] as const
  ).map(([contestants, votes, boards]) =>
    cell(
      `200 looks: M=${contestants} equal, 2000 votes in all`,
      boards,
      equal(contestants),
      even(contestants, votes),
      { looks: 200, isPromised: false },
    ),
  ),
  cell('200 looks: M=5 equal, 200 prompts, one more at each look', 25, equal(5), even(5, 200), {
    units: 200,
    looks: 200,
    isPromised: false,
  }),
]

export const CELLS: World[] = [
  ...independent,
  ...little,
  ...byPrompt,
  ...fewPrompts,
  ...newcomers,
  ...unbeaten,
  ...oneBest,
  ...twoBest,
  ...otherUnits,
  ...manyLooks,
]

export const cellNamed = (title: string): World => CELLS.find((one) => titleOf(one) === title)!
