import { randomBytes } from 'node:crypto'

/** Stands in place of an erased text. */
export const ERASED = '[erased]'

/** A new name for a voter that is erased; it says nothing of the old one. */
export const newPseudonym = (): string => `erased-${randomBytes(8).toString('hex')}`
