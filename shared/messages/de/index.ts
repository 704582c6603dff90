import { addresses } from './addresses.ts'
import { advice } from './advice.ts'
import { arena } from './arena.ts'
import { challenges } from './challenges.ts'
import { comparisons } from './comparisons.ts'
import { files } from './files.ts'
import { forms } from './forms.ts'
import { judges } from './judges.ts'
import { requests } from './requests.ts'
import { rows } from './rows.ts'
import { views } from './views.ts'
import type { en } from '../en/index.ts'

export const de: typeof en = {
  ...addresses,
  ...forms,
  ...rows,
  ...files,
  ...arena,
  ...judges,
  ...advice,
  ...requests,
  ...views,
  ...comparisons,
  ...challenges,
}
