import { addresses } from './addresses.ts'
import { advice } from './advice.ts'
import { arena } from './arena.ts'
import { attacks } from './attacks.ts'
import { backups } from './backups.ts'
import { cards } from './cards.ts'
import { causes } from './causes.ts'
import { chain } from './chain.ts'
import { challenges } from './challenges.ts'
import { climbs } from './climbs.ts'
import { comparisons } from './comparisons.ts'
import { launch } from './launch.mjs'
import { files } from './files.ts'
import { forms } from './forms.ts'
import { judgeFindings } from './judge-findings.ts'
import { judges } from './judges.ts'
import { pictures } from './pictures.ts'
import { commands } from './commands.ts'
import { argumentValues } from './arguments.ts'
import { schedules } from './schedules.ts'
import { setup } from './setup.ts'
import { sites } from './sites.ts'
import { notices } from './notices.ts'
import { operatorProblems } from './operator-problems.ts'
import { problems } from './problems.ts'
import { proofs } from './proofs.ts'
import { reading } from './reading.ts'
import { providers } from './providers.ts'
import { requests } from './requests.ts'
import { leaks } from './leaks.ts'
import { rows } from './rows.ts'
import { views } from './views.ts'
import { warnings } from './warnings.ts'
import { voterCap } from './voter-cap.ts'
import { invitations } from './invitations.ts'
import { remote } from './remote.ts'

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
  ...sites,
  ...argumentValues,
  ...pictures,
  ...commands,
  ...views,
  ...comparisons,
  ...chain,
  ...notices,
  ...schedules,
  ...challenges,
  ...backups,
  ...cards,
  ...causes,
  ...climbs,
  ...warnings,
  ...invitations,
  ...remote,
}
