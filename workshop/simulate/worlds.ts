/** Worlds of one look: by number of contestants, and with prompts and voters as hard as those of real arenas. */
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
  type World,
} from './world.ts'

export type WorldSettings = { prompt?: number; voter?: number } & Partial<Omit<World, 'spread'>>

/** Votes that name prompt and voter, with these standard deviations of what they like. */
export const both = (prompt: number, voter = prompt): WorldSettings => ({ names: 'both', prompt, voter })

/** Equals, judged by prompts alone, unless `settings` says otherwise. */
export function world(
  group: string,
  name: string,
  contestants: number,
  draw: World['draw'],
  settings: WorldSettings,
): World {
  const { prompt = 0, voter = 0, ...fields } = settings
  return {
    group,
    name,
    strengths: equal(contestants),
    ties: 0.3,
    boards: 300,
    draw,
    spread: { prompt, voter },
    names: 'prompts',
    ...fields,
  }
}

/** Boards of so many contestants, that a world takes about a minute at most. */
const boardsFor = (contestants: number): number =>
  contestants <= 5 ? 400 : contestants <= 8 ? 300 : contestants <= 20 ? 100 : 40

/** Votes on each contestant where worlds differ by their number. */
const EACH = 150

/** Equals, two best, and strengths evenly apart, by single votes and by prompts and voters. */
const byNumber: World[] = [2, 3, 5, 8, 20, 59].flatMap((contestants) => {
  const votes = (EACH * contestants) / 2
  const boards = boardsFor(contestants)
  const crossed: WorldSettings = { names: 'both', prompt: 0.5, voter: 0.5, boards }
  const draw = byChance(votes, contestants, alike(60), alike(60))
  return [
    world('equals', `${contestants} equals, single votes`, contestants, byChance(votes, contestants, [1]), {
      names: 'nothing',
      boards,
    }),
    world('equals by 60 × 60', `${contestants} equals, 60 prompts × 60 voters`, contestants, draw, crossed),
    ...(contestants === 2
      ? []
      : [
          world('two best', `two 1.5 ahead of ${contestants - 2}, 60 × 60`, contestants, draw, {
            ...crossed,
            strengths: leading(contestants, 1.5, 2),
          }),
        ]),
    world('apart', `${contestants} with sd 0.4, 60 × 60`, contestants, draw, {
      ...crossed,
      strengths: spread(contestants, 0.4),
    }),
  ]
})

const hundred = world('equals', '100 equals, single votes', 100, byChance(3000, 100, [1]), {
  names: 'nothing',
  boards: 20,
})

/** Prompts and voters of very unequal worth, few of them, and votes of which a part names nobody. */
const hard: World[] = [
  ...[5, 10, 25].map((prompts) =>
    world(
      'few prompts',
      `5 equals, judged on ${prompts} prompts, sd 1`,
      5,
      scheduled(even(5, prompts), prompts),
      { prompt: 1, boards: 400 },
    ),
  ),
  world('few prompts', '20 equals, judged on 10 prompts, sd 1', 20, scheduled(even(20, 10), 10), {
    prompt: 1,
    boards: 100,
  }),
  world('skewed', '5 equals, 600 votes on 30 prompts by Zipf, sd 1', 5, byChance(600, 5, zipf(30)), {
    prompt: 1,
  }),
  ...[20, 100].map((prompts) =>
    world(
      'skewed',
      `2 equals, half of 400 votes on one of ${prompts} prompts, sd 1`,
      2,
      byChance(400, 2, oneHeavy(prompts, 0.5)),
      { prompt: 1, boards: 400 },
    ),
  ),
  world(
    'skewed',
    '3 equals, 5 prompts of 100 votes and 100 of 2, sd 2',
    3,
    byChance(420, 3, [...alike(5, 100), ...alike(100, 2)]),
    { prompt: 2, boards: 400 },
  ),
  world(
    'skewed',
    '5 equals, 2000 votes on 50 prompts by 50 voters by Zipf, sd 0.7',
    5,
    byChance(2000, 5, alike(50), zipf(50)),
    both(0.7),
  ),
  world(
    'skewed',
    '2 equals, 600 votes, 50 prompts by Zipf × 50 voters by Zipf, sd 0.7',
    2,
    byChance(600, 2, zipf(50), zipf(50)),
    { ...both(0.7), boards: 1500 },
  ),
  world(
    'skewed',
    '5 equals, 2000 votes on 50 prompts, 30 % by one of 50 voters, sd 0.5 and 1',
    5,
    byChance(2000, 5, alike(50), oneHeavy(50, 0.3)),
    both(0.5, 1),
  ),
  world(
    'skewed',
    '3 equals, 800 votes on 50 prompts, half of them by 2 of 40 voters, sd 0.5 and 0.7',
    3,
    byChance(800, 3, alike(50), [...alike(2, 0.25), ...alike(38, 0.5 / 38)]),
    { ...both(0.5, 0.7), boards: 400 },
  ),
  world(
    'few voters',
    '5 equals, 600 votes, 24 prompts × 12 voters, sd 0.7',
    5,
    byChance(600, 5, alike(24), alike(12)),
    both(0.7),
  ),
  world(
    'few voters',
    '8 equals, 1200 votes, 200 prompts × 10 voters, sd 0.5 and 0.7',
    8,
    byChance(1200, 8, alike(200), alike(10)),
    both(0.5, 0.7),
  ),
  world(
    'few voters',
    '5 equals, a team of 5 on 24 prompts, sd 0.5',
    5,
    byChance(600, 5, alike(24), alike(5)),
    both(0.5),
  ),
  world(
    'few voters',
    '5 equals, 1000 votes of 40 people on 3 prompts, sd 0.5',
    5,
    byChance(1000, 5, alike(3), alike(40)),
    both(0.5),
  ),
  world(
    'partly named',
    '5 equals, 50 prompts × 40 voters, half of the votes named, sd 0.5 and 0.7',
    5,
    byChance(1000, 5, alike(50), alike(40)),
    { ...both(0.5, 0.7), named: 0.5 },
  ),
  world(
    'camps',
    '2 equals, 100 prompts × 20 voters of two camps',
    2,
    byChance(600, 2, alike(100), alike(20)),
    {
      names: 'both',
      prompt: 0.3,
      voterEffects: camps(2, 0.5),
      boards: 400,
    },
  ),
  ...[2, 5].map((contestants) =>
    world(
      'heavy tails',
      `${contestants} equals on 40 prompts, effects as 0.5 t(2)`,
      contestants,
      byChance(500 * contestants, contestants, alike(40)),
      {
        promptEffects: heavyTails(contestants),
        boards: contestants === 2 ? 400 : 300,
      },
    ),
  ),
  ...[10, 50].map((prompts) =>
    world(
      'rare losses',
      `2 equals on ${prompts} prompts, one loses nearly always on a tenth of all prompts`,
      2,
      byChance(1000, 2, alike(prompts)),
      {
        ties: 0,
        promptEffects: rareLosses(2),
        boards: 400,
      },
    ),
  ),
  world('few votes', '2 equals, 20 votes', 2, byChance(20, 2, [1]), { names: 'nothing', boards: 1000 }),
  ...[2, 8].map((contestants) =>
    world(
      'few votes',
      `${contestants} equals, 30 votes each on 10 prompts, sd 1`,
      contestants,
      byChance(15 * contestants, contestants, alike(10)),
      {
        prompt: 1,
        boards: contestants === 2 ? 400 : 300,
      },
    ),
  ),
  world(
    'newcomers',
    '8 equals on 12 prompts, 2 of them with 12 votes, others with about 130, sd 0.7',
    8,
    joinedBy(2, 12, 400, 6, 12),
    {
      prompt: 0.7,
    },
  ),
]

/** Boards as in real arenas, where somebody is best. */
const alikeReal: World[] = [
  world(
    'like real boards',
    '8 like the demo: 640 votes, 24 prompts × 36 voters',
    8,
    byChance(640, 8, alike(24), alike(36)),
    {
      names: 'both',
      strengths: spread(8, 0.4),
      prompt: 0.5,
      voter: 0.5,
      boards: 300,
    },
  ),
  world(
    'like real boards',
    '5, the best at 60 : 40, 2000 votes, 100 × 100',
    5,
    byChance(2000, 5, alike(100), alike(100)),
    {
      names: 'both',
      strengths: leading(5, Math.log(1.5)),
      prompt: 0.3,
      voter: 0.3,
      boards: 300,
    },
  ),
  world('like real boards', '20 variants judged on 50 prompts', 20, scheduled(even(20, 50), 50), {
    strengths: spread(20, 0.3),
    prompt: 0.5,
    boards: 60,
  }),
  world(
    'like real boards',
    '59 like LLMFAO: 8900 votes, 13 prompts × 124 voters',
    59,
    byChance(8900, 59, alike(13), zipf(124, 0.5)),
    {
      names: 'both',
      strengths: spread(59, 0.6),
      prompt: 0.5,
      voter: 0.3,
      boards: 40,
    },
  ),
]

export const WORLDS: World[] = [...byNumber, hundred, ...hard, ...alikeReal]

/** `newcomers` more contestants with `votesEach` votes, against others that have `votes` votes among themselves. */
function joinedBy(
  newcomers: number,
  votesEach: number,
  votes: number,
  contestants: number,
  prompts: number,
): World['draw'] {
  const drawOthers = byChance(votes, contestants, alike(prompts))
  return (stream) => {
    const drawn = drawOthers(stream)
    for (let vote = 0; vote < newcomers * votesEach; vote++) {
      drawn.prompt.push(Math.floor(stream.uniform() * prompts))
      drawn.voter.push(0)
      drawn.pair.push([
        Math.floor(stream.uniform() * contestants),
        contestants + Math.floor(vote / votesEach),
      ])
    }
    return drawn
  }
}

/** What prompts like follows Student's t with two degrees of freedom, so it has no variance. */
function heavyTails(contestants: number): NonNullable<World['promptEffects']> {
  return (count, stream) =>
    Array.from({ length: count }, () =>
      Float64Array.from(
        { length: contestants },
        () => (0.5 * normal(stream)) / Math.sqrt(stream.exponential()),
      ),
    )
}

/** The first contestant wins a little more often than it loses on most prompts, and hardly ever on one in ten. */
export function rareLosses(contestants: number): NonNullable<World['promptEffects']> {
  const [rare, winsOnRare] = [0.1, 0.03]
  const winsElsewhere = (0.5 - rare * winsOnRare) / (1 - rare)
  const logit = (share: number) => Math.log(share / (1 - share))
  return (count: number, stream: RandomStream) =>
    Array.from({ length: count }, () => {
      const likes = new Float64Array(contestants)
      likes[0] = logit(stream.uniform() < rare ? winsOnRare : winsElsewhere)
      return likes
    })
}

/** Half of the voters like what the other half dislikes. */
function camps(contestants: number, strength: number): NonNullable<World['voterEffects']> {
  return (count, stream) =>
    Array.from({ length: count }, () => {
      const side = stream.uniform() < 0.5 ? strength : -strength
      return Float64Array.from({ length: contestants }, (_, i) => (i % 2 === 0 ? side : -side))
    })
}
