/** Seeded arenas, one for each state that a board can be in: the same votes on every machine, for pictures and tests. */
import { sql } from 'kysely'
import { importInto } from '../../server/transfer/index.ts'
import type { ArenaImport, ImportedVote } from '../../server/transfer/import/arena-import.ts'
import { RandomStream } from '../../shared/stats/numbers/random.ts'
import { sigmoid } from '../../shared/stats/fit/likelihood.ts'
import { arenaOf, voteOf } from '../server/arena-import.ts'
import type { TestApp } from '../support/app.ts'

const CAST = new Date('2026-03-01T12:00:00Z')

interface Drawn {
  /** Strengths on the natural-log scale, by name. */
  strengths: Record<string, number>
  prompts: number
  /** Of how many votes each pair gets; pairs farther apart in the list than this do not meet. */
  perPair: number
  reach?: number
  seed: number
  /** Share of ties. */
  ties?: number
}

type VoteBy = Pick<ImportedVote, 'source' | 'voter'>

/** Votes drawn from strengths; every pair on as many prompts as it has votes. */
export function drawnVotes(drawn: Drawn, by?: (n: number) => VoteBy): ImportedVote[] {
  const { strengths, prompts, perPair, reach = Infinity, seed, ties = 0.15 } = drawn
  const stream = new RandomStream(seed, 0)
  const names = Object.keys(strengths)
  const votes: ImportedVote[] = []
  names.forEach((left, i) =>
    names.slice(i + 1, i + 1 + reach).forEach((right) => {
      const wins = sigmoid(strengths[left] - strengths[right])
      for (let n = 0; n < perPair; n++) {
        const isTie = stream.uniform() < ties
        const outcome = isTie ? 'tie' : stream.uniform() < wins ? 'left' : 'right'
        const prompt = `p${1 + (votes.length % prompts)}`
        votes.push(voteAs(left, right, outcome, prompt, `${seed}-${votes.length}`, by?.(votes.length)))
      }
    }),
  )
  return votes
}

function voteAs(
  left: string,
  right: string,
  outcome: ImportedVote['outcome'],
  prompt: string,
  key: string,
  by: VoteBy = { source: 'human', voter: `person-${key.length}-${key.at(-1)}` },
): ImportedVote {
  return voteOf(left, right, outcome, { key, prompt, castAt: CAST, ...by })
}

interface ArenaExtras {
  costUsd?: (i: number) => number | null
  latencyMs?: (i: number) => number | null
  prompts?: number
}

function stateArena(
  slug: string,
  title: string,
  names: string[],
  votes: ImportedVote[],
  { costUsd, latencyMs, prompts = 20 }: ArenaExtras = {},
): ArenaImport {
  const place = (name: string) => names.indexOf(name)
  const says = (name: string, n: number) =>
    `${place(name) % 3 === 0 ? 'Gladly. ' : ''}Reply ${place(name)} to p${n}.`
  const arena = { title, description: 'Which reply would you rather get?' }
  const whole = arenaOf(slug, { names, votes, prompts, says, arena })
  const answers = whole.answers.map((answer) => ({
    ...answer,
    costUsd: costUsd?.(place(answer.contestant)) ?? null,
    latencyMs: latencyMs?.(place(answer.contestant)) ?? null,
  }))
  return { ...whole, answers }
}

const spread = (names: readonly string[], of: (i: number) => number) =>
  Object.fromEntries(names.map((name, i) => [name, of(i)]))

export const EIGHT = [
  'Warm-v3',
  'Terse-v2',
  'Baseline',
  'Steps-v2',
  'Policy-first',
  'Empathy-v1',
  'Formal-v1',
  'Emoji-v1',
]
export const HUNDREDS = Array.from({ length: 300 }, (_, i) => `Model-${String(i).padStart(3, '0')}`)
const LONG = [
  'gpt-oss-120b-instruct-2026-02-28-with-the-long-system-prompt-and-three-examples-in-it-v17',
  'Ein-sehr-langer-Name-mit-Umlauten-äöüß-und-einem-Anhang-der-nicht-aufhören-will-v2',
  'مساعد-خدمة-العملاء-الودود-الإصدار-الثالث-مع-تعليمات-طويلة',
  '日本語のとても長い名前のモデルで行の折り返しを確かめるためのもの第三版',
]

/** By name of the state, the arenas of all states. */
export const STATES: Record<string, () => ArenaImport> = {
  empty: () => stateArena('state-empty', 'Nothing yet', EIGHT.slice(0, 4), []),
  'one vote': () =>
    stateArena('state-one-vote', 'One vote', EIGHT.slice(0, 4), [
      voteAs('Warm-v3', 'Baseline', 'left', 'p1', 'only'),
    ]),
  'dead heat of all': () => {
    const names = EIGHT.slice(0, 6)
    const drawn = { strengths: spread(names, () => 0), prompts: 20, perPair: 20, seed: 11 }
    return stateArena('state-dead-heat', 'A dead heat of all', names, drawnVotes(drawn))
  },
  'clear winner': () => {
    const strengths = spread(EIGHT, (i) => (i === 0 ? 1.8 : 0.5 - 0.15 * i))
    return stateArena(
      'state-winner',
      'A clear winner',
      EIGHT,
      drawnVotes({ strengths, prompts: 60, perPair: 40, seed: 12 }),
      {
        prompts: 60,
      },
    )
  },
  'three hundred rows': () => {
    // neighbours in the list meet: strong and weak ones
    const strengths = spread(HUNDREDS, (i) => 0.5 - ((7 * i) % 300) / 300)
    return stateArena(
      'state-hundreds',
      'Three hundred',
      HUNDREDS,
      drawnVotes({ strengths, prompts: 60, perPair: 2, reach: 30, seed: 13 }),
      {
        prompts: 60,
      },
    )
  },
  'many in places': () => {
    const names = HUNDREDS.slice(0, 30)
    const strengths = spread(names, (i) => 2 - Math.max(0, i - 3) / 6)
    const by = (n: number) => ({ source: 'human' as const, voter: `person-${n % 97}` })
    const votes = drawnVotes({ strengths, prompts: 60, perPair: 16, seed: 16 }, by)
    return stateArena('state-places', 'Many in places', names, votes, { prompts: 60 })
  },
  'very long names': () =>
    stateArena(
      'state-long-names',
      'Very long names',
      LONG,
      drawnVotes({ strengths: spread(LONG, (i) => -i / 3), prompts: 20, perPair: 24, seed: 14 }),
    ),
  provisional: () => {
    const names = [...EIGHT.slice(0, 3), 'Never-beaten', 'Never-won', 'Never-met']
    const rated = drawnVotes({
      strengths: spread(EIGHT.slice(0, 3), (i) => -i / 4),
      prompts: 20,
      perPair: 20,
      seed: 15,
    })
    const more = Array.from({ length: 4 }, (_, n) => [
      voteAs('Never-beaten', 'Warm-v3', 'left', `p${n + 1}`, `u${n}`),
      voteAs('Never-won', 'Baseline', 'right', `p${n + 1}`, `w${n}`),
    ]).flat()
    return stateArena('state-provisional', 'Provisional ones', names, [...rated, ...more])
  },
  judged: () => {
    const extras = {
      costUsd: (i: number) => [0.42, 0.19, 0.31, 0.47, 0.38, 0.45, 0.33, 0.3][i] / 1000,
      latencyMs: (i: number) => 900 + 260 * ((i * 5) % 8),
      prompts: 45,
    }
    return stateArena('state-judged', 'Judges on trial', EIGHT, judgedVotes(), extras)
  },
  'practically equal': () =>
    stateArena('state-equal', 'Practically equal', EIGHT.slice(0, 3), equalVotes(), {
      prompts: 45,
      costUsd: (i) => [0.001, 0.004, 0.003][i],
    }),
}

/** People vote twice on each pair; one judge agrees with them, one does not, one judged other pairs only. */
function judgedVotes(): ImportedVote[] {
  const strengths = spread(EIGHT, (i) => [0.55, 0.45, 0.4, -0.1, -0.1, -0.15, -0.6, -0.7][i])
  const people = drawnVotes({ strengths, prompts: 40, perPair: 12, seed: 16 }, () => ({
    source: 'human',
    voter: 'ada',
  }))
  const stream = new RandomStream(17, 0)
  const other = { left: 'right', right: 'left', tie: 'tie', both_bad: 'both_bad' } as const
  const like = (share: number, source: 'human' | 'judge', voter: string) =>
    people.map((vote, n) => ({
      ...vote,
      key: `${voter}-${n}`,
      source,
      voter,
      outcome: stream.uniform() < share ? vote.outcome : other[vote.outcome],
    }))
  const alone = drawnVotes({ strengths, prompts: 40, perPair: 3, seed: 18 }, () => ({
    source: 'judge',
    voter: 'newcomer',
  }))
  return [
    ...people,
    ...like(0.86, 'human', 'grace'),
    ...like(0.88, 'judge', 'careful'),
    ...like(0.58, 'judge', 'hasty'),
    ...alone.map((vote) => ({ ...vote, prompt: `p${41 + (Number(vote.key.split('-')[1]) % 5)}` })),
  ]
}

/** So many votes that it is known how little the first two differ, and all pairs meet equally often. */
function equalVotes(): ImportedVote[] {
  const [one, two, third] = EIGHT as [string, string, string]
  return Array.from({ length: 75 }, (_, round) =>
    Array.from({ length: 40 }, (_, n) => {
      const [prompt, voter] = [`p${n + 1}`, `e${round}-${n}`]
      const wins = (n + 7 * round) % 40 < 21
      return [
        voteAs(one, two, (n + round) % 2 ? 'left' : 'right', prompt, `${voter}a`),
        voteAs(one, third, wins ? 'left' : 'right', prompt, `${voter}b`),
        voteAs(third, two, wins ? 'right' : 'left', prompt, `${voter}c`),
      ]
    }).flat(),
  ).flat()
}

/** Brings the arenas of these states, or of all, with a check of all answers in `judged`. */
export async function bringStates(app: TestApp, stateNames = Object.keys(STATES)): Promise<void> {
  for (const state of stateNames) await importInto(app.deps, STATES[state]())
  if (stateNames.includes('judged')) await checkAnswers(app)
}

/** What a run with a check `polite` leaves: an answer passes that says "Gladly". */
async function checkAnswers({ deps: { db } }: TestApp): Promise<void> {
  const spec = JSON.stringify({ name: 'polite', kind: 'contains', value: 'Gladly', mustPass: 0.5 })
  await sql`
    with arena as (select id from arenas where slug = 'state-judged'),
      run as (insert into runs (arena_id, kind, status, plan, started_at, ended_at)
        select id, 'run', 'done', '{}', ${CAST}, ${CAST} from arena returning arena_id, id),
      polite as (insert into checks (arena_id, name, sha256, spec)
        select id, 'polite', 'polite', ${spec}::jsonb from arena returning arena_id)
    select 1 from run, polite`.execute(db)
  await sql`
    insert into check_results (arena_id, run_id, name, sha256, answer_id, passed, cause, checked_at)
    select a.arena_id, r.id, 'polite', 'polite', a.id, a.text like '%Gladly%' or a.id % 7 = 0, null, ${CAST}
    from answers a join runs r using (arena_id) join arenas on arenas.id = a.arena_id and slug = 'state-judged'`.execute(
    db,
  )
  // boards that were computed meanwhile know nothing of it
  await sql`update arenas set revision = revision + 1 where slug = 'state-judged'`.execute(db)
}
