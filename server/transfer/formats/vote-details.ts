import { measureStyle } from '../../../shared/votes/answer-style.ts'
import {
  STYLE_FEATURES,
  UNKNOWN_STYLE,
  type AnswerStyle,
  type VoteDetails,
} from '../../../shared/contracts/votes.ts'
import type { RowProblems } from './complaints.ts'
import {
  normalisedForm,
  numberField,
  sampleField,
  structureField,
  textField,
  timeField,
  type Fields,
  parseObject,
  contentText,
} from './fields.ts'
import type { OpenFile } from './open-file.ts'

/** The style of the answers of an answers file, by prompt, contestant and sample. */
export class AnswerStyles {
  #styles = new Map<string, AnswerStyle>()

  /** Reads an answers file; unusable rows go to `complaints`. */
  static async read(file: OpenFile, complaints: RowProblems): Promise<AnswerStyles> {
    const { readAnswers } = await import('./answers.ts')
    const styles = new AnswerStyles()
    for await (const rows of readAnswers(file, complaints))
      for (const { prompt, contestant, sample, text, turns } of rows)
        styles.#styles.set(styleKey(prompt, contestant, sample), measureStyle(turns ?? [text ?? '']))
    return styles
  }

  of(prompt: string | null, contestant: string, sample: number): AnswerStyle | null {
    return prompt === null ? null : (this.#styles.get(styleKey(prompt, contestant, sample)) ?? null)
  }
}

const styleKey = (prompt: string, contestant: string, sample: number) =>
  JSON.stringify([prompt, contestant, sample])

/** Columns of votes that say something of their answers. Only `rate` reads them, for what style is worth. */
export const DETAIL_COLUMNS: readonly string[] = [
  ...STYLE_FEATURES.flatMap((feature) => [`${feature}_a`, `${feature}_b`]),
  'preference_b',
  'difficulty',
]

/**
 * The style of a row's two answers and the confidence of its preference. Each style feature comes from the first
 * source that knows it for both sides: columns (`length_a`, `headers_a`, `lists_a`, `bold_a`), the counts of the
 * Chatbot Arena (`conv_metadata`), then the texts in `conversation_a` or the answers file. What cannot be read is
 * unknown.
 */
export function readVoteDetails(fields: Fields, answers: AnswerStyles | null): VoteDetails {
  const prompt = textField(fields['question_id'])
  const metadata = parseObject(fields['conv_metadata'])
  const sources = (['a', 'b'] as const).map((side) => [
    columns(fields, side),
    counted(metadata, side),
    spoken(fields[`conversation_${side}`]),
    answers?.of(
      prompt,
      normalisedForm(textField(fields[`model_${side}`]) ?? ''),
      sampleField(fields[`sample_${side}`]) ?? 1,
    ) ?? UNKNOWN_STYLE,
  ])
  const [styleA, styleB] = [{ ...UNKNOWN_STYLE }, { ...UNKNOWN_STYLE }]
  for (const feature of STYLE_FEATURES) {
    // both sides from one source, so that both are counted the same way
    const source = sources[0].findIndex(
      (styleA, i) => styleA[feature] !== null && sources[1][i][feature] !== null,
    )
    if (source < 0) continue
    styleA[feature] = sources[0][source][feature]
    styleB[feature] = sources[1][source][feature]
  }
  const preference = numberField(fields['preference_b'])
  return {
    styleA,
    styleB,
    preferenceB: preference !== null && preference >= 0 && preference <= 1 ? preference : null,
    difficulty: numberField(fields['difficulty']),
    castAt: timeField(fields['tstamp']) ?? null,
  }
}

function columns(fields: Fields, side: 'a' | 'b'): AnswerStyle {
  const of = (name: string) => countIn(fields[`${name}_${side}`])
  return { length: of('length'), headers: of('headers'), lists: of('lists'), bold: of('bold') }
}

/** `conv_metadata` of the Chatbot Arena: tokens, and counts by kind. */
function counted(metadata: Fields, side: 'a' | 'b'): AnswerStyle {
  return {
    length: countIn(metadata[`sum_assistant_${side}_tokens`]),
    headers: countIn(metadata[`header_count_${side}`]),
    lists: countIn(metadata[`list_count_${side}`]),
    bold: countIn(metadata[`bold_count_${side}`]),
  }
}

/** A number of 0 or more, or the sum of an object of such numbers. */
function countIn(value: unknown): number | null {
  const number = numberField(value)
  if (number !== null) return number >= 0 ? number : null
  const parts = Object.values(parseObject(value)).map(countIn)
  return parts.length === 0 || parts.includes(null)
    ? null
    : parts.reduce<number>((sum, part) => sum + part!, 0)
}

/** The style of the assistant's messages in a conversation: messages with role and content, or the answers alone. */
function spoken(value: unknown): AnswerStyle {
  const messages = structureField(value)
  if (!Array.isArray(messages)) return UNKNOWN_STYLE
  const turns = messages.flatMap((message: unknown) => {
    if (typeof message === 'string') return [message]
    const { role, content } = parseObject(message)
    return role === 'assistant' ? (contentText(content) ?? []) : []
  })
  return turns.length === 0 ? UNKNOWN_STYLE : measureStyle(turns)
}
