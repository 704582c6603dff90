import type { Deps } from '../platform/deps.ts'
import { importInto } from './import/import-into.ts'
import type { ImportResult, ImportedVote } from './import/arena-import.ts'
import { requireValue } from '../platform/postgres/query.ts'
import type { Db } from '../platform/schema.ts'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { ArenaSlug, DecidesSetting, type Outcome } from '../../shared/contracts/index.ts'
import { RandomStream } from '../../shared/stats/numbers/random.ts'

// Simulated votes from a Bradley-Terry model with known strengths, which fill the demo board before people vote.

interface Simulation {
  seed: number
  votes: number
  voters: number
  /** The share of all votes without a winner. `bothBadRate` of all votes are among these and call both bad. */
  tieRate: number
  bothBadRate: number
  /** Standard deviation of a contestant's deviation on a single prompt, in logits. */
  promptEffect: number
}

interface Field {
  contestants: { name: string; strength: number }[]
  prompts: { key: string; category: string | null }[]
}

/**
 * @param lastCast the time of the last vote; the others come before it, ten minutes apart
 * @returns the requested number of votes; no voter sees a pair twice on one prompt
 */
export function simulateVotes(
  { contestants, prompts }: Field,
  simulation: Simulation,
  lastCast: Date,
): ImportedVote[] {
  const random = new RandomStream(simulation.seed, 0)
  const below = (limit: number) => Math.floor(random.uniform() * limit)
  const luck = prompts.map(() => contestants.map(() => simulation.promptEffect * gaussian(random)))
  const shownPairs = new Set<string>()
  const votes: ImportedVote[] = []
  while (votes.length < simulation.votes) {
    const voter = below(simulation.voters)
    const left = below(contestants.length)
    const right = (left + 1 + below(contestants.length - 1)) % contestants.length
    const prompt = below(prompts.length)
    const showing = `${voter} ${prompt} ${Math.min(left, right)} ${Math.max(left, right)}`
    if (shownPairs.has(showing)) continue
    shownPairs.add(showing)
    const gap = strength(left) - strength(right)
    const n = votes.length
    votes.push({
      key: `simulated:${simulation.seed}:${n}`,
      left: contestants[left].name,
      right: contestants[right].name,
      outcome: drawOutcome(1 / (1 + Math.exp(-gap)), simulation, random),
      source: 'simulated',
      inconsistent: false,
      prompt: prompts[prompt].key,
      voter: `simulated-${voter + 1}`,
      criterion: null,
      category: prompts[prompt].category,
      castAt: new Date(lastCast.getTime() - (simulation.votes - 1 - n) * TEN_MINUTES_MS),
    })
    function strength(contestant: number): number {
      return contestants[contestant].strength + luck[prompt][contestant]
    }
  }
  return votes
}

const TEN_MINUTES_MS = 600_000

function drawOutcome(leftWins: number, { tieRate, bothBadRate }: Simulation, random: RandomStream): Outcome {
  const u = random.uniform()
  if (u < bothBadRate) return 'both_bad'
  if (u < tieRate) return 'tie'
  return random.uniform() < leftWins ? 'left' : 'right'
}

/** Standard normal (Box and Muller 1958). */
function gaussian(random: RandomStream): number {
  return Math.sqrt(2 * random.exponential()) * Math.cos(2 * Math.PI * random.uniform())
}

interface SeedDemo {
  /** Whether to fill the board with simulated votes. */
  votes: boolean
  /** Does nothing if the database has an arena, or had one that was removed. */
  onlyIfEmpty: boolean
}

/**
 * Adds the demo arena; a second call adds nothing, also of another process at the same time. Null if `onlyIfEmpty` was set and
 * there is or was an arena.
 */
export async function seedDemo(deps: Deps, { votes, onlyIfEmpty }: SeedDemo): Promise<ImportResult | null> {
  if (onlyIfEmpty && (await hadArena(deps.db))) return null
  const demo = await readDemo()
  const prompts = demo.prompts.map(({ id, text, category }) => ({
    key: id,
    messages: [{ role: 'user' as const, content: text }],
    category,
  }))
  const { arena: slug, title, description, criteria, decides, contestants, simulation } = demo
  return importInto(deps, {
    arena: { slug, title, description, criteria },
    setUp: { settings: { decides }, providers: [], judges: [], checks: [] },
    contestants,
    prompts,
    answers: demo.answers.map(({ prompt, model, text }) => ({
      prompt,
      contestant: model,
      text,
      turns: null,
    })),
    votes: votes ? simulateVotes({ contestants, prompts }, simulation, deps.clock()) : [],
  })
}

/** Whether there is an arena, or was one that was removed. */
const hadArena = (db: Db): Promise<boolean> =>
  requireValue<boolean>(db)`select exists (select from arenas)
    or exists (select from audit_entries where act = 'arena_removed') as had`

const FOLDER = new URL('../arenas/demo/', import.meta.url)

const DemoArena = z.object({
  arena: ArenaSlug,
  title: z.string(),
  description: z.string(),
  criteria: z.array(z.string()).min(1),
  decides: DecidesSetting,
  contestants: z
    .array(z.object({ name: z.string(), slug: ArenaSlug, system: z.string(), strength: z.number() }))
    .min(2),
  simulation: z.object({
    seed: z.number(),
    votes: z.number(),
    voters: z.number(),
    tieRate: z.number(),
    bothBadRate: z.number(),
    promptEffect: z.number(),
  }),
})
const DemoPrompt = z.object({ id: z.string(), text: z.string(), category: z.string() })
const DemoAnswer = z.object({ prompt: z.string(), model: z.string(), text: z.string() })

/** Reads the demo arena from its files. */
export async function readDemo() {
  const arena = DemoArena.parse(JSON.parse(await text('arena.json')))
  const prompts = await lines('prompts.jsonl', DemoPrompt)
  const answers = await Promise.all(
    arena.contestants.map(({ slug }) => lines(`answers/${slug}.jsonl`, DemoAnswer)),
  )
  return { ...arena, prompts, answers: answers.flat() }
}

const text = (path: string) => readFile(new URL(path, FOLDER), 'utf8')

async function lines<T>(path: string, schema: z.ZodType<T>): Promise<T[]> {
  const all = (await text(path)).split('\n').filter((line) => line.trim() !== '')
  return all.map((line) => schema.parse(JSON.parse(line)))
}
