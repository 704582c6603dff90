import { createHash } from 'node:crypto'
import type { SealedPlan } from '../../shared/contracts/decides.ts'
import { canonicalJson } from './json.ts'

/** The seal of a plan: the SHA-256 of its canonical JSON. */
export const planSeal = (plan: SealedPlan): string =>
  `sha256:${createHash('sha256')
    .update(new TextEncoder().encode(canonicalJson(plan)))
    .digest('hex')}`
