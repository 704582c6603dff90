/** Columns of a file whose names are nearly those that Deadheat reads. */
import { distanceBetween, withoutSlips } from '../../../shared/messages/few.ts'
import { outcomeCode, outcomeWord } from '../../../shared/stats/outcome-words.ts'
import { spellingOf } from './column-changes.ts'
import type { OpenFile } from './open-file.ts'
import { cellsOf, columnsOf, rowsOfHead } from './rows.ts'
import { textField, timeField, type Fields } from './fields.ts'

export const VOTE_COLUMNS =
  'model_a model_b winner question_id judge judge_type criterion category group language turn pair_id order tstamp conversation_a conversation_b sample_a sample_b pair_probability'.split(
    ' ',
  )

const COLUMNS_WITH_VOTES = 'id prompt response_a response_b answer_a answer_b'.split(' ').concat(VOTE_COLUMNS)

/**
 * The names that columns of a votes file may have in another spelling: also of texts beside votes, and that of the winner
 * only where no other column names the loser.
 */
export const voteNamesIn = (columns: readonly string[]): string[] =>
  COLUMNS_WITH_VOTES.filter(
    (name) => name !== 'winner' || !columns.some((column) => spellingOf(column) === 'loser'),
  )

/** The columns of votes, answers and prompts that a file needs to be recognised. */
export const NEEDED_COLUMNS = ['model_a', 'model_b', 'winner', 'prompt', 'model', 'text', 'id', 'question_id']

/** Names that people often give to columns of votes, without `_id` at their ends. */
const USUAL_NAMES = new Map(
  [
    ['question_id', 'prompt question item task example'],
    [
      'judge',
      'voter user annotator rater worker participant evaluator name username email session respondent expert juror student reviewer labeler',
    ],
    ['tstamp', 'timestamp created_at date time tstamp'],
  ].flatMap(([meant, names]) => names.split(' ').map((name) => [name, meant] as const)),
)

/** Names of columns that say which of the answers beside them is better. */
export const VERDICT =
  /^(?!(?:vote|judge?ment|decision|result)[ _-]id$)(?:(?:human|judge|overall|final|gold|llm)[ _-]?)?(?:win|won|winner|winning[ _-](?:answer|model)|preferred(?:[ _-](?:answer|response|output|model))?|preference|better(?:[ _-](?:answer|response|output|model))?|best|choice|chosen|verdict|vote|outcome|result|label|decision|pick|judge?ment|selected|selection)(?:[ _-](?:name|model|side|idx|index|id))?$/i

/** Whether the left one won, as yes or no. */
const WON_BY_A = /^(?:model_)?a_(?:wins?|won|is_better|better|preferred)$|^(?:wins?|won|winner_is)_a$/i

/** What columns are called in other languages and tools, by the part of a file that they hold. */
const USUAL_PARTS: Record<'prompt' | 'answer' | 'model' | 'winner', RegExp> = {
  prompt:
    /^(?:prompts?|questions?|inputs?|instructions?|quer(?:y|ies)|tasks?|frage|fragen|eingabe|aufgabe|anfrage|pregunta|entrada|demande|requête|invite|domanda|richiesta|pergunta|vraag|pytanie|вопрос|问题|問題|提示|質問|질문|سؤال|soru|प्रश्न)$/i,
  answer:
    /^(?:answers?|responses?|outputs?|completions?|repl(?:y|ies)|antwort|antworten|ausgabe|respuesta|salida|réponse|sortie|risposta|resposta|antwoord|odpowiedź|ответ|回答|答案|답변|جواب|yanıt|cevap|उत्तर)$/i,
  model:
    /^(?:models?(?:[ _-]?(?:name|id))?|systems?|variants?|contestants?|llm|modell|modelle|variante|modelo|modèle|modello|модель|模型|モデル|모델|मॉडल)$/i,
  winner:
    /^(?:gewinner|sieger|bessere?|beste|ganador|mejor|melhor|meilleure?|migliore|vainqueur|gagnant|vincitore|vencedor|winnaar|zwycięzca|победитель|获胜者|胜者|勝者|승자)$/i,
}

/** How to read the columns of answers or of a table of answers that have usual names of other languages. */
export function meantTextColumns(columns: readonly string[]): NearColumn[] {
  const of = (part: keyof typeof USUAL_PARTS) =>
    columns.find((column) => USUAL_PARTS[part].test(column.replace(/^.*\./, '')))
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

/** Of a file with more columns, which is refused, the others are compared with nothing. */
const MOST_COMPARED = 2000

/**
 * The columns that are none of `known`, but nearly one that the file lacks.
 * @param columns those of the file
 * @param known those that are read
 */
export function nearColumns(columns: readonly string[], known: readonly string[]): NearColumn[] {
  const missing = known.filter((name) => !columns.includes(name))
  return columns
    .slice(0, MOST_COMPARED)
    .filter((column) => !known.includes(column))
    .flatMap((column) => {
      const meant = slipOf(column, missing)
      return meant === undefined ? [] : [{ column, meant }]
    })
}

/** The columns of votes that the file has under other names: those nearly right, and names that people often give. */
export function meantVoteColumns(columns: readonly string[]): NearColumn[] {
  // people write Modèle A where programs write model_a
  const written = new Map(columns.map((column) => [column.replace(/ (?=[ab12]$)/i, '_'), column]))
  const sides = sidesIn([...written.keys()]).map(({ column, meant }) => ({
    column: written.get(column)!,
    meant,
  }))
  const near = [...nearColumns(columns, VOTE_COLUMNS), ...sides, ...scoresIn(columns), ...losersIn(columns)]
  const others = columns.flatMap((column) => {
    // Mechanical Turk writes Answer.winner, others WorkerId
    const bare = column.replace(/ *\(.*\)$|^.*\./g, '').replace(/[_ -]?id$/i, '')
    const meant =
      USUAL_NAMES.get(bare.toLowerCase()) ??
      (USUAL_PARTS.winner.test(bare) ||
      WON_BY_A.test(bare) ||
      (VERDICT.test(bare.replace(/[ _-]?1$/, '')) &&
        !(bare.endsWith('1') && columns.includes(bare.replace(/1$/, '0'))))
        ? 'winner'
        : undefined)
    const isFree = meant !== undefined && !columns.includes(meant) && !near.some((one) => one.meant === meant)
    return isFree ? [{ column, meant }] : []
  })
  const seen = new Set<string>()
  return [...near, ...others].filter(({ meant }) => !seen.has(meant) && seen.add(meant))
}

/** A winner and a loser, written with capitals. */
function losersIn(columns: readonly string[]): NearColumn[] {
  const found = ['winner', 'loser'].flatMap((meant) => {
    const column = columns.find((one) => one !== meant && one.trim().toLowerCase() === meant)
    return column === undefined ? [] : [{ column, meant }]
  })
  return found.length === 2 ? found : []
}

const SCORED = '(?:scores?|goals|points|clicks|ratings?|grades?|sets|runs|votes)'
const OF_LEFT = new RegExp(
  `^(?:(home|left|white)[ _-]?(${SCORED})|(${SCORED})[ _-]?(home|left|white|a|1))$`,
  'i',
)
const OTHER: Readonly<Record<string, string>> = {
  home: 'away',
  left: 'right',
  white: 'black',
  a: 'b',
  1: '2',
}

/** What the two sides of a comparison scored. */
function scoresIn(columns: readonly string[]): NearColumn[] {
  for (const column of columns) {
    const side = OF_LEFT.exec(column)
      ?.slice(1)
      .find((part) => part && part.toLowerCase() in OTHER)
    const other =
      side && column.replace(new RegExp(`${side}(?=[ _-]?${SCORED}$|$)`, 'i'), OTHER[side.toLowerCase()])
    const second = other && columns.find((one) => one.toLowerCase() === other.toLowerCase())
    if (second && !columns.includes('score_a'))
      return [
        { column, meant: 'score_a' },
        { column: second, meant: 'score_b' },
      ]
  }
  return []
}

/** `meantVoteColumns` of a file, without times that cannot be read, and voters that are verdicts. */
export const meantIn = (file: OpenFile): NearColumn[] =>
  meantVoteColumns(columnsOf(file)).filter(({ column, meant }) =>
    meant === 'tstamp'
      ? cellsOf(file, column).every((cell) => timeField(cell) !== undefined)
      : meant !== 'judge' || !namesSides(file, column),
  )

/** Whether a column is called as one that holds prompts, answers, models or verdicts, and so is no contestant. */
export const isPart = (column: string): boolean =>
  Object.values(USUAL_PARTS).some((name) => name.test(column))
/** Whether a column is called like answers, or like the model that gave them. */
export const isOfAnswers = (column: string): boolean => USUAL_PARTS.answer.test(column) || BRAND.test(column)

/** Whether most of these cells are several words, and no two are the same. */
export const areTexts = (cells: readonly unknown[]): boolean =>
  new Set(cells).size === cells.length &&
  2 * cells.filter((cell) => typeof cell === 'string' && /\S\s+\S/.test(cell.trim())).length > cells.length

/** What contestants are asked: a question, a sentence, or the number of a question. */
const ASKED = /[?？؟]\s*$|\S(?:\s+\S+){5}|^(?:q|question|task|item|frage|aufgabe)[ ._-]?\d+$/i

/** Whether more than half of these texts are what contestants are asked. */
export const areAsked = (texts: readonly string[]): boolean =>
  2 * texts.filter((text) => ASKED.test(text)).length > texts.length

/** How many votes a row stands for. */
export const COUNT =
  /^(?:n|count ?\(.*\)|count of .*|cnt|size|occurrences|(?:n_)?games|nombre|件数|votes? \(n\)|weights?|freq|frequency|(?:num_|n_|vote_)?(?:votes|counts?)|times|anzahl|gewicht)$/i

/** Whether a row is a tie. */
export const TIE =
  /^(?:(?:is|was)[ _-]?)?(?:ties?|tied|draws?|drawn|equal|no[ _-]?preference|both[ _-]?(?:good|bad)|unentschieden|gleichstand|égalité|empate)$/i

/** Who lost, which the winner of the same row cannot be. */
export const LOSER = /^(?:loser|losing[ _-](?:model|side))$/i

/** Who played at home, or began. */
const AT_HOME = /^(?:home|host|white|first[ _-]?(?:player|mover)|serves?)(?:[ _-]?(?:team|side))?$/i

/** Which answer was shown where, or whether the sides of a row were exchanged. */
export const SHOWN =
  /(?:^|[ _-])(?:left|right|positions?|orders?|first|shown|displayed|sides?|swap\w*|flip\w*|revers\w*|switch\w*|invert\w*|mirror\w*|vertauscht|exchanged)(?:$|[ _-])/i

const BRAND = /^(?:gpt|claude|gemini|llama|mistral|mixtral|qwen|deepseek)/i
export const MODEL = new RegExp(String.raw`${BRAND.source}[-_ ]?\w*\d`, 'i')

/** Whether a cell says no, or nothing. */
export const isNo = (cell: string) =>
  /^(?:|0|0\.0|false|no|n|f|none|null|nan|na|nein|non|falsch|-)$/i.test(cell)

const KNOWN = new Set([...'id winner loser left right prompt reference context'.split(' '), ...VOTE_COLUMNS])
/** Whether no reader of votes knows a column. */
export const isUnread = (column: string): boolean => column !== '' && !KNOWN.has(column)

/** Which side of a row a text names: 0 the left, 1 the right, 2 neither in a tie; as the codes of outcomes. */
export function sideNamed(row: Fields, cell: unknown): number {
  const text = textField(cell) ?? ''
  const named = [row['model_a'], row['model_b']].findIndex((name) => textField(name) === text)
  return named < 0 ? outcomeCode(outcomeWord(text), 0) : named
}

/**
 * Whether an unread column holds nothing but outcomes and names of the row's sides. Not one that repeats a side or the
 * winner in each row.
 */
export function namesSides(file: OpenFile, column: string): boolean {
  if (VOTE_COLUMNS.includes(column)) return false
  const rows = rowsOfHead(file).filter((row) => textField(row[column]) !== null)
  const sides = rows.map((row) => sideNamed(row, row[column]))
  const winners = rows.map((row) => sideNamed(row, row['winner']))
  const isName = rows.some((row) => sideNamed({}, row[column]) > 3)
  const repeats =
    LOSER.test(column) ||
    AT_HOME.test(column) ||
    (isName && !VERDICT.test(column) && new Set(sides).size === 1) ||
    sides.every((side, i) => side === winners[i])
  return sides.length > 0 && sides.every((side) => side < 4) && !repeats
}

const SIDES = [
  [/^(?:(?:model|contestant|system)[ _-]?)?left(?:[ _-]?(?:model|contestant|system))?$/i, 'model_a'],
  [/^(?:(?:model|contestant|system)[ _-]?)?right(?:[ _-]?(?:model|contestant|system))?$/i, 'model_b'],
  [/^(?:white|home(?:[ _-]?team)?|player[ _-]?a)$/i, 'model_a'],
  [/^(?:black|away(?:[ _-]?team)?|player[ _-]?b)$/i, 'model_b'],
] as const
const RUN = /[ _-]id[ _-]?[ab12]$/i
/** Whom a row compares its model with. */
const OPPONENT = /^(?:opponent|versus|vs|against|rival|gegner)(?:[ _-]?(?:model|name))?$/i

/**
 * The two columns that name the sides of a comparison, such as `contestant_a` and `contestant_b`, `model1`, `left_model`,
 * `white`, or `model` beside `opponent`.
 */
export function sidesIn(columns: readonly string[]): NearColumn[] {
  if (columns.includes('model_a') || columns.includes('model_b')) return []
  const sides = SIDES.flatMap(([name, meant]) =>
    columns.filter((column) => name.test(column)).map((column) => ({ column, meant })),
  )
  if (sides.length === 2 && sides[0]!.meant !== sides[1]!.meant) return sides
  const opponent = columns.find((column) => OPPONENT.test(column))
  const own = columns.find(
    (column) => USUAL_PARTS.model.test(column) || /^(?:player|team|agent)$/i.test(column),
  )
  if (opponent !== undefined && own !== undefined)
    return [
      { column: own, meant: 'model_a' },
      { column: opponent, meant: 'model_b' },
    ]
  // ids of runs stand beside the names of what ran
  for (const column of columns.toSorted((a, b) => Number(RUN.test(a)) - Number(RUN.test(b)))) {
    const [, base, between, first] = /^(.*[^_ ])(_?)(a|1|0)$/i.exec(column) ?? []
    if (
      base === undefined ||
      TEXTS.test(base) ||
      (between === '' && !USUAL_PARTS.model.test(base) && !/^(?:player|team|agent)$/i.test(base))
    )
      continue
    const second = `${base}${between}${{ a: 'b', A: 'B', 1: '2', 0: '1' }[first as 'a' | 'A' | '1' | '0']}`
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
  // two letters differ by one from too many
  return within(0) ?? (bare.length > 2 ? within(1) : undefined)
}
