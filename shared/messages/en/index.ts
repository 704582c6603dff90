import { addresses } from './addresses.ts'
import { advice } from './advice.ts'
import { arena } from './arena.ts'
import { causes } from './causes.ts'
import { challenges } from './challenges.ts'
import { climbs } from './climbs.ts'
import { comparisons } from './comparisons.ts'
import { files } from './files.ts'
import { forms } from './forms.ts'
import { judgeFindings } from './judge-findings.ts'
import { judges } from './judges.ts'
import { requests } from './requests.ts'
import { rows } from './rows.ts'
import { views } from './views.ts'
import { warnings } from './warnings.ts'

/** The original: every other language is typed by it, so that none can lack a sentence. */
export const en = {
  ...addresses,
  ...forms,
  ...rows,
  ...files,
  ...arena,
  ...judges,
  ...judgeFindings,
  ...advice,
  ...requests,
  ...views,
  ...comparisons,
  ...challenges,
  ...causes,
  ...climbs,
  ...warnings,
}
