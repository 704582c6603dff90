/** Whether long lines of code are wrapped: one choice for all code blocks, stored in this browser. */
import { choose, isChosen } from '../../state/stored-choice.ts'

const NAME = 'wrap-code'

/** On the page's root element, where styles of code read it. */
const MARK = 'wrapCode'

/** Whether lines are wrapped now. */
export const isWrapped = (): boolean => MARK in document.documentElement.dataset

/** Wraps the lines of every code block, or lets each block scroll again. */
export function wrapCode(on: boolean): void {
  choose(NAME, on)
  mark(on)
  for (const button of document.querySelectorAll('.code [aria-pressed]'))
    button.setAttribute('aria-pressed', String(on))
}

/** Wraps lines if the visitor once chose so. */
export const wrapAsChosen = (): void => mark(isChosen(NAME))

function mark(on: boolean): void {
  if (on) document.documentElement.dataset[MARK] = ''
  else delete document.documentElement.dataset[MARK]
}
