import { addresses, problems, views } from './views.ts'
import { causes } from './causes.ts'
import { advice, arena, pictures } from './arenas.ts'
import { attacks, leaks, voterCap } from './integrity.ts'
import { backups, commands } from './terminal.ts'
import { challenges, notices } from './challenges.ts'
import { climbs } from './climbs.ts'
import { warnings } from './warnings.ts'
import { comparisons } from './comparisons.ts'
import { launch } from './launch.mjs'
import { files } from './files.ts'
import { forms, argumentValues } from './forms.ts'
import { judgeFindings, judges, providers } from './judging.ts'
import { setup } from './setup.ts'
import { operatorProblems, requests } from './requests.ts'
import { live, proofs, invitations } from './votes.ts'
import { reading, rows } from './rows.ts'

/** The original catalogue. The type of every other language comes from it, so no language can lack a sentence. */
export const en = {
  ...addresses,
  ...forms,
  ...rows,
  ...files,
  ...launch,
  ...arena,
  ...attacks,
  ...leaks,
  ...voterCap,
  ...judges,
  ...judgeFindings,
  ...advice,
  ...requests,
  ...providers,
  ...reading,
  ...problems,
  ...proofs,
  ...operatorProblems,
  ...setup,
  ...argumentValues,
  ...pictures,
  ...commands,
  ...views,
  ...comparisons,
  ...notices,
  ...challenges,
  ...backups,
  ...causes,
  ...climbs,
  ...warnings,
  ...invitations,
  ...live,
}
