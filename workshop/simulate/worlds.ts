/** Worlds of one look: single votes, and prompts and voters like those of real arenas. */
import type { RandomStream } from '../../shared/stats/numbers/random.ts'
import {
  alike,
  byChance,
  equal,
  even,
  leading,
  normal,
  oneHeavy,
  scheduled,
  spread,
  zipf,
  type By,
  type World,
} from './world.ts'

type Rest = { prompt?: number; voter?: number } & Partial<Omit<World, 'spread'>>

/** Equals judged by prompts, unless `rest` says otherwise. What is judged is promised, unless it names what is. */
function world(group: string, name: string, contestants: number, draw: World['draw'], rest: Rest): World {
  const { prompt = 0, voter = 0, by = ['prompt'], promised = by, ...others } = rest
  const strengths = equal(contestants)
  return {
    group,
    name,
    strengths,
    ties: 0.3,
    boards: 300,
    draw,
    spread: { prompt, voter },
    by,
    promised,
    ...others,
  }
}

/** The same strengths on every board, evenly spaced with sd 1. */
const apart = (contestants: number) => ({ strengths: spread(contestants, 1) })

/** Votes by a schedule that share nothing; the worst cases for naming a winner; and 100 equals that share a few prompts. */
const scheduledVotes: World[] = [
  ...(
    [
      [2, 6, 300],
      [3, 20, 300],
      [5, 10, 300],
      [20, 10, 300],
      [100, 3, 60],
    ] as const
  ).map(([contestants, times, boards]) =>
    world(
      'schedule',
      `${contestants} equals, ${times} votes a pair`,
      contestants,
      scheduled(even(contestants, times), null),
      {
        by: ['vote'],
        boards,
      },
    ),
  ),
  world('schedule', 'two 2 ahead of 3, 20 votes a pair', 5, scheduled(even(5, 20), null), {
    strengths: leading(5, 2, 2),
    by: ['vote'],
    boards: 1500,
  }),
  ...[1, 4].map((times) =>
    world(
      'schedule',
      `one 2 ahead of 4, 50 votes a pair, and a newcomer as strong that meets each ${times === 1 ? 'once' : '4 times'}`,
      6,
      scheduled([...even(5, 50), ...[0, 1, 2, 3, 4].map((first) => ({ first, second: 5, times }))], null),
      { strengths: [2, 0, 0, 0, 0, 2], by: ['vote'] },
    ),
  ),
  ...[10, 25].map((prompts) =>
    world(
      'schedule',
      `100 equals, judged on ${prompts} prompts, sd 1`,
      100,
      scheduled(even(100, prompts), prompts),
      { prompt: 1, promised: prompts > 10 ? ['prompt'] : [], boards: 60 },
    ),
  ),
]

const FIVE_HEAVY = [...alike(5, 60), ...alike(45, 6)]

const unequalPrompts: World[] = [
  ...[10, 30, 100].flatMap((prompts) =>
    [0.5, 1].map((prompt) =>
      world(
        'unequal prompts',
        `5 equals, 600 votes on ${prompts} prompts by Zipf, sd ${prompt}`,
        5,
        byChance(600, 5, zipf(prompts)),
        { prompt },
      ),
    ),
  ),
  ...[20, 50, 200].map((prompts) =>
    world(
      'unequal prompts',
      `2 equals, 400 votes, half of them on one of ${prompts} prompts, sd 1`,
      2,
      byChance(400, 2, oneHeavy(prompts, 0.5)),
      { prompt: 1 },
    ),
  ),
  world(
    'unequal prompts',
    '5 equals, 5 prompts of 60 votes and 45 of 6, sd 1',
    5,
    byChance(570, 5, FIVE_HEAVY),
    {
      prompt: 1,
    },
  ),
  ...[2, 3, 8].map((contestants) =>
    world(
      'unequal prompts',
      `${contestants} equals, 5 prompts of 100 votes and 100 of 2, sd 2`,
      contestants,
      byChance(140 * contestants, contestants, [...alike(5, 100), ...alike(100, 2)]),
      { prompt: 2 },
    ),
  ),
]

const voters: World[] = [
  world('voters', '5 equals, 30 voters of 20 votes, sd 0.5', 5, byChance(600, 5, [1], alike(30)), {
    voter: 0.5,
    by: ['vote', 'voter'],
    promised: ['voter'],
  }),
  world('voters', '5 equals, 30 voters, one casts 30 %, sd 1', 5, byChance(600, 5, [1], oneHeavy(30, 0.3)), {
    voter: 1,
    by: ['vote', 'voter'],
    promised: ['voter'],
  }),
  ...(
    [
      ['50 voters, sd 0.5', alike(50), 0.5, 0.5],
      ['50 voters by Zipf, sd 0.7', zipf(50), 0.7, 0.7],
    ] as const
  ).map(([name, weights, prompt, voter]) =>
    world(
      'prompts and voters',
      `5 equals, 2000 votes on 50 prompts by ${name}`,
      5,
      byChance(2000, 5, alike(50), weights),
      { prompt, voter, by: ['prompt', 'voter', 'both'], promised: ['both'] },
    ),
  ),
  world(
    'prompts and voters',
    '5 equals, 2000 votes on 50 prompts, one of 50 voters casts 30 %, sd 1',
    5,
    byChance(2000, 5, alike(50), oneHeavy(50, 0.3)),
    { prompt: 0.5, voter: 1, by: ['prompt', 'voter', 'both'], promised: ['both'] },
  ),
  world(
    'prompts and voters',
    '5 equals, a team of 5 on 24 prompts, 600 votes, sd 0.5',
    5,
    byChance(600, 5, alike(24), alike(5)),
    { prompt: 0.5, voter: 0.5, by: ['prompt', 'both'], promised: ['both'] },
  ),
  world(
    'prompts and voters',
    '5 equals, 1000 votes on 100 prompts by 100 voters without tastes',
    5,
    byChance(1000, 5, alike(100), alike(100)),
    { by: ['vote', 'prompt', 'both'] },
  ),
]

/** Every pair once on every prompt, by one voter: in the order of prompts. */
const judged = (contestants: number, prompts: number): World['draw'] =>
  scheduled(even(contestants, prompts), prompts)

/** What the corrections cost if units are equal and nothing needs correcting. */
const evenUnits: World[] = [
  ...[10, 25, 100].flatMap((prompts) =>
    [2, 5, 20].map((contestants) =>
      world(
        'even prompts',
        `${contestants} spread, judged on ${prompts} prompts, sd 0.5`,
        contestants,
        judged(contestants, prompts),
        {
          strengths: contestants === 2 ? [0.8, 0] : spread(contestants, 1),
          prompt: 0.5,
        },
      ),
    ),
  ),
  ...[10, 25, 100].flatMap((prompts) =>
    [2, 5, 20].map((contestants) =>
      world(
        'even prompts',
        `${contestants} equals, judged on ${prompts} prompts, sd 1`,
        contestants,
        judged(contestants, prompts),
        { prompt: 1 },
      ),
    ),
  ),
  ...[30, 100].map((units) =>
    world(
      'by chance',
      `5 spread, 1000 votes on ${units} prompts by ${units} voters, sd 0.5`,
      5,
      byChance(1000, 5, alike(units), alike(units)),
      { ...apart(5), prompt: 0.5, voter: 0.5, by: ['prompt', 'both'], promised: ['both'] },
    ),
  ),
  ...[30, 100].map((prompts) =>
    world(
      'by chance',
      `5 spread, 1000 votes on ${prompts} prompts by Zipf that do not matter`,
      5,
      byChance(1000, 5, zipf(prompts)),
      { ...apart(5), by: ['vote', 'prompt'] },
    ),
  ),
]

/** What is still declared if units are unequal and matter. */
const unequalSpread: World[] = [
  world('unequal units', '5 spread, 600 votes on 30 prompts by Zipf, sd 0.5', 5, byChance(600, 5, zipf(30)), {
    ...apart(5),
    prompt: 0.5,
  }),
  world(
    'unequal units',
    '5 spread, 570 votes, 5 prompts of 60 and 45 of 6, sd 0.5',
    5,
    byChance(570, 5, FIVE_HEAVY),
    { ...apart(5), prompt: 0.5 },
  ),
  world(
    'unequal units',
    '5 spread, 2000 votes on 50 prompts by 50 voters by Zipf, sd 0.5',
    5,
    byChance(2000, 5, alike(50), zipf(50)),
    { ...apart(5), prompt: 0.5, voter: 0.5, by: ['both'] },
  ),
]

/** `newcomers` more contestants with `each` votes, against others that have `votes` votes among themselves. */
function joinedBy(
  newcomers: number,
  each: number,
  votes: number,
  contestants: number,
  prompts: number,
): World['draw'] {
  const others = byChance(votes, contestants, alike(prompts))
  return (stream) => {
    const drawn = others(stream)
    for (let vote = 0; vote < newcomers * each; vote++) {
      drawn.prompt.push(Math.floor(stream.uniform() * prompts))
      drawn.voter.push(0)
      drawn.pair.push([Math.floor(stream.uniform() * contestants), contestants + Math.floor(vote / each)])
    }
    return drawn
  }
}

/** About 30 votes for each contestant, where its own variance begins to count, on few prompts; and newcomers. */
const fewVotes: World[] = [
  ...[5, 10, 25].flatMap((prompts) =>
    [2, 5, 8, 20].flatMap((contestants) =>
      [true, false].map((areEqual) =>
        world(
          'few votes',
          `${contestants} ${areEqual ? 'equals' : 'spread'}, 30 votes each on ${prompts} prompts, sd ${areEqual ? 1 : 0.5}`,
          contestants,
          byChance(15 * contestants, contestants, alike(prompts)),
          areEqual ? { prompt: 1 } : { ...apart(contestants), prompt: 0.5 },
        ),
      ),
    ),
  ),
  ...[1, 6, 24, 36].map((each) =>
    world(
      'few votes',
      `8 equals on 12 prompts, 2 of them with ${each} ${each === 1 ? 'vote' : 'votes'}, others with about 130, sd 0.7`,
      8,
      joinedBy(2, each, 400, 6, 12),
      { prompt: 0.7 },
    ),
  ),
]

export const WORLDS: World[] = [
  ...scheduledVotes,
  ...unequalPrompts,
  ...voters,
  ...evenUnits,
  ...unequalSpread,
  ...fewVotes,
]

/** What prompts like follows Student's t with two degrees of freedom, so it has no variance. */
const heavyTails = (contestants: number, votes: number): World =>
  world(
    'unusual',
    `${contestants} equals on 40 prompts, effects as 0.5 t(2)`,
    contestants,
    byChance(votes, contestants, alike(40)),
    {
      promptEffects: (count, stream) =>
        Array.from({ length: count }, () =>
          Float64Array.from(
            { length: contestants },
            () => (0.5 * normal(stream)) / Math.sqrt(stream.exponential()),
          ),
        ),
    },
  )

const [RARE, WINS_ON_RARE] = [0.1, 0.03]
const WINS_ON_OTHERS = (0.5 - RARE * WINS_ON_RARE) / (1 - RARE)
const logit = (share: number) => Math.log(share / (1 - share))

/** The first contestant wins a little more often than it loses on most prompts, and hardly ever on one in ten. */
export const rareLosses =
  (contestants: number) =>
  (count: number, stream: RandomStream): Float64Array[] =>
    Array.from({ length: count }, () => {
      const likes = new Float64Array(contestants)
      likes[0] = logit(stream.uniform() < RARE ? WINS_ON_RARE : WINS_ON_OTHERS)
      return likes
    })

/** Prompts that differ rarely, but then by much. */
const unusual: World[] = [
  heavyTails(2, 1000),
  heavyTails(5, 1500),
  ...(
    [
      [2, 10, 1000],
      [2, 25, 1000],
      [2, 50, 1000],
      [2, 100, 1000],
      [5, 25, 2000],
      [5, 50, 2000],
    ] as const
  ).map(([contestants, prompts, votes]) =>
    world(
      'unusual',
      `${contestants} equals on ${prompts} prompts, one loses nearly always on a tenth of all prompts`,
      contestants,
      byChance(votes, contestants, alike(prompts)),
      { ties: 0, promised: prompts >= 50 ? ['prompt'] : [], promptEffects: rareLosses(contestants) },
    ),
  ),
]

/** Prompts and voters of which one kind is worth much more than the other, or matters much more. */
const crossed: World[] = (
  [
    ['24 prompts by 8 voters', 5, 600, alike(24), alike(8), 0.5, 0.5],
    ['100 prompts by 8 voters', 5, 1000, alike(100), alike(8), 0.3, 1],
    ['30 prompts by 10 voters, both by Zipf', 5, 1000, zipf(30), zipf(10), 0.7, 0.7],
    ['12 prompts by 12 voters', 5, 600, alike(12), alike(12), 0.7, 0.7],
    ['30 prompts by 30 voters by Zipf', 5, 1000, alike(30), zipf(30), 0.7, 0],
    ['30 prompts by 30 voters by Zipf', 5, 1000, alike(30), zipf(30), 0, 0.7],
    ['30 prompts by 10 voters', 2, 400, alike(30), alike(10), 0.7, 0.7],
    ['50 prompts by 50 voters by Zipf', 2, 600, alike(50), zipf(50), 0.7, 0.7],
    ['20 prompts by Zipf by 100 voters', 2, 600, zipf(20), alike(100), 0.7, 0.7],
    ['15 prompts by 20 voters, one casts 30 %', 3, 600, alike(15), oneHeavy(20, 0.3), 0.5, 0.5],
    ['20 prompts by 200 voters', 8, 1200, alike(20), alike(200), 0.7, 0.7],
    ['200 prompts by 10 voters', 8, 1200, alike(200), alike(10), 0.5, 0.7],
    ['30 prompts by 30 voters by Zipf', 20, 2000, alike(30), zipf(30), 0.7, 0.7],
  ] as const
).map(([name, contestants, votes, promptWeights, voterWeights, prompt, voter]) =>
  world(
    'crossed',
    `${contestants} equals, ${votes} votes on ${name}, sd ${prompt} and ${voter}`,
    contestants,
    byChance(votes, contestants, promptWeights, voterWeights),
    { prompt, voter, by: ['both'] },
  ),
)

/** Half of the voters like what the other half dislikes. */
const camps =
  (contestants: number, strength: number) =>
  (count: number, stream: RandomStream): Float64Array[] =>
    Array.from({ length: count }, () => {
      const side = stream.uniform() < 0.5 ? strength : -strength
      return Float64Array.from({ length: contestants }, (_, i) => (i % 2 === 0 ? side : -side))
    })

/** Few voters, two camps, regulars beside passing voters, votes of which only a part names its voter, and judges among people. */
const people: World[] = (
  [
    ['24 prompts by 5 voters, sd 0.5 and 0.5', 5, 600, alike(24), alike(5), 0.5, {}],
    ['100 prompts by 3 voters, sd 0.5 and 0.5', 5, 900, alike(100), alike(3), 0.5, {}],
    [
      '100 prompts by 20 voters of two camps, sd 0.3',
      2,
      600,
      alike(100),
      alike(20),
      0.3,
      { voterEffects: camps(2, 0.5) },
    ],
    [
      '100 prompts by 20 voters of two camps, sd 0.3',
      5,
      1000,
      alike(100),
      alike(20),
      0.3,
      { voterEffects: camps(5, 0.5) },
    ],
    [
      '50 prompts by 5 regulars with half of all votes and 100 others, sd 0.5 and 0.7',
      5,
      1000,
      alike(50),
      [...alike(5, 20), ...alike(100)],
      0.7,
      {},
    ],
    [
      '50 prompts by 40 voters, half of the votes named, sd 0.5 and 0.7',
      2,
      600,
      alike(50),
      alike(40),
      0.7,
      { named: 0.5 },
    ],
    [
      '50 prompts by 40 voters, half of the votes named, sd 0.5 and 0.7',
      5,
      1000,
      alike(50),
      alike(40),
      0.7,
      { named: 0.5 },
    ],
    [
      '50 prompts by 20 voters, a fifth of the votes named, sd 0.5 and 0.7',
      5,
      1000,
      alike(50),
      alike(20),
      0.7,
      { named: 0.2 },
    ],
    [
      '50 prompts, half by 30 voters, half by 2 judges without a name, sd 0.5 and 0.6',
      5,
      1200,
      alike(50),
      [...alike(30, 20), ...alike(2, 300)],
      0.6,
      { named: (voter: number) => voter < 30, promised: [] as By[] },
    ],
  ] as const
).map(([name, contestants, votes, prompts, voters, voter, rest]) =>
  world(
    'people',
    `${contestants} equals, ${votes} votes on ${name}`,
    contestants,
    byChance(votes, contestants, [...prompts], [...voters]),
    { prompt: 0.5, voter, by: ['both'], boards: 400, ...rest },
  ),
)

export const ALL_WORLDS: World[] = [...WORLDS, ...unusual, ...crossed, ...people]
