/** Checks the direct checks, the plan and the gate of an arena.yaml. */
import { placeholdersIn, valueOf } from '../../answers/index.ts'
import { checkFaults } from '../../judging/index.ts'
import { isOfCategories } from '../../prompts/index.ts'
import type { CheckSpec } from '../../../shared/contracts/index.ts'
import type { Described } from './arena-plan.ts'
import { checkCategories } from './check-judges.ts'
import { checkModel, checkProviderIsThere } from './check-models.ts'
import type { Path } from './problems.ts'
import type { AskedPrompt } from './read-named-files.ts'
import { few, msg } from '../../../shared/messages/index.ts'

export function checkChecks(described: Described): void {
  for (const [i, spec] of described.file.checks.entries()) {
    const path = described.pathOf(['checks', i])
    checkCategories(spec.categories, [...path, 'categories'], described)
    for (const fault of checkFaults(spec)) described.findings.problem(path, msg('check_fault', { fault }))
    if (spec.kind === 'llm') checkModel(spec, path, described)
    if (spec.kind === 'exec') checkCommand(spec.provider, [...path, 'provider'], described)
    if (spec.required) warnOfLists(spec.name, [...path, 'required'], described)
    if (spec.kind === 'exact' || spec.kind === 'contains') checkValues(spec, path, described)
  }
}

function checkCommand(name: string, path: Path, described: Described): void {
  const { file, findings } = described
  checkProviderIsThere(name, path, described)
  const provider = Object.hasOwn(file.providers, name) ? file.providers[name] : undefined
  if (provider && provider.type !== 'exec') findings.problem(path, msg('check_needs_command', { name }))
}

/** Warns if lists need more answers than a gating check may leave. */
function warnOfLists(check: string, path: Path, { file, findings }: Described): void {
  const listwise = file.judges.filter(({ form }) => form === 'listwise').map(({ name }) => name)
  if (listwise.length > 0) findings.warning(path, msg('lists_too_short', { judges: few(listwise), check }))
}

function checkValues(
  spec: CheckSpec & { kind: 'exact' | 'contains' },
  path: Path,
  { prompts, findings }: Described,
): void {
  const checkedPrompts = (prompts ?? []).filter(({ category }) => isOfCategories(category, spec.categories))
  for (const name of new Set([spec.value].flat().flatMap(placeholdersIn))) {
    const without = checkedPrompts.filter((prompt) => hasNone(name, prompt))
    if (without.length > 0)
      findings.problem(
        [...path, 'value'],
        msg('value_empty', { name, prompts: few(without.map(({ key }) => key)) }),
      )
  }
}

/** Whether the prompt has no value of this name. A name that no prompt can have is a fault of the check instead. */
function hasNone(name: string, { reference, variables = null }: AskedPrompt): boolean {
  if (name === 'reference') return !reference
  return name.startsWith('variables.') && valueOf(name, { text: '', variables, context: null }) === null
}

export function checkPlan(described: Described): void {
  const { file, prompts, findings, isPart } = described
  const { baseline, votesPerPair } = file.plan ?? {}
  const names = file.contestants.map(({ name }) => name)
  if (baseline !== undefined && !names.includes(baseline) && !isPart)
    findings.problem(['plan', 'baseline'], msg('no_contestant', { name: baseline, there: few(names) }))
  if (votesPerPair !== undefined && prompts && votesPerPair > prompts.length)
    findings.warning(['plan', 'votesPerPair'], msg('more_votes_than_prompts', { prompts: prompts.length }))
}

/** Warns if the gate asks for more votes than the judges can give on any two contestants. */
export function checkGate({ file, prompts, findings }: Described): void {
  const { minVotes } = file.gate ?? {}
  if (minVotes === undefined || !prompts || file.judges.length === 0) return
  const perJudge = Math.min(file.plan?.votesPerPair ?? prompts.length, prompts.length)
  const most = perJudge * file.judges.length
  if (minVotes > most)
    findings.warning(['gate', 'minVotes'], msg('gate_out_of_reach', { asked: minVotes, most }))
}
