import type { Catalogue } from '../render.ts'
import { causes } from './causes.ts'
import { comparisons } from './comparisons.ts'
import { invitations, live } from './votes.ts'
import { warnings } from './warnings.ts'

/** What voters and readers read, in German. Errors are in English, as what operators read is. */
export const de = {
  ...causes,
  ...comparisons,
  ...invitations,
  ...live,
  ...warnings,
} satisfies Partial<Catalogue>
