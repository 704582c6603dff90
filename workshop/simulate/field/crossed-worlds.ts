import { equal } from '../strengths.ts'
import type { World } from './world.ts'
import { alike, byChance, oneHeavy, zipf } from './worlds.ts'

function crossed(
  name: string,
  contestants: number,
  votes: number,
  [prompts, voters]: [number[], number[]],
  [prompt, voter]: [number, number],
): World {
  return {
    group: 'crossed',
    name: `${contestants} equals, ${votes} votes on ${name}, sd ${prompt} and ${voter}`,
    strengths: equal(contestants),
    ties: 0.3,
    spread: { prompt, voter },
    by: ['both'],
    promised: ['both'],
    boards: contestants === 20 ? 100 : 400,
    draw: byChance(votes, contestants, prompts, voters),
  }
}

/** Prompts and voters of which one kind is worth much more than the other, or matters much more. */
export const CROSSED: World[] = [
  crossed('24 prompts by 8 voters', 5, 600, [alike(24), alike(8)], [0.5, 0.5]),
  crossed('100 prompts by 8 voters', 5, 1000, [alike(100), alike(8)], [0.3, 1]),
  crossed('30 prompts by 10 voters, both by Zipf', 5, 1000, [zipf(30), zipf(10)], [0.7, 0.7]),
  crossed('12 prompts by 12 voters', 5, 600, [alike(12), alike(12)], [0.7, 0.7]),
  crossed('30 prompts by 30 voters by Zipf', 5, 1000, [alike(30), zipf(30)], [0.7, 0]),
  crossed('30 prompts by 30 voters by Zipf', 5, 1000, [alike(30), zipf(30)], [0, 0.7]),
  crossed('30 prompts by 10 voters', 2, 400, [alike(30), alike(10)], [0.7, 0.7]),
  crossed('50 prompts by 50 voters by Zipf', 2, 600, [alike(50), zipf(50)], [0.7, 0.7]),
  crossed('20 prompts by Zipf by 100 voters', 2, 600, [zipf(20), alike(100)], [0.7, 0.7]),
  crossed('15 prompts by 20 voters, one casts 30 %', 3, 600, [alike(15), oneHeavy(20, 0.3)], [0.5, 0.5]),
  crossed('20 prompts by 200 voters', 8, 1200, [alike(20), alike(200)], [0.7, 0.7]),
  crossed('200 prompts by 10 voters', 8, 1200, [alike(200), alike(10)], [0.5, 0.7]),
  crossed('30 prompts by 30 voters by Zipf', 20, 2000, [alike(30), zipf(30)], [0.7, 0.7]),
]
