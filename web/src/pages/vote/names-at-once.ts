/** Whether the voter sees the names at once and so cannot take votes back. */
import { choose, isChosen } from '../../state/stored-choice.ts'

const NAME = 'names-at-once'

export const showsNamesAtOnce = (): boolean => isChosen(NAME)
export const setNamesAtOnce = (on: boolean): void => choose(NAME, on)
