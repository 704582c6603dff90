import {
  cell,
  type Cell,
  type Units,
  even,
  withNewcomer,
  lopsided,
  sparse,
  equal,
  spread,
  circle,
  withNewcomers,
  leading,
} from './cell.ts'

/** Prompts on which every pair is judged once. */
export function prompts(count: number, deviation = 1): Units {
  return { count, spread: deviation, dealing: 'in turn' }
}

const CLUSTERED_SIZES = [
  { contestants: 3, boards: [700, 700, 700, 700, 300] },
  { contestants: 5, boards: [700, 700, 700, 700, 140] },
  { contestants: 20, boards: [400, 400, 300, 300, 100] },
  { contestants: 100, boards: [60, 60, 40, 30, 12] },
  { contestants: 300, boards: [12, 8] },
]
const PROMPTS = [10, 25, 50, 100, 500]

/** Every pair judged once on every prompt, with prompts as units. */
const clustered: Cell[] = [
  ...CLUSTERED_SIZES.flatMap(({ contestants, boards }) =>
    boards.map((number, i) =>
      cell({
        group: 'by prompt',
        name: `M=${contestants} equal, ${PROMPTS[i]} prompts`,
        boards: number,
        strengths: equal(contestants),
        meetings: even(contestants, PROMPTS[i]),
        units: prompts(PROMPTS[i]),
      }),
    ),
  ),
  ...[3, 5, 20, 100].flatMap((contestants) =>
    [25, 100].map((count) =>
      cell({
        group: 'by prompt',
        name: `M=${contestants} spread, ${count} prompts, ties`,
        boards: contestants <= 5 ? 400 : contestants === 20 ? 150 : 40,
        strengths: spread(contestants),
        meetings: even(contestants, count),
        units: prompts(count),
        ties: 0.3,
      }),
    ),
  ),
  ...[5, 20].flatMap((contestants) =>
    [sparse, lopsided].map((schedule) =>
      cell({
        group: 'by prompt',
        name: `M=${contestants} equal ${schedule.name}, 25 prompts`,
        boards: contestants === 5 ? 700 : 300,
        strengths: equal(contestants),
        meetings: schedule(contestants, schedule === sparse ? 25 : 10),
        units: prompts(25),
      }),
    ),
  ),
  ...[10, 25].map((count) =>
    cell({
      group: 'by prompt',
      name: `M=20 equal, ${count} prompts that differ half as much`,
      boards: 200,
      strengths: equal(20),
      meetings: even(20, count),
      units: prompts(count, 0.5),
    }),
  ),
]

/** One contestant has votes on only a few of 200 prompts, against everyone on each of them. */
const fewPrompts: Cell[] = [3, 5, 10, 20].map((seen) =>
  cell({
    group: 'on few prompts',
    name: `M=10, one on ${seen} of 200 prompts`,
    boards: 400,
    strengths: equal(10),
    meetings: withNewcomer(even(9, 200), 9, 9 * seen),
    units: prompts(200),
    newcomers: 1,
  }),
)

const INDEPENDENT_SIZES = [
  { contestants: 3, boards: 2000, spreadBoards: 2000, votes: 20, sparseVotes: 30 },
  { contestants: 5, boards: 2000, spreadBoards: 2000, votes: 10, sparseVotes: 20 },
  { contestants: 20, boards: 800, spreadBoards: 300, votes: 10, sparseVotes: 30 },
  { contestants: 100, boards: 100, spreadBoards: 60, votes: 3, sparseVotes: 30 },
]

/** Independent votes: all sizes, strengths and schedules, with and without ties. */
const independent: Cell[] = INDEPENDENT_SIZES.flatMap(
  ({ contestants, boards, spreadBoards, votes, sparseVotes }) =>
    [equal, spread].flatMap((strengths) =>
      [even, sparse, lopsided].flatMap((schedule) =>
        [0, 0.3].map((ties) => {
          const times = schedule === sparse ? sparseVotes : votes
          const name = `M=${contestants} ${strengths.name} ${schedule.name} ${times} votes a pair${ties ? ', ties' : ''}`
          const meetings = schedule(contestants, times)
          return cell({
            group: 'independent',
            name,
            boards: strengths === spread ? spreadBoards : boards,
            strengths: strengths(contestants),
            meetings,
            ties,
          })
        }),
      ),
    ),
)

/** Boards with few votes, and one on which most contestants are linked only through many others. */
const little: Cell[] = [
  ...[
    { contestants: 3, votes: 3, boards: 700 },
    { contestants: 3, votes: 5, boards: 700 },
    { contestants: 5, votes: 3, boards: 700 },
    { contestants: 20, votes: 1, boards: 300 },
    { contestants: 20, votes: 3, boards: 300 },
  ].flatMap(({ contestants, votes, boards }) =>
    [0, 0.3, 0.5].map((ties) =>
      cell({
        group: 'little',
        name: `M=${contestants} ${votes} votes a pair, ${100 * ties} % ties`,
        boards,
        strengths: equal(contestants),
        meetings: even(contestants, votes),
        ties,
      }),
    ),
  ),
  cell({
    group: 'little',
    name: 'M=20 in a circle, 50 votes with each neighbour',
    boards: 300,
    strengths: equal(20),
    meetings: circle(20, 50, [1]),
  }),
  cell({
    group: 'little',
    name: 'M=300 sparse 30 votes a pair',
    boards: 20,
    strengths: equal(300),
    meetings: sparse(300, 30),
  }),
]

/** Newcomers with few votes on boards that have many. */
const newcomers: Cell[] = [
  ...[3, 5, 10, 20].map((votes) =>
    cell({
      group: 'newcomers',
      name: `M=20 equal and one with ${votes} votes, ties`,
      boards: 300,
      strengths: equal(21),
      meetings: withNewcomer(even(20, 10), 20, votes),
      ties: 0.3,
      newcomers: 1,
    }),
  ),
  ...[5, 10].map((votes) =>
    cell({
      group: 'newcomers',
      name: `M=5 equal and two with ${votes} votes, ties`,
      boards: 700,
      strengths: equal(7),
      meetings: withNewcomer(withNewcomer(even(5, 30), 5, votes), 6, votes),
      ties: 0.3,
      newcomers: 2,
    }),
  ),
  ...[5, 8, 20].map((votes) =>
    cell({
      group: 'newcomers',
      name: `M=20 spread and a weak one with ${votes} votes, 50 % ties`,
      boards: 140,
      strengths: [...spread(20), mean(spread(20)) - 0.5],
      meetings: withNewcomer(even(20, 20), 20, votes),
      ties: 0.5,
      newcomers: 1,
    }),
  ),
]

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Two equally strong contestants with so few votes that one of them often wins all. */
const onlyTwo: Cell[] = [
  ...[3, 5, 6, 8, 10].map((votes) =>
    cell({
      group: 'unbeaten',
      name: `M=2 equal with ${votes} votes`,
      boards: 700,
      strengths: equal(2),
      meetings: even(2, votes),
    }),
  ),
  ...[
    { count: 3, votes: 3 },
    { count: 5, votes: 5 },
    { count: 3, votes: 12 },
    { count: 5, votes: 20 },
    { count: 10, votes: 40 },
  ].map(({ count, votes }) =>
    cell({
      group: 'unbeaten',
      name: `M=2 equal with ${votes} votes on ${count} prompts that differ much`,
      boards: 700,
      strengths: equal(2),
      meetings: even(2, votes),
      units: prompts(count, 3),
    }),
  ),
]

/** Two contestants far ahead of a third, with so few votes that often nobody is rated. */
const nobodyRated: Cell[] = [5, 6, 7, 10].map((votes) =>
  cell({
    group: 'unbeaten',
    name: `M=3 two best far ahead with ${votes} votes a pair`,
    boards: 1000,
    strengths: leading(3, 5, 2),
    meetings: even(3, votes),
  }),
)

/** A newcomer much stronger than all others: how often it is named. */
const farStronger: Cell[] = [
  ...[
    { contestants: 3, known: 50, votes: [10, 20], boards: 700 },
    { contestants: 5, known: 50, votes: [10, 20], boards: 700 },
    { contestants: 20, known: 10, votes: [5, 10, 20, 40], boards: 300 },
    { contestants: 100, known: 3, votes: [20, 40], boards: 60 },
  ].flatMap(({ contestants, known, votes: each, boards }) =>
    each.map((votes) =>
      cell({
        group: 'unbeaten',
        name: `M=${contestants} equal and one far stronger with ${votes} votes`,
        boards,
        strengths: [...equal(contestants), 4],
        meetings: withNewcomer(even(contestants, known), contestants, votes),
        newcomers: 1,
      }),
    ),
  ),
  ...[3, 10, 25].map((seen) =>
    cell({
      group: 'unbeaten',
      name: `M=5 and one far stronger on ${seen} of 50 prompts`,
      boards: 400,
      strengths: [...equal(5), 5],
      meetings: withNewcomer(even(5, 50), 5, 5 * seen),
      units: prompts(50),
      newcomers: 1,
    }),
  ),
]

/** A newcomer as strong as the best, who meets the weakest first: the worst case with one newcomer. */
const asStrong: Cell[] = [
  ...[
    { contestants: 3, known: 50, boards: 700 },
    { contestants: 5, known: 50, boards: 700 },
    { contestants: 20, known: 10, boards: 300 },
    { contestants: 100, known: 3, boards: 60 },
  ].flatMap(({ contestants, known, boards }) =>
    [5, 10, 20].map((votes) =>
      cell({
        group: 'unbeaten',
        name: `M=${contestants} and one as strong as the best with ${votes} votes`,
        boards,
        strengths: [...leading(contestants, 2), 2],
        meetings: withNewcomer(even(contestants, known), contestants, votes),
        newcomers: 1,
      }),
    ),
  ),
  ...[3, 10, 25].map((seen) =>
    cell({
      group: 'unbeaten',
      name: `M=5 and one as strong as the best on ${seen} of 50 prompts`,
      boards: 400,
      strengths: [...leading(5, 4), 4],
      meetings: withNewcomer(even(5, 50), 5, 5 * seen),
      units: prompts(50),
      newcomers: 1,
    }),
  ),
]

/** Many newcomers as strong as all others: one of them may win everything by luck. */
const manyNewcomers: Cell[] = [
  ...[3, 20].flatMap((contestants) =>
    [6, 9, 12].map((votes) =>
      cell({
        group: 'unbeaten',
        name: `M=${contestants} equal and 20 as strong with ${votes} votes`,
        boards: contestants === 3 ? 700 : 300,
        strengths: equal(contestants + 20),
        meetings: withNewcomers(even(contestants, contestants === 3 ? 500 : 50), contestants, 20, votes),
        newcomers: 20,
      }),
    ),
  ),
  cell({
    group: 'unbeaten',
    name: 'M=3 equal and 20 as strong on 8 of 100 prompts',
    boards: 400,
    strengths: equal(23),
    meetings: withNewcomers(even(3, 100), 3, 20, 24),
    units: prompts(100),
    newcomers: 20,
  }),
]

/** All cells in which a contestant may never lose. */
const unbeaten: Cell[] = [...onlyTwo, ...nobodyRated, ...farStronger, ...asStrong, ...manyNewcomers]

/** One contestant leads: how often it is named. */
const oneBest: Cell[] = [
  ...[
    { contestants: 3, gap: 0.5, votes: 50, boards: 400 },
    { contestants: 5, gap: 0.5, votes: 50, boards: 400 },
    { contestants: 20, gap: 0.7, votes: 10, boards: 200 },
    { contestants: 20, gap: 0.3, votes: 50, boards: 140 },
    { contestants: 100, gap: 0.7, votes: 3, boards: 40 },
  ].map(({ contestants, gap, votes, boards }) =>
    cell({
      group: 'one best',
      name: `M=${contestants} ahead by ${gap}, ${votes} votes a pair, ties`,
      boards,
      strengths: leading(contestants, gap),
      meetings: even(contestants, votes),
      ties: 0.3,
      allDifferences: true,
    }),
  ),
  ...[
    { contestants: 5, gap: 2, count: 10, boards: 400 },
    { contestants: 5, gap: 1.5, count: 25, boards: 400 },
    { contestants: 20, gap: 1.5, count: 10, boards: 200 },
    { contestants: 20, gap: 3, count: 10, boards: 200 },
    { contestants: 20, gap: 1, count: 25, boards: 140 },
    { contestants: 20, gap: 0.5, count: 100, boards: 140 },
    { contestants: 100, gap: 1.5, count: 25, boards: 40 },
  ].map(({ contestants, gap, count, boards }) =>
    cell({
      group: 'one best',
      name: `M=${contestants} ahead by ${gap}, ${count} prompts`,
      boards,
      strengths: leading(contestants, gap),
      meetings: even(contestants, count),
      units: prompts(count),
      allDifferences: true,
    }),
  ),
]

/** Two contestants are equally strong and far ahead: the worst case for naming a winner. */
const twoBest: Cell[] = [
  ...[
    { contestants: 3, votes: 50, boards: 700 },
    { contestants: 5, votes: 20, boards: 700 },
    { contestants: 20, votes: 10, boards: 400 },
    { contestants: 100, votes: 3, boards: 200 },
  ].map(({ contestants, votes, boards }) =>
    cell({
      group: 'two best',
      name: `M=${contestants}, ${votes} votes a pair, ties`,
      boards,
      strengths: leading(contestants, 2, 2),
      meetings: even(contestants, votes),
      ties: 0.3,
    }),
  ),
  ...[5, 20].flatMap((contestants) =>
    [10, 25, 100].map((count) =>
      cell({
        group: 'two best',
        name: `M=${contestants}, ${count} prompts`,
        boards: contestants === 5 ? 700 : count === 100 ? 140 : 200,
        strengths: leading(contestants, 2, 2),
        meetings: even(contestants, count),
        units: prompts(count),
      }),
    ),
  ),
]

/** Voters with 20 votes each, on random pairs. */
function voters(count: number, deviation = 1): Units {
  return { count, spread: deviation, dealing: 'shuffled' }
}

/** Voters as units; prompts and voters as units; one judge asked in both orders. */
const otherUnits: Cell[] = [
  ...[
    { contestants: 5, count: 10 },
    { contestants: 5, count: 50 },
    { contestants: 20, count: 38 },
    { contestants: 20, count: 190 },
  ].map(({ contestants, count }) =>
    cell({
      group: 'by voter',
      name: `M=${contestants}, ${count} voters of 20 votes`,
      boards: contestants === 5 ? 700 : 600,
      strengths: equal(contestants),
      meetings: even(contestants, (20 * count) / (contestants === 5 ? 10 : 190)),
      units: voters(count),
    }),
  ),
  ...[10, 50, 200].map((count) =>
    cell({
      group: 'prompts and voters',
      name: `M=5, 50 prompts and ${count} voters, by prompt`,
      boards: 400,
      strengths: equal(5),
      meetings: even(5, 100),
      units: { ...prompts(50), dealing: 'shuffled' },
      across: voters(count),
      promised: false,
    }),
  ),
  ...[5, 20].flatMap((contestants) =>
    [25, 100].map((count) =>
      cell({
        group: 'judge in both orders',
        name: `M=${contestants}, ${count} prompts`,
        boards: contestants === 5 ? 700 : 150,
        strengths: equal(contestants),
        meetings: even(contestants, count),
        units: prompts(count),
        firstPosition: 1,
      }),
    ),
  ),
]

/** Boards looked at 200 times while votes come in. */
const manyLooks: Cell[] = [
  ...[2, 5].map((contestants) =>
    cell({
      group: '200 looks',
      name: `M=${contestants} equal, 2000 votes in all`,
      boards: contestants === 2 ? 40 : 25,
      strengths: equal(contestants),
      meetings: even(contestants, contestants === 2 ? 2000 : 200),
      looks: 200,
      promised: false,
    }),
  ),
  cell({
    group: '200 looks',
    name: 'M=5 equal, 200 prompts, one more at each look',
    boards: 25,
    strengths: equal(5),
    meetings: even(5, 200),
    units: prompts(200),
    looks: 200,
    promised: false,
  }),
]

export const CELLS: Cell[] = [
  ...independent,
  ...little,
  ...clustered,
  ...fewPrompts,
  ...newcomers,
  ...unbeaten,
  ...oneBest,
  ...twoBest,
  ...otherUnits,
  ...manyLooks,
]
