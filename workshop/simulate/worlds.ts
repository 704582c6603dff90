/** Worlds of one look: by number of contestants, and with prompts and voters as hard as those of real arenas. */
import type { RandomStream } from '../../shared/stats/numbers/random.ts'
import {
  alike,
  byChance,
  equal,
  leading,
  heavyUnit,
  pairs,
  spread,
  zipf,
  type Named,
  type World,
} from './world.ts'

/** How votes arise among so many contestants, and what they name. */
export interface Voting {
  draw: (contestants: number) => World['draw']
  names: Named
}

/** A row of the list of worlds: what its votes are, and how it differs from equals whose units like all the same. */
export interface Row extends Partial<Omit<World, 'group' | 'name' | 'strengths' | 'spread' | 'draw'>> {
  /** Strengths in logits, or how many equals. */
  contestants: number | number[]
  votes: Voting
  /** Standard deviations, in logits, of what prompts and voters like. */
  sd?: readonly [prompt: number, voter?: number]
}

export const makeWorlds = (group: string, rows: Readonly<Record<string, Row>>): World[] =>
  Object.entries(rows).map(([name, { contestants, votes, sd: [prompt, voter = 0] = [0], ...fields }]) => {
    const strengths = typeof contestants === 'number' ? equal(contestants) : contestants
    const draw = votes.draw(strengths.length)
    const spread = { prompt, voter }
    return { group, name, strengths, ties: 0.3, boards: 300, draw, spread, names: votes.names, ...fields }
  })

/** Votes with a random pair, prompt and voter, in proportion to these weights. They name what has weights. */
export const by = (votes: number, prompts?: number[], voters?: number[]): Voting => ({
  draw: (contestants) => byChance(votes, contestants, prompts ?? [1], voters),
  names: voters ? 'both' : prompts ? 'prompts' : 'nothing',
})

/** Every pair is judged once on each prompt. */
const judgedOn = (prompts: number): Voting => ({
  draw: (contestants) => {
    const order = Array.from({ length: prompts }, (_, prompt) =>
      pairs(contestants).map((pair) => ({ prompt, pair })),
    ).flat()
    return () => ({
      prompt: order.map(({ prompt }) => prompt),
      voter: order.map(() => 0),
      pair: order.map(({ pair }) => pair),
    })
  },
  names: 'prompts',
})

/** Boards of so many contestants, that a world takes about a minute at most. */
const boardsFor = (contestants: number): number =>
  contestants <= 5 ? 400 : contestants <= 8 ? 300 : contestants <= 20 ? 100 : 40

/** Votes on each contestant where worlds differ by their number. */
const EACH = 150

/** Equals, two best, and strengths evenly apart, by single votes and by prompts and voters. */
const byNumber = [2, 3, 5, 8, 20, 59].flatMap((n) => {
  const votes = (EACH * n) / 2
  const boards = boardsFor(n)
  const crossed = { votes: by(votes, alike(60), alike(60)), sd: [0.5, 0.5], boards } as const
  return [
    ...makeWorlds('equals', { [`${n} equals, single votes`]: { contestants: n, votes: by(votes), boards } }),
    ...makeWorlds('equals by 60 × 60', {
      [`${n} equals, 60 prompts × 60 voters`]: { contestants: n, ...crossed },
    }),
    ...(n === 2
      ? []
      : makeWorlds('two best', {
          [`two 1.5 ahead of ${n - 2}, 60 × 60`]: { contestants: leading(n, 1.5, 2), ...crossed },
        })),
    ...makeWorlds('apart', { [`${n} with sd 0.4, 60 × 60`]: { contestants: spread(n, 0.4), ...crossed } }),
  ]
})

const hundred = makeWorlds('equals', {
  '100 equals, single votes': { contestants: 100, votes: by(3000), boards: 20 },
})

/** Prompts and voters of very unequal worth, few of them, and votes of which a part names nobody. */
const hard = [
  ...makeWorlds('few prompts', {
    '5 equals, judged on 5 prompts, sd 1': { contestants: 5, votes: judgedOn(5), sd: [1], boards: 400 },
    '5 equals, judged on 10 prompts, sd 1': { contestants: 5, votes: judgedOn(10), sd: [1], boards: 400 },
    '5 equals, judged on 25 prompts, sd 1': { contestants: 5, votes: judgedOn(25), sd: [1], boards: 400 },
    '20 equals, judged on 10 prompts, sd 1': { contestants: 20, votes: judgedOn(10), sd: [1], boards: 100 },
  }),
  ...makeWorlds('skewed', {
    '5 equals, 600 votes on 30 prompts by Zipf, sd 1': { contestants: 5, votes: by(600, zipf(30)), sd: [1] },
    '2 equals, half of 400 votes on one of 20 prompts, sd 1': {
      contestants: 2,
      votes: by(400, heavyUnit(20, 0.5)),
      sd: [1],
      boards: 400,
    },
    '2 equals, half of 400 votes on one of 100 prompts, sd 1': {
      contestants: 2,
      votes: by(400, heavyUnit(100, 0.5)),
      sd: [1],
      boards: 400,
    },
    '3 equals, 5 prompts of 100 votes and 100 of 2, sd 2': {
      contestants: 3,
      votes: by(420, [...alike(5, 100), ...alike(100, 2)]),
      sd: [2],
      boards: 400,
    },
    '5 equals, 2000 votes on 50 prompts by 50 voters by Zipf, sd 0.7': {
      contestants: 5,
      votes: by(2000, alike(50), zipf(50)),
      sd: [0.7, 0.7],
    },
    '2 equals, 600 votes, 50 prompts by Zipf × 50 voters by Zipf, sd 0.7': {
      contestants: 2,
      votes: by(600, zipf(50), zipf(50)),
      sd: [0.7, 0.7],
      boards: 1500,
    },
    '5 equals, 2000 votes on 50 prompts, 30 % by one of 50 voters, sd 0.5 and 1': {
      contestants: 5,
      votes: by(2000, alike(50), heavyUnit(50, 0.3)),
      sd: [0.5, 1],
    },
    '3 equals, 800 votes on 50 prompts, half of them by 2 of 40 voters, sd 0.5 and 0.7': {
      contestants: 3,
      votes: by(800, alike(50), [...alike(2, 0.25), ...alike(38, 0.5 / 38)]),
      sd: [0.5, 0.7],
      boards: 400,
    },
  }),
  ...makeWorlds('few voters', {
    '5 equals, 600 votes, 24 prompts × 12 voters, sd 0.7': {
      contestants: 5,
      votes: by(600, alike(24), alike(12)),
      sd: [0.7, 0.7],
    },
    '8 equals, 1200 votes, 200 prompts × 10 voters, sd 0.5 and 0.7': {
      contestants: 8,
      votes: by(1200, alike(200), alike(10)),
      sd: [0.5, 0.7],
    },
    '5 equals, a team of 5 on 24 prompts, sd 0.5': {
      contestants: 5,
      votes: by(600, alike(24), alike(5)),
      sd: [0.5, 0.5],
    },
    '5 equals, 1000 votes of 40 people on 3 prompts, sd 0.5': {
      contestants: 5,
      votes: by(1000, alike(3), alike(40)),
      sd: [0.5, 0.5],
    },
  }),
  ...makeWorlds('partly named', {
    '5 equals, 50 prompts × 40 voters, half of the votes named, sd 0.5 and 0.7': {
      contestants: 5,
      votes: by(1000, alike(50), alike(40)),
      sd: [0.5, 0.7],
      named: 0.5,
    },
  }),
  ...makeWorlds('camps', {
    '2 equals, 100 prompts × 20 voters of two camps': {
      contestants: 2,
      votes: by(600, alike(100), alike(20)),
      sd: [0.3],
      voterEffects: camps(2, 0.5),
      boards: 400,
    },
  }),
  ...makeWorlds('heavy tails', {
    '2 equals on 40 prompts, effects as 0.5 t(2)': {
      contestants: 2,
      votes: by(1000, alike(40)),
      promptEffects: heavyTails(2),
      boards: 400,
    },
    '5 equals on 40 prompts, effects as 0.5 t(2)': {
      contestants: 5,
      votes: by(2500, alike(40)),
      promptEffects: heavyTails(5),
    },
  }),
  ...[10, 50].flatMap((prompts) =>
    makeWorlds('rare losses', {
      [`2 equals on ${prompts} prompts, one loses nearly always on a tenth of all prompts`]: {
        contestants: 2,
        votes: by(1000, alike(prompts)),
        ties: 0,
        promptEffects: rareLosses(2),
        boards: 400,
      },
    }),
  ),
  ...makeWorlds('few votes', {
    '2 equals, 20 votes': { contestants: 2, votes: by(20), boards: 1000 },
    '2 equals, 30 votes each on 10 prompts, sd 1': {
      contestants: 2,
      votes: by(30, alike(10)),
      sd: [1],
      boards: 400,
    },
    '8 equals, 30 votes each on 10 prompts, sd 1': { contestants: 8, votes: by(120, alike(10)), sd: [1] },
  }),
  ...makeWorlds('newcomers', {
    '8 equals on 12 prompts, 2 of them with 12 votes, others with about 130, sd 0.7': {
      contestants: 8,
      votes: { draw: () => joinedBy(2, 12, 400, 6, 12), names: 'prompts' },
      sd: [0.7],
    },
  }),
]

/** Boards as in real arenas, where somebody is best. */
const alikeReal = makeWorlds('like real boards', {
  '8 like the demo: 640 votes, 24 prompts × 36 voters': {
    contestants: spread(8, 0.4),
    votes: by(640, alike(24), alike(36)),
    sd: [0.5, 0.5],
  },
  '5, the best at 60 : 40, 2000 votes, 100 × 100': {
    contestants: leading(5, Math.log(1.5)),
    votes: by(2000, alike(100), alike(100)),
    sd: [0.3, 0.3],
  },
  '20 variants judged on 50 prompts': {
    contestants: spread(20, 0.3),
    votes: judgedOn(50),
    sd: [0.5],
    boards: 60,
  },
  '59 like LLMFAO: 8900 votes, 13 prompts × 124 voters': {
    contestants: spread(59, 0.6),
    votes: by(8900, alike(13), zipf(124, 0.5)),
    sd: [0.5, 0.3],
    boards: 40,
  },
})

export const WORLDS: World[] = [...byNumber, ...hundred, ...hard, ...alikeReal]

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
        () => (0.5 * stream.normal()) / Math.sqrt(stream.exponential()),
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
