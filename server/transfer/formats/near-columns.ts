/** Columns of a file whose names are nearly those that Deadheat reads. */
import { distanceBetween, withoutSlips } from '../../../shared/messages/few.ts'
import { msg, type CodedMessage } from '../../../shared/messages/index.ts'
import { formatOf } from './format.ts'
import type { OpenFile } from './open-file.ts'
import { columnsOf, rowsOfHead } from './rows.ts'
import type { Fields } from './fields.ts'

/** The columns of votes. */
export const VOTE_COLUMNS =
  'model_a model_b winner question_id judge judge_type criterion category group language turn pair_id order tstamp conversation_a conversation_b sample_a sample_b pair_probability'.split(
    ' ',
  )

/** The columns of votes, answers and prompts that a file needs to be recognised. */
export const NEEDED_COLUMNS = ['model_a', 'model_b', 'winner', 'prompt', 'model', 'text', 'id', 'question_id']

/** Names that people often give to columns of votes. */
const USUAL_NAMES: Record<string, string> = {
  prompt: 'question_id',
  prompt_id: 'question_id',
  voter: 'judge',
  user: 'judge',
  annotator: 'judge',
  rater: 'judge',
  verdict: 'winner',
  vote: 'winner',
  outcome: 'winner',
  result: 'winner',
  preference: 'winner',
  gewinner: 'winner',
  sieger: 'winner',
  choice: 'winner',
}

/** What columns are called in other languages and tools, by the part of a file that they hold. */
const USUAL_PARTS: Record<'prompt' | 'answer' | 'model' | 'winner', RegExp> = {
  prompt:
    /^(?:questions?|inputs?|instructions?|quer(?:y|ies)|tasks?|user|frage|fragen|eingabe|aufgabe|anfrage|pregunta|entrada|demande|requête|invite|domanda|richiesta|pergunta|vraag|pytanie|вопрос|问题|問題|提示|質問|질문|سؤال)$/i,
  answer:
    /^(?:answers?|responses?|outputs?|completions?|repl(?:y|ies)|antwort|antworten|ausgabe|respuesta|salida|réponse|sortie|risposta|resposta|antwoord|odpowiedź|ответ|回答|答案|답변|جواب)$/i,
  model:
    /^(?:models?|systems?|variants?|contestants?|modell|modelle|variante|modelo|modèle|modello|модель|模型|モデル|모델)$/i,
  winner:
    /^(?:gewinner|sieger|bessere?|ganador|vainqueur|gagnant|vincitore|vencedor|winnaar|zwycięzca|победитель|获胜者|胜者|勝者|승자)$/i,
}

/** How to read the columns of answers or of a table of answers that have usual names of other languages. */
export function meantTextColumns(columns: readonly string[]): NearColumn[] {
  const of = (part: keyof typeof USUAL_PARTS) => columns.find((column) => USUAL_PARTS[part].test(column))
  const [prompt, answer, model, winner] = [of('prompt'), of('answer'), of('model'), of('winner')]
  if (prompt === undefined) return []
  const pairs =
    answer !== undefined && model !== undefined
      ? [
          [prompt, 'prompt'],
          [answer, 'response'],
          [model, 'model'],
        ]
      : [[prompt, 'prompt'], ...(winner === undefined ? [] : [[winner, 'winner']])]
  return pairs.flatMap(([column, meant]) => (column === meant ? [] : [{ column, meant }]))
}

/** What stands before `_a` and `_b` in columns that hold texts of two sides, and not their names. */
const TEXTS = /^(response|conversation|answer|output|completion|text|sample)$/

/** A column, and the one that was probably meant. */
interface NearColumn {
  column: string
  meant: string
}

/**
 * The columns that are none of `known`, but nearly one that the file lacks.
 * @param columns those of the file
 * @param known those that are read
 */
export function nearColumns(columns: readonly string[], known: readonly string[]): NearColumn[] {
  const missing = known.filter((name) => !columns.includes(name))
  return columns
    .filter((column) => !known.includes(column))
    .flatMap((column) => {
      const meant = slipOf(column, missing)
      return meant === undefined ? [] : [{ column, meant }]
    })
}

/** The columns of votes that the file has under other names: those nearly right, and names that people often give. */
export function meantVoteColumns(columns: readonly string[]): NearColumn[] {
  const near = [...nearColumns(columns, VOTE_COLUMNS), ...sidesIn(columns)]
  const others = columns.flatMap((column) => {
    const meant = USUAL_NAMES[column.toLowerCase()]
    const isFree = meant !== undefined && !columns.includes(meant) && !near.some((one) => one.meant === meant)
    return isFree ? [{ column, meant }] : []
  })
  const seen = new Set<string>()
  return [...near, ...others].filter(({ meant }) => !seen.has(meant) && seen.add(meant))
}

/** How many votes a row stands for. */
const COUNT = /^(?:counts?|n|weights?|freq|frequency|(?:num_|n_)?votes|times|anzahl|gewicht)$/i

/** Whether the sides of a row were exchanged. */
const SWAPPED = /^(?:is[ _-]?|was[ _-]?|order[ _-]?)?(?:swap(?:ped)?|flip(?:ped)?|reversed?|switched)$/i

const MODEL = /^(?:gpt|claude|gemini|llama|mistral|mixtral|qwen|deepseek)[-_ ]?\w*\d/i

/** What the columns of a file of votes seem to mean otherwise than they are read. */
export const doubtsIn = (file: OpenFile): CodedMessage[] => [
  ...rowsOfHead(file)
    .filter((row) => !('judge_type' in row) && MODEL.test(String(row['judge'])))
    .slice(0, 1)
    .map(({ judge }) => msg('judge_is_model', { file: file.name, judge: String(judge) })),
  ...meantVoteColumns(columnsOf(file)).map((near) => msg('column_not_read', { file: file.name, ...near })),
  ...columnsOf(file)
    .filter((column) => COUNT.test(column) && rowsOfHead(file).some((row) => Number(row[column] || 1) !== 1))
    .map((column) => msg('counts_not_read', { file: file.name, column })),
  ...repeatedColumn(file),
  ...columnsOf(file)
    .filter(
      (column) => SWAPPED.test(column) && rowsOfHead(file).some((row) => !isNo(String(row[column] ?? ''))),
    )
    .map((column) => msg('swaps_not_read', { file: file.name, column })),
]

/** What pandas, R and polars call a second column of the same name. After a digit it may be a version. */
const REPEATED = /^(?:(winner)[ _.-]?|(.*\D)(?:\.|_duplicated_))\d+$/

/** A column that repeats another one's name. */
export function repeatedColumn(file: OpenFile): CodedMessage[] {
  const columns = columnsOf(file)
  const pairs = columns.map((column) => ({
    column,
    first: REPEATED.exec(column)?.slice(1).find(Boolean) ?? '',
  }))
  return pairs
    .filter(({ first }) => first !== '' && columns.includes(first))
    .slice(0, 1)
    .map((pair) => msg('column_repeated', { file: file.name, ...pair }))
}

/** Columns that say which rows do not count: a mark of those, a mark of all others, or a word for either. */
const MARKS: readonly (readonly [column: RegExp, isOut: (cell: string) => boolean])[] = [
  [
    /^(?:(?:is|was)[ _-]?)?(?:deleted|removed|rejected|invalid|spam|flagged|excluded?|discard(?:ed)?|dropped|banned|hidden|void(?:ed)?|withdrawn|retracted|ignored?|superseded|cancell?ed|gelöscht|ungültig|supprimée?|eliminad[oa])(?:[ _-]?at)?$/i,
    (cell) => !isNo(cell) && cell.length < LONGEST_MARK,
  ],
  [
    /^(?:(?:is|was)[ _-]?)?(?:valid|approved|accepted|active|included?|usable|kept|keep|gültig)$/i,
    (cell) => cell !== '' && isNo(cell),
  ],
  [/^(?:\w+[ _-])?(?:status|state|quality)$/i, (cell) => OUT.test(cell)],
]
const OUT =
  /reject|delet|remov|discard|invalid|spam|exclu|void|cancel|draft|withdr|retract|supersed|error|fail|abandon|abgelehnt|gelöscht|ungültig/i
const LONGEST_MARK = 40

/** Whether a cell says no, or nothing. */
export const isNo = (cell: string) =>
  /^(?:|0|0\.0|false|no|n|f|none|null|nan|na|nein|non|falsch|-)$/i.test(cell)

/** Whether a column says which rows count. */
export const isMark = (column: string): boolean => MARKS.some(([name]) => name.test(column))

/** Counts the rows that a column of the file marks as none. */
export class MarkedRows {
  readonly #columns = new Map<string, ((cell: string) => boolean) | undefined>()
  readonly #found = new Map<string, { count: number; value: string }>()

  /** The file, whose rows this counts when they are read. */
  watched(file: OpenFile): OpenFile {
    const mayHave = formatOf(file.head, file.name).kind !== 'csv' || columnsOf(file).some(isMark)
    return mayHave ? { ...file, watch: (row) => this.#see(row) } : file
  }

  #see(row: Fields): void {
    for (const column in row) {
      if (!this.#columns.has(column))
        this.#columns.set(column, MARKS.find(([name]) => name.test(column))?.[1])
      const isOut = this.#columns.get(column)
      const cell = isOut && typeof row[column] !== 'object' ? String(row[column]).trim() : ''
      if (!isOut?.(cell)) continue
      const { count, value } = this.#found.get(column) ?? { count: 0, value: cell }
      this.#found.set(column, { count: count + 1, value })
    }
  }

  doubts = (file: string): CodedMessage[] =>
    [...this.#found].map(([column, found]) => msg('rows_marked', { file, column, ...found }))
}

/** The two columns that name the sides of a comparison, such as `contestant_a` and `contestant_b`, or `Modell A`. */
export function sidesIn(columns: readonly string[]): NearColumn[] {
  if (columns.includes('model_a') || columns.includes('model_b')) return []
  for (const column of columns) {
    const [, base, first] = /^(.+)_(a|1)$/i.exec(column) ?? []
    if (base === undefined || TEXTS.test(base)) continue
    const second = `${base}_${{ a: 'b', A: 'B', 1: '2' }[first as 'a' | 'A' | '1']}`
    if (columns.includes(second))
      return [
        { column, meant: 'model_a' },
        { column: second, meant: 'model_b' },
      ]
  }
  return []
}

/** The first of these names that differs by one letter at most, apart from case, spaces and punctuation. */
function slipOf(name: string, names: readonly string[]): string | undefined {
  const bare = withoutSlips(name)
  const within = (most: number) => names.find((other) => distanceBetween(bare, withoutSlips(other)) <= most)
  return within(0) ?? within(1)
}
