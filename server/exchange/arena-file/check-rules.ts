/** Direct checks and the plan. */
import { Ajv } from 'ajv'
import { placeholdersIn, valueOf } from '../../answers/index.ts'
import { isOfCategories } from '../../prompts/index.ts'
import type { CheckSpec } from '../../../shared/contracts/index.ts'
import type { Described } from './arena-plan.ts'
import { checkCategories } from './check-judges.ts'
import { checkModel } from './check-models.ts'
import { named, thereIs } from './problems.ts'
import type { Path } from './problems.ts'
import type { AskedPrompt } from './read-named-files.ts'

export function checkChecks(described: Described): void {
  for (const [i, spec] of described.file.checks.entries()) {
    const path = described.pathOf(['checks', i])
    checkCategories(spec.categories, [...path, 'categories'], described)
    if (spec.kind === 'llm') checkModel(spec, path, described)
    else if (spec.kind === 'regex') checkPattern(spec, path, described)
    else if (spec.kind === 'json-schema') checkSchema(spec, path, described)
    else checkValues(spec, path, described)
  }
}

function checkPattern(spec: CheckSpec & { kind: 'regex' }, path: Path, { findings }: Described): void {
  try {
    new RegExp(spec.pattern, spec.flags)
  } catch (error) {
    findings.problem([...path, 'pattern'], `${(error as Error).message}; correct it`)
  }
}

function checkSchema(spec: CheckSpec & { kind: 'json-schema' }, path: Path, { findings }: Described): void {
  try {
    new Ajv({ strict: false }).compile(spec.schema)
  } catch (error) {
    findings.problem([...path, 'schema'], `is no JSON Schema: ${(error as Error).message}`)
  }
}

function checkValues(
  spec: CheckSpec & { kind: 'exact' | 'contains' },
  path: Path,
  { prompts, findings }: Described,
): void {
  const asked = (prompts ?? []).filter(({ category }) => isOfCategories(category, spec.categories))
  for (const name of new Set([spec.value].flat().flatMap(placeholdersIn))) {
    const without = asked.filter((prompt) => isMissing(name, prompt))
    if (without.length > 0)
      findings.problem(
        [...path, 'value'],
        `{{${name}}} has no value for ${named(without.map(({ key }) => key))}; there are {{reference}} and {{variables.NAME}}. Give the prompts one, or keep the check to \`categories\` that have one`,
      )
  }
}

function isMissing(name: string, { reference, variables = null }: AskedPrompt): boolean {
  if (name === 'reference') return !reference
  return !name.startsWith('variables.') || valueOf(name, { text: '', variables, context: null }) === null
}

export function checkPlan(described: Described): void {
  const { file, prompts, findings, isPart } = described
  const { baseline, votesPerPair } = file.plan ?? {}
  const names = file.contestants.map(({ name }) => name)
  if (baseline !== undefined && !names.includes(baseline) && !isPart)
    findings.problem(['plan', 'baseline'], `there is no contestant "${baseline}"; ${thereIs(names)}`)
  if (votesPerPair !== undefined && prompts && votesPerPair > prompts.length)
    findings.warning(
      ['plan', 'votesPerPair'],
      `a pair has one vote a prompt, and there are ${prompts.length} prompts: no pair will have more than that`,
    )
}
