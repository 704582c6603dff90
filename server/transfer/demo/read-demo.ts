import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { ArenaSlug } from '../../../shared/contracts/index.ts'

const FOLDER = new URL('../../arenas/demo/', import.meta.url)

const DemoArena = z.object({
  arena: ArenaSlug,
  title: z.string(),
  description: z.string(),
  criteria: z.array(z.string()).min(1),
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
