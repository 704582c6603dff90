import { decimal } from '../../ui/figures.ts'
import { language } from '../../words/language.svelte.ts'

/** A number with all its digits, in the language of the page. */
export const number = (value: number): string => value.toLocaleString(language.code)

/** "54.2 %" */
export const rate = (share: number): string => `${decimal(100 * share, 1)}\u00a0%`

/** "0.021", or "< 0.001". */
export const chance = (p: number): string => (p < 0.001 ? `<\u00a0${decimal(0.001, 3)}` : decimal(p, 3))

/** "12/5/3" */
export const tally = ({ wins, losses, ties }: { wins: number; losses: number; ties: number }): string =>
  `${wins}/${losses}/${ties}`
