/** Small arenas as an import brings them. */
import type { ArenaImport, ImportedVote } from '../../server/transfer/import/arena-import.ts'
import type { ArenaSettings, Outcome } from '../../shared/contracts/index.ts'

interface ArenaOptions {
  names?: string[]
  prompts?: number
  /** What `name` says to prompt number `prompt`; null: nothing at all. */
  says?: (name: string, prompt: number) => string | null
  votes?: ImportedVote[]
  arena?: Partial<ArenaImport['arena']>
  categories?: string[]
  /** What an arena.yaml sets. */
  settings?: ArenaSettings
}

export const NAMES = ['Quillon-7b', 'Zephrite-v2', 'Marlowe-xl']

/** An arena in which every contestant answers every prompt; `says` can replace answers. */
export function arenaOf(slug: string, options: ArenaOptions = {}): ArenaImport {
  const { names = NAMES, prompts = 4, votes = [], categories = [], settings } = options
  const says = options.says ?? ((name, prompt) => `Reply ${names.indexOf(name) + 1} to question ${prompt}.`)
  const numbers = Array.from({ length: prompts }, (_, i) => i + 1)
  return {
    arena: { slug, title: `Arena ${slug}`, criteria: ['overall'], ...options.arena },
    contestants: names.map((name) => ({ name })),
    prompts: numbers.map((n) => ({
      key: `p${n}`,
      messages: [{ role: 'user', content: `Question ${n}?` }],
      category: categories.length > 0 ? categories[n % categories.length] : null,
    })),
    answers: names.flatMap((contestant) =>
      numbers.flatMap((n) => {
        const text = says(contestant, n)
        return text === null ? [] : { prompt: `p${n}`, contestant, text, turns: null }
      }),
    ),
    votes,
    ...(settings && { setUp: { settings, providers: [], judges: [], checks: [] } }),
  }
}

let votes = 0

/** A vote; default: by a human. */
export function voteOf(
  left: string,
  right: string,
  outcome: Outcome,
  more: Partial<ImportedVote> = {},
): ImportedVote {
  return {
    key: `vote ${++votes}`,
    left,
    right,
    outcome,
    source: 'human',
    inconsistent: false,
    prompt: 'p1',
    voter: null,
    criterion: null,
    category: null,
    castAt: null,
    ...more,
  }
}
