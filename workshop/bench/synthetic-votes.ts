/** Votes of known strengths. The same case gives the same votes on every machine. */
import { closeSync, existsSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RandomStream } from '../../shared/stats/numbers/random.ts'
import { normal } from '../simulate/world.ts'

/** Who meets whom is drawn by popularity: contestant i with probability proportional to (i + 1)^−½. */
export const CASES = {
  a: { votes: 10_000, contestants: 20 },
  b: { votes: 1_000_000, contestants: 100 },
  c: { votes: 3_000_000, contestants: 300 },
  d: { votes: 5_000_000, contestants: 1000 },
  e: { votes: 10_000_000, contestants: 5000 },
}

/** Standard deviation of the natural-log strengths: 139 rating points. */
const SPREAD = 0.8
const TIES = 0.6
const FLUSH = 1 << 20

/** The path of the case's CSV (model_a, model_b, winner). It is written if it does not exist. */
export function votesFile(name: keyof typeof CASES): string {
  const folder = join(tmpdir(), 'deadheat-bench')
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${name}.csv`)
  if (existsSync(path)) return path
  const file = openSync(`${path}.part`, 'w')
  let text = 'model_a,model_b,winner\n'
  for (const line of lines(name)) {
    text += line
    if (text.length > FLUSH) text = (writeSync(file, text), '')
  }
  writeSync(file, text)
  closeSync(file)
  renameSync(`${path}.part`, path)
  return path
}

function* lines(name: keyof typeof CASES): Generator<string> {
  const { votes, contestants } = CASES[name]
  const stream = new RandomStream(
    Buffer.from(name).reduce((seed, byte) => 31 * seed + byte, 7),
    0,
  )
  const strengths = Array.from({ length: contestants }, () => SPREAD * normal(stream))
  const names = strengths.map((_, i) => `model-${String(i + 1).padStart(4, '0')}`)
  const draw = byPopularity(contestants, stream)
  for (let vote = 0; vote < votes; vote++) {
    // one draw is not used, so that a case has the votes with which other engines were timed
    stream.uniform()
    const [a, b] = different(draw)
    const p = 1 / (1 + Math.exp(strengths[b] - strengths[a]))
    const tie = TIES * Math.min(p, 1 - p)
    const u = stream.uniform()
    const winner = u < tie ? 'tie' : u < tie + p - tie / 2 ? 'model_a' : 'model_b'
    yield `${names[a]},${names[b]},${winner}\n`
  }
}

function different(draw: () => number): [number, number] {
  const a = draw()
  let b = draw()
  while (b === a) b = draw()
  return [a, b]
}

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
