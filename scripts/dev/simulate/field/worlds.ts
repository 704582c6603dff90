import type { RandomStream } from '../../../../shared/stats/numbers/random.ts'
import { even } from '../schedules.ts'
import { equal, spread } from '../strengths.ts'
import { anyPair, chooser, type By, type Votes, type World } from './world.ts'

const BY_CHANCE = { ties: 0.3, boards: 400 }

/** Votes with a random pair, prompt and voter. */
export function byChance(
  votes: number,
  contestants: number,
  prompts: number[],
  voters: number[],
): (stream: RandomStream) => Votes {
  const [prompt, voter] = [chooser(prompts), chooser(voters)]
  return (stream) => {
    const drawn = Array.from({ length: votes }, () => ({
      prompt: prompt(stream),
      voter: voter(stream),
      pair: anyPair(contestants, stream),
    }))
    return {
      prompt: drawn.map((one) => one.prompt),
      voter: drawn.map((one) => one.voter),
      pair: drawn.map((one) => one.pair),
    }
  }
}

/** Every pair once on every prompt, by one voter. */
function judged(contestants: number, prompts: number): () => Votes {
  const drawn = Array.from({ length: prompts }, (_, prompt) =>
    even(contestants, 1).map(({ first, second }) => ({ prompt, pair: [first, second] as [number, number] })),
  ).flat()
  return () => ({
    prompt: drawn.map(({ prompt }) => prompt),
    voter: drawn.map(() => 0),
    pair: drawn.map(({ pair }) => pair),
  })
}

export const alike = (count: number, weight = 1) => new Array<number>(count).fill(weight)
/** Zipf weights: the n-th is 1/n of the first. */
export const zipf = (count: number) => Array.from({ length: count }, (_, i) => 1 / (i + 1))
/** One weight has `share` of the total; the others share the rest evenly. */
export const oneHeavy = (count: number, share: number) => [
  share,
  ...alike(count - 1, (1 - share) / (count - 1)),
]

function world(
  group: string,
  name: string,
  strengths: number[],
  draw: World['draw'],
  rest: { prompt?: number; voter?: number; by: By[]; promised: By[]; boards?: number },
): World {
  const { prompt = 0, voter = 0, ...others } = rest
  return { ...BY_CHANCE, group, name, strengths, draw, spread: { prompt, voter }, ...others }
}

const unequalPrompts: World[] = [
  ...[10, 30, 100].flatMap((prompts) =>
    [0.5, 1].map((prompt) =>
      world(
        'unequal prompts',
        `5 equals, 600 votes on ${prompts} prompts by Zipf, sd ${prompt}`,
        equal(5),
        byChance(600, 5, zipf(prompts), [1]),
        { prompt, by: ['prompt'], promised: ['prompt'] },
      ),
    ),
  ),
  ...[20, 50, 200].map((prompts) =>
    world(
      'unequal prompts',
      `2 equals, 400 votes, half of them on one of ${prompts} prompts, sd 1`,
      equal(2),
      byChance(400, 2, oneHeavy(prompts, 0.5), [1]),
      { prompt: 1, by: ['prompt'], promised: ['prompt'] },
    ),
  ),
  world(
    'unequal prompts',
    '5 equals, 5 prompts of 60 votes and 45 of 6, sd 1',
    equal(5),
    byChance(570, 5, [...alike(5, 60), ...alike(45, 6)], [1]),
    { prompt: 1, by: ['prompt'], promised: ['prompt'] },
  ),
  ...[2, 3, 8].map((contestants) =>
    world(
      'unequal prompts',
      `${contestants} equals, 5 prompts of 100 votes and 100 of 2, sd 2`,
      equal(contestants),
      byChance(140 * contestants, contestants, [...alike(5, 100), ...alike(100, 2)], [1]),
      { prompt: 2, by: ['prompt'], promised: ['prompt'] },
    ),
  ),
]

const voters: World[] = [
  world('voters', '5 equals, 30 voters of 20 votes, sd 0.5', equal(5), byChance(600, 5, [1], alike(30)), {
    voter: 0.5,
    by: ['vote', 'voter'],
    promised: ['voter'],
  }),
  world(
    'voters',
    '5 equals, 30 voters, one casts 30 %, sd 1',
    equal(5),
    byChance(600, 5, [1], oneHeavy(30, 0.3)),
    { voter: 1, by: ['vote', 'voter'], promised: ['voter'] },
  ),
  world(
    'prompts and voters',
    '5 equals, 2000 votes on 50 prompts by 50 voters, sd 0.5',
    equal(5),
    byChance(2000, 5, alike(50), alike(50)),
    { prompt: 0.5, voter: 0.5, by: ['prompt', 'voter', 'both'], promised: ['both'] },
  ),
  world(
    'prompts and voters',
    '5 equals, 2000 votes on 50 prompts by 50 voters by Zipf, sd 0.7',
    equal(5),
    byChance(2000, 5, alike(50), zipf(50)),
    { prompt: 0.7, voter: 0.7, by: ['prompt', 'voter', 'both'], promised: ['both'] },
  ),
  world(
    'prompts and voters',
    '5 equals, 2000 votes on 50 prompts, one of 50 voters casts 30 %, sd 1',
    equal(5),
    byChance(2000, 5, alike(50), oneHeavy(50, 0.3)),
    { prompt: 0.5, voter: 1, by: ['prompt', 'voter', 'both'], promised: ['both'] },
  ),
  world(
    'prompts and voters',
    '5 equals, a team of 5 on 24 prompts, 600 votes, sd 0.5',
    equal(5),
    byChance(600, 5, alike(24), alike(5)),
    { prompt: 0.5, voter: 0.5, by: ['prompt', 'both'], promised: ['both'] },
  ),
  world(
    'prompts and voters',
    '5 equals, 1000 votes on 100 prompts by 100 voters without tastes',
    equal(5),
    byChance(1000, 5, alike(100), alike(100)),
    { by: ['vote', 'prompt', 'both'], promised: ['vote', 'prompt', 'both'] },
  ),
]

/** What the corrections cost if units are equal and nothing needs correcting. */
const evenUnits: World[] = [
  ...[10, 25, 100].flatMap((prompts) =>
    [2, 5, 20].map((contestants) =>
      world(
        'even prompts',
        `${contestants} spread, judged on ${prompts} prompts, sd 0.5`,
        contestants === 2 ? [0.8, 0] : spread(contestants).map((value) => 2 * value),
        judged(contestants, prompts),
        { prompt: 0.5, by: ['prompt'], promised: ['prompt'], boards: contestants === 20 ? 100 : 400 },
      ),
    ),
  ),
  ...[10, 25, 100].flatMap((prompts) =>
    [2, 5, 20].map((contestants) =>
      world(
        'even prompts',
        `${contestants} equals, judged on ${prompts} prompts, sd 1`,
        equal(contestants),
        judged(contestants, prompts),
        { prompt: 1, by: ['prompt'], promised: ['prompt'], boards: contestants === 20 ? 200 : 400 },
      ),
    ),
  ),
  ...[30, 100].map((units) =>
    world(
      'by chance',
      `5 spread, 1000 votes on ${units} prompts by ${units} voters, sd 0.5`,
      spread(5).map((value) => 2 * value),
      byChance(1000, 5, alike(units), alike(units)),
      { prompt: 0.5, voter: 0.5, by: ['prompt', 'both'], promised: ['both'] },
    ),
  ),
  ...[30, 100].map((prompts) =>
    world(
      'by chance',
      `5 spread, 1000 votes on ${prompts} prompts by Zipf that do not matter`,
      spread(5).map((value) => 2 * value),
      byChance(1000, 5, zipf(prompts), [1]),
      { by: ['vote', 'prompt'], promised: ['vote', 'prompt'] },
    ),
  ),
]

/** What is still declared if units are unequal and matter. */
const unequalSpread: World[] = [
  world(
    'unequal units',
    '5 spread, 600 votes on 30 prompts by Zipf, sd 0.5',
    spread(5).map((value) => 2 * value),
    byChance(600, 5, zipf(30), [1]),
    { prompt: 0.5, by: ['prompt'], promised: ['prompt'] },
  ),
  world(
    'unequal units',
    '5 spread, 570 votes, 5 prompts of 60 and 45 of 6, sd 0.5',
    spread(5).map((value) => 2 * value),
    byChance(570, 5, [...alike(5, 60), ...alike(45, 6)], [1]),
    { prompt: 0.5, by: ['prompt'], promised: ['prompt'] },
  ),
  world(
    'unequal units',
    '5 spread, 2000 votes on 50 prompts by 50 voters by Zipf, sd 0.5',
    spread(5).map((value) => 2 * value),
    byChance(2000, 5, alike(50), zipf(50)),
    { prompt: 0.5, voter: 0.5, by: ['both'], promised: ['both'] },
  ),
]

/** `newcomers` more contestants with `each` votes, against others that have `votes` votes among themselves. */
function joinedBy(
  newcomers: number,
  each: number,
  votes: number,
  contestants: number,
  prompts: number,
): (stream: RandomStream) => Votes {
  const others = byChance(votes, contestants, alike(prompts), [1])
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
          areEqual ? equal(contestants) : spread(contestants).map((value) => 2 * value),
          byChance(15 * contestants, contestants, alike(prompts), [1]),
          { prompt: areEqual ? 1 : 0.5, by: ['prompt'], promised: ['prompt'] },
        ),
      ),
    ),
  ),
  ...[1, 6, 24, 36].map((each) =>
    world(
      'few votes',
      `8 equals on 12 prompts, 2 of them with ${each} ${each === 1 ? 'vote' : 'votes'}, others with about 130, sd 0.7`,
      equal(8),
      joinedBy(2, each, 400, 6, 12),
      { prompt: 0.7, by: ['prompt'], promised: ['prompt'] },
    ),
  ),
]

/** Six categories of one arena with equally many votes, and all votes: seven boards that are looked at together. */
const categories: World[] = (['each alone', 'together'] as const).flatMap((held) =>
  [
    { contestants: 2, votes: 100, prompts: 0 },
    { contestants: 5, votes: 20, prompts: 0 },
    { contestants: 5, votes: 300, prompts: 0 },
    { contestants: 5, votes: 300, prompts: 10 },
    { contestants: 5, votes: 300, prompts: 25 },
    { contestants: 8, votes: 400, prompts: 25 },
    { contestants: 5, votes: 300, prompts: 25, spread: true },
  ].map(({ contestants, votes, prompts, spread: isSpread = false }) => {
    const by = prompts > 0 ? ('prompt' as const) : ('vote' as const)
    const on = prompts > 0 ? ` on ${prompts} prompts, sd 0.5` : ''
    return {
      ...world(
        'categories',
        `${contestants} ${isSpread ? 'spread' : 'equals'}, 6 categories of ${votes} votes${on}, ${held}`,
        isSpread ? spread(contestants).map((value) => 2 * value) : equal(contestants),
        byChance(6 * votes, contestants, alike(6 * (prompts || votes)), [1]),
        { prompt: prompts > 0 ? 0.5 : 0, by: [by], promised: held === 'together' ? [by] : [] },
      ),
      categories: { count: 6, held },
    }
  }),
)

export const WORLDS: World[] = [
  ...unequalPrompts,
  ...voters,
  ...evenUnits,
  ...unequalSpread,
  ...fewVotes,
  ...categories,
]
