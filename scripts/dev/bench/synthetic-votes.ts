/** Votes of known strengths. The same case gives the same votes on every machine. */
import { closeSync, existsSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'

export interface Case {
  name: string
  votes: number
  contestants: number
  /** The number of prompts that the votes share. 0: votes name no prompt. */
  prompts: number
  /** Who meets whom: by popularity (rank^−½), or by a design on which slow methods stop too early. */
  design: 'popular' | 'ladder' | 'star' | 'bridged'
}

const popular = (name: string, votes: number, contestants: number, prompts = 0): Case => ({
  name,
  votes,
  contestants,
  prompts,
  design: 'popular',
})

export const CASES = {
  a: popular('a', 10_000, 20),
  b: popular('b', 1_000_000, 100),
  c: popular('c', 3_000_000, 300),
  d: popular('d', 5_000_000, 1000),
  e: popular('e', 10_000_000, 5000),
  b10: popular('b10', 10_000_000, 100),
  'b-10k-prompts': popular('b-10k-prompts', 1_000_000, 100, 10_000),
  'b-100-prompts': popular('b-100-prompts', 1_000_000, 100, 100),
  ladder: { name: 'ladder', votes: 200_000, contestants: 100, prompts: 0, design: 'ladder' },
  star: { name: 'star', votes: 200_000, contestants: 100, prompts: 0, design: 'star' },
  bridged: { name: 'bridged', votes: 200_000, contestants: 100, prompts: 0, design: 'bridged' },
} satisfies Record<string, Case>

/** Standard deviation of the natural-log strengths: 139 rating points. */
const SPREAD = 0.8
const TIES = 0.6
const BRIDGE_VOTES = 50
const FLUSH = 1 << 20

/**
 * The path of the case's CSV (model_a, model_b, winner and, with prompts, question_id). It is written if it does
 * not exist.
 */
export function votesFile(votesCase: Case): string {
  const folder = join(tmpdir(), 'deadheat-bench')
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${votesCase.name}.csv`)
  if (existsSync(path)) return path
  const file = openSync(`${path}.part`, 'w')
  let text = votesCase.prompts ? 'model_a,model_b,winner,question_id\n' : 'model_a,model_b,winner\n'
  for (const line of lines(votesCase)) {
    text += line
    if (text.length > FLUSH) text = (writeSync(file, text), '')
  }
  writeSync(file, text)
  closeSync(file)
  renameSync(`${path}.part`, path)
  return path
}

function* lines({ name, votes, contestants, prompts, design }: Case): Generator<string> {
  const stream = new RandomStream(
    Buffer.from(name).reduce((seed, byte) => 31 * seed + byte, 7),
    0,
  )
  const strengths = Array.from({ length: contestants }, () => SPREAD * normal(stream))
  const names = strengths.map((_, i) => `model-${String(i + 1).padStart(4, '0')}`)
  const draw = byPopularity(contestants, stream)
  for (let vote = 0; vote < votes; vote++) {
    const [a, b] = pairOf(design, vote, contestants, stream, draw)
    const p = 1 / (1 + Math.exp(strengths[b] - strengths[a]))
    const tie = TIES * Math.min(p, 1 - p)
    const u = stream.uniform()
    const winner = u < tie ? 'tie' : u < tie + p - tie / 2 ? 'model_a' : 'model_b'
    const prompt = prompts ? `,q${Math.floor(prompts * stream.uniform())}` : ''
    yield `${names[a]},${names[b]},${winner}${prompt}\n`
  }
}

function pairOf(
  design: Case['design'],
  vote: number,
  size: number,
  stream: RandomStream,
  draw: () => number,
): [number, number] {
  const any = Math.floor(size * stream.uniform())
  if (design === 'ladder') return any < size - 1 ? [any, any + 1] : [any - 1, any]
  if (design === 'star') return [0, 1 + (any % (size - 1))]
  if (design === 'popular') return different(draw)
  const half = size / 2
  if (vote < BRIDGE_VOTES) return [any % half, half + Math.floor(half * stream.uniform())]
  const base = any < half ? 0 : half
  return different(() => base + Math.floor(half * stream.uniform()))
}

function different(draw: () => number): [number, number] {
  const a = draw()
  let b = draw()
  while (b === a) b = draw()
  return [a, b]
}

/** Draws contestant i with probability proportional to (i + 1)^−½. */
function byPopularity(size: number, stream: RandomStream): () => number {
  const ends = new Float64Array(size)
  let total = 0
  for (let i = 0; i < size; i++) ends[i] = total += (i + 1) ** -0.5
  return () => {
    const target = stream.uniform() * total
    let low = 0
    let high = size - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if (ends[middle] > target) high = middle
      else low = middle + 1
    }
    return low
  }
}

function normal(stream: RandomStream): number {
  return Math.sqrt(2 * stream.exponential()) * Math.cos(2 * Math.PI * stream.uniform())
}
