/** Contestants that are called as Deadheat's own outcomes are, in a file where both readings of the word differ. */
import { msg, type CodedMessage } from '../../../shared/messages/index.ts'
import { normalisedOutcome, standardSide } from './outcome-words.ts'
import { normalisedForm, textField, type Fields } from './fields.ts'
import type { OpenFile } from './open-file.ts'

/** Watches the winners of a file in Deadheat's own columns. */
export class NamesAsOutcomes {
  readonly #file: OpenFile
  /** How often a word names another contestant of its row than the outcome means, or the outcome means none. */
  readonly #differing = new Map<string, number>()
  /** Whether a winner is a side, by a word that names no contestant of its row, and whether one is a name alone. */
  #hasSides = false
  #hasNames = false

  constructor(file: OpenFile) {
    this.#file = file
  }

  row(fields: Fields): void {
    const text = textField(fields['winner'])
    if (text === null) return
    const named = ['model_a', 'model_b'].findIndex(
      (side) => normalisedForm(textField(fields[side]) ?? '') === normalisedForm(text),
    )
    const side = standardSide(text)
    if (side === null) this.#hasNames ||= named >= 0
    else if (named < 0) this.#hasSides ||= side < 2
    else if (side !== named && this.#file.outcomes?.get(normalisedOutcome(text)) === undefined)
      this.#differing.set(text, (this.#differing.get(text) ?? 0) + 1)
  }

  doubts(): CodedMessage[] {
    // where sides are written as such, no winner is a name
    if (this.#differing.size === 0 || (this.#hasSides && !this.#hasNames)) return []
    const count = [...this.#differing.values()].reduce((sum, rows) => sum + rows, 0)
    return [msg('names_are_outcomes', { file: this.#file.name, texts: [...this.#differing.keys()], count })]
  }
}
