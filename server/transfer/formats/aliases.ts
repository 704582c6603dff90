/** Names of columns: those that are read, and usual names of others, which are proposed and never read without a yes. */
import type { ScoreKind } from '../../../shared/contracts/votes.ts'
import { columnWord } from '../../../shared/messages/short-list.ts'
import { normalisedColumn } from './column-changes.ts'

/** What a row says of a vote beside its sides and its prompt. */
export const VOTE_DETAIL_COLUMNS =
  'id judge judge_type criterion category group language turn pair_id order tstamp sample_a sample_b pair_probability'.split(
    ' ',
  )

/** The columns of votes but for their `id`, which prompts have, too. */
export const VOTE_COLUMNS = 'model_a model_b winner question_id conversation_a conversation_b'
  .split(' ')
  .concat(VOTE_DETAIL_COLUMNS.filter((column) => column !== 'id'))

const COLUMNS_WITH_VOTES = 'id prompt response_a response_b answer_a answer_b loser'
  .split(' ')
  .concat(VOTE_COLUMNS)

/** What Chatbot Arena writes beside votes, and Deadheat in its form. It says nothing of the outcome. */
export const IGNORED_VOTE_COLUMNS =
  'anony category_tag conv_metadata dedup_tag evaluation_order is_code is_refusal openai_moderation toxic_chat_tag reason transcript_a transcript_b drawn_a drawn_b run_a run_b seconds'.split(
    ' ',
  )

/** The names that columns of a votes file may have in another spelling, also of texts beside votes. */
export const voteColumnNames = (): readonly string[] => COLUMNS_WITH_VOTES

/** Usual names of columns, by the column that is probably meant. The first of these that a file has is proposed. */
const ALIASES: readonly (readonly [meant: string, names: string])[] = [
  ['model_a', 'contestant_a system_a variant_a player_a model1 model_1 first_model left_model left'],
  ['model_b', 'contestant_b system_b variant_b player_b model2 model_2 second_model right_model right'],
  [
    'winner',
    'preference preferred choice chosen verdict vote label outcome result better best a_is_better a_better a_preferred slider margin strength',
  ],
  ['prompt', 'question input instruction query task'],
  ['response', 'answer output completion reply'],
  ['model', 'contestant system variant'],
  ['count', 'n times frequency'],
  ['wins_a', 'a_wins'],
  ['wins_b', 'b_wins'],
  ['judge', 'voter user annotator rater worker username voter_id user_id annotator_id rater_id worker_id'],
  ['question_id', 'prompt_id task_id item item_id'],
  ['tstamp', 'timestamp created_at date time'],
]
const MEANT = new Map(
  ALIASES.flatMap(([meant, names]) =>
    `${meant} ${names}`.split(' ').map((name) => [normalisedColumn(name), meant] as const),
  ),
)

/** A column, and the one that is probably meant. */
export interface NearColumn {
  column: string
  meant: string
}

/** Pairs of columns that hold something else than who was compared. */
const NO_SIDES =
  /^(?:response|answer|conversation|output|completion|text|sample|score|wins?|votes?|rating|prompt|family|transcript)s?$/i

/** What names a side in the name of a column, and what the name of the opposite side has in its place. */
const SIDE_MARKS = new Map(Object.entries({ a: 'b', A: 'B', 1: '2', left: 'right', first: 'second' }))

/** Two columns such as `video_a` and `video_b`, as the sides of a comparison; empty if there are none. */
function sideColumns(columns: readonly string[]): NearColumn[] {
  for (const column of columns) {
    const parts = column.split(/([ _-])/)
    for (const [i, part] of parts.entries()) {
      const opposite = SIDE_MARKS.get(part)
      const base = parts.toSpliced(i, 1).filter((text) => !/^[ _-]?$/.test(text))
      const second = parts.with(i, opposite ?? '').join('')
      if (
        opposite &&
        base.length > 0 &&
        !base.some((text) => NO_SIDES.test(text)) &&
        columns.includes(second)
      )
        return [
          { column, meant: 'model_a' },
          { column: second, meant: 'model_b' },
        ]
    }
  }
  return []
}

/** An input beside its instruction, or beside a prompt: both together are what was asked. */
const inputColumns = (columns: readonly string[]): NearColumn[] =>
  columns.some((column) => ['instruction', 'prompt'].includes(normalisedColumn(column)))
    ? columns
        .filter((column) => normalisedColumn(column) === 'input')
        .map((column) => ({ column, meant: 'prompt' }))
    : []

/** The columns of a file that have usual names of others, each of which it lacks. */
export function findColumnAliases(columns: readonly string[]): NearColumn[] {
  const taken = new Set(columns)
  // beside the wins of B, those of A are counted; alone, `a_wins` says whether A won
  const areCounted = columns.some((column) => ['bwins', 'winsb'].includes(normalisedColumn(column)))
  const named = columns.flatMap((column): NearColumn[] => {
    if (inputColumns(columns).some((input) => input.column === column)) return []
    // a form adds a remark: winner (A/B)
    const name = normalisedColumn(column.replace(/\([^)]*\)$/, '').trim())
    const meant = name === 'awins' && !areCounted ? 'winner' : MEANT.get(name)
    if (meant === undefined || taken.has(meant)) return []
    taken.add(meant)
    return [{ column, meant }]
  })
  named.push(...inputColumns(columns))
  const haveSides = [...columns, ...named.map(({ meant }) => meant)].some((name) => /^model_[ab]$/.test(name))
  return haveSides ? named : [...sideColumns(columns), ...named]
}

/** The columns of scores, where each row has one. The first of each is proposed. */
export const SCORE_COLUMNS: Record<ScoreKind, readonly [string, ...string[]]> = {
  scores: ['score'],
  ranks: ['rank'],
  results: ['result', 'passed', 'resolved'],
}
/** The columns that say what was scored: as ids they may be called so, whatever they are. The first is taken. */
export const TASK_COLUMNS =
  'question_id prompt_id task_id instance_id example_id problem_id test_id case_id prompt task question problem test test_case scenario id'.split(
    ' ',
  )
/** Usual names of other columns of scores. */
const OF_SCORES: readonly (readonly [meant: string, names: string])[] = [
  ['model', 'variant system contestant agent name'],
  ['judge', 'voter annotator rater'],
  ['prompt', 'input instance test_name case testcase task_name check item item_id'],
  ['score', 'rating grade points value'],
  ['rank', 'position place'],
  ['result', 'pass success status outcome correct is_correct solved ok'],
]

/** The columns of a file of scores that have usual names of others, each of which it lacks. */
export function findScoreAliases(columns: readonly string[], from: ScoreKind): NearColumn[] {
  return [['model'], ['judge'], TASK_COLUMNS, SCORE_COLUMNS[from]].flatMap((targets) => {
    const [meant = '', names = ''] = OF_SCORES.find(([target]) => targets.includes(target)) ?? []
    if (targets.some((target) => columns.includes(target))) return []
    const spellings = new Set(names.split(' ').map(normalisedColumn))
    const column = columns.find((name) => spellings.has(normalisedColumn(name)))
    return column === undefined ? [] : [{ column, meant }]
  })
}

/** A proposal as a part of `--map`. */
export const asOption = ({ column, meant }: NearColumn): string => `${columnWord(column)}=${meant}`

/** What is proposed for these columns, as parts of `--map`. */
export const proposedMappings = (columns: readonly string[]): string[] =>
  findColumnAliases(columns).map(asOption)
