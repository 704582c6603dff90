/** Arenas whose answers differ in length and Markdown, in ways that style control can tell from the contestants or not. */
import type { ArenaImport } from '../../../server/transfer/import/arena-import.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { sigmoid } from '../../../shared/stats/fit/likelihood.ts'
import { arenaOf, voteOf } from '../arena-import.ts'

export const STYLED_NAMES = ['Ada', 'Bert', 'Cleo', 'Dora']
const PROMPTS = 40
/** Headers, lists and bold text, each on prompts of its own. */
const marked = (n: number) =>
  `${n % 3 ? '' : '# Head\n\n'}${n % 4 ? '' : '- one\n- two\n\n'}${n % 5 ? '' : '**Note** '}`

/** Words by contestant and prompt; each is the longer one on some prompts. */
const stream = new RandomStream(5, 0)
const LENGTHS = STYLED_NAMES.map((_, i) =>
  Array.from({ length: PROMPTS + 1 }, () => 20 + Math.floor((i + 1) * 90 * stream.uniform())),
)
export const mixed = (name: string, n: number) =>
  marked(n + STYLED_NAMES.indexOf(name)) + 'word '.repeat(LENGTHS[STYLED_NAMES.indexOf(name)][n])
const longAda = (name: string, n: number) =>
  name === 'Ada' ? marked(n) + 'word '.repeat(700 + 30 * n) : mixed(name, n)

/** Longer answers win more; six votes on each prompt, by twenty-four people. */
function votesOn(says: (name: string, n: number) => string, prompts = PROMPTS) {
  const draw = new RandomStream(6, 0)
  return Array.from({ length: prompts }, (_, at) => {
    const prompt = `p${at + 1}`
    return STYLED_NAMES.flatMap((left, i) =>
      STYLED_NAMES.slice(i + 1).map((right, j) => {
        const [a, b] = [says(left, at + 1).length, says(right, at + 1).length]
        const wins = draw.uniform() < sigmoid((2 * (a - b)) / (a + b))
        return voteOf(left, right, wins ? 'left' : 'right', {
          prompt,
          voter: `v${(7 * at + 3 * i + j) % 24}`,
        })
      }),
    )
  }).flat()
}

export const styledArena = (slug: string, says: typeof mixed, silent: (n: number) => boolean = () => false) =>
  arenaOf(slug, {
    names: STYLED_NAMES,
    prompts: PROMPTS,
    says: (name, n) => (silent(n) ? null : says(name, n)),
    votes: votesOn(says),
  })

export const STYLED: Record<string, ArenaImport> = {
  styled: styledArena('styled', mixed),
  'long-ada': styledArena('long-ada', longAda),
  silent: styledArena('silent', mixed, () => true),
  'half-silent': styledArena('half-silent', mixed, (n) => n <= 24),
  few: { ...styledArena('few', mixed), votes: votesOn(mixed, 7) },
  // a prefix of its own for one contestant, and hardly any other difference
  prefixed: styledArena(
    'prefixed',
    (name, n) => `${name === 'Ada' ? 'Gladly. ' : ''}Reply ${n % 2 ? n : ''} to question ${n}.`,
  ),
  alike: styledArena('alike', () => 'The same words.'),
}
