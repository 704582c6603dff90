import { CROSSED } from './crossed-worlds.ts'
import { equal } from '../strengths.ts'
import { normal } from './world.ts'
import type { World } from './world.ts'
import { alike, byChance, WORLDS } from './worlds.ts'

/** Any pair on any prompt, by one voter. */
function unusual(
  name: string,
  contestants: number,
  prompts: number,
  votes: number,
  rest: Pick<World, 'ties' | 'promptEffects' | 'promised'>,
): World {
  return {
    group: 'unusual',
    name,
    strengths: equal(contestants),
    spread: { prompt: 0, voter: 0 },
    by: ['prompt'],
    boards: 400,
    draw: byChance(votes, contestants, alike(prompts), [1]),
    ...rest,
  }
}

/** What prompts like follows Student's t with two degrees of freedom, so it has no variance. */
const heavyTails = (contestants: number, votes: number): World =>
  unusual(`${contestants} equals on 40 prompts, effects as 0.5 t(2)`, contestants, 40, votes, {
    ties: 0.3,
    promised: ['prompt'],
    promptEffects: (count, stream) =>
      Array.from({ length: count }, () =>
        Float64Array.from(
          { length: contestants },
          () => (0.5 * normal(stream)) / Math.sqrt(stream.exponential()),
        ),
      ),
  })

const [RARE, WINS_ON_RARE] = [0.1, 0.03]
const WINS_ON_OTHERS = (0.5 - RARE * WINS_ON_RARE) / (1 - RARE)
const logit = (share: number) => Math.log(share / (1 - share))

/** The first contestant wins a little more often than it loses on most prompts, and hardly ever on one in ten. */
export const rareLosses =
  (contestants: number): NonNullable<World['promptEffects']> =>
  (count, stream) =>
    Array.from({ length: count }, () => {
      const likes = new Float64Array(contestants)
      likes[0] = logit(stream.uniform() < RARE ? WINS_ON_RARE : WINS_ON_OTHERS)
      return likes
    })

const rarePrompts = (contestants: number, prompts: number, votes: number): World =>
  unusual(
    `${contestants} equals on ${prompts} prompts, one loses nearly always on a tenth of all prompts`,
    contestants,
    prompts,
    votes,
    {
      ties: 0,
      promised: prompts >= 50 ? ['prompt'] : [],
      promptEffects: rareLosses(contestants),
    },
  )

/** Prompts that differ rarely, but then by much. */
const UNUSUAL: World[] = [
  heavyTails(2, 1000),
  heavyTails(5, 1500),
  ...[10, 25, 50, 100].map((prompts) => rarePrompts(2, prompts, 1000)),
  ...[25, 50].map((prompts) => rarePrompts(5, prompts, 2000)),
]

export const ALL_WORLDS: World[] = [...WORLDS, ...UNUSUAL, ...CROSSED]
