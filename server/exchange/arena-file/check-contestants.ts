import { isDeepStrictEqual } from 'node:util'
import { isPlaceholder, placeholdersIn, threadOf, valueOf } from '../../answers/index.ts'
import type { ArenaFile } from '../../../shared/contracts/index.ts'
import type { Described } from './arena-plan.ts'
import { checkModel } from './check-models.ts'
import { named, thereIs } from './problems.ts'
import type { Path } from './problems.ts'

type Contestant = ArenaFile['contestants'][number]

/** Who competes: whether each can answer, and whether there is anybody to compare with. */
export function checkContestants(described: Described): void {
  const { file, findings, isPart } = described
  if (file.contestants.length < 2 && file.judges.length > 0 && !isPart)
    findings.problem(
      ['contestants'],
      'one contestant only, so there is nothing to compare; add a second, or judge a rule by `checks`',
      'calls',
    )
  for (const [i, contestant] of file.contestants.entries()) {
    const path = described.pathOf(['contestants', i])
    if (contestant.controlOf !== undefined) checkControl(contestant, contestant.controlOf, path, described)
    if (contestant.responses === undefined) checkMaker(contestant, path, described)
    else checkResponses(contestant, path, described)
  }
  if (file.contestants.some(({ responses }) => responses === undefined)) checkThreads(described)
}

function checkMaker(contestant: Contestant, path: Path, described: Described): void {
  const { prompts, findings } = described
  checkModel(contestant, path, described)
  for (const key of ['system', 'template'] as const) {
    const text = contestant[key]
    if (text === undefined) continue
    const at = [...path, key]
    const names = placeholdersIn(text)
    for (const name of names) checkPlaceholder(name, at, described)
    if (key === 'template' && names.length === 0)
      findings.problem(
        at,
        'has no {{text}} or {{variables.NAME}}: every prompt would be the same; write {{text}} where the prompt belongs',
      )
  }
  const told = `${contestant.system ?? ''} ${contestant.template ?? ''}`
  if (prompts?.some(({ context }) => context) && !placeholdersIn(told).includes('context'))
    findings.warning(
      path,
      `prompts bring context, and neither system nor template says {{context}}: "${contestant.name}" will not see it`,
    )
}

function checkPlaceholder(name: string, path: Path, { prompts, findings }: Described): void {
  if (name === 'reference') {
    findings.problem(path, '{{reference}} would tell the contestant the answer; take it out')
  } else if (!isPlaceholder(name)) {
    findings.problem(
      path,
      `there is no {{${name}}}; there are {{text}}, {{context}} and {{variables.NAME}}, where NAME is one of the variables of the prompts`,
    )
  } else {
    const without = (prompts ?? []).filter((prompt) => {
      const data = { text: '', variables: prompt.variables ?? null, context: prompt.context ?? null }
      return valueOf(name, data) === null
    })
    if (without.length > 0)
      findings.problem(
        path,
        `{{${name}}} has no value for ${without.length === 1 ? 'the prompt' : `${without.length} prompts:`} ${named(without.map(({ key }) => key))}; give ${without.length === 1 ? 'it' : 'them'} one, or take the placeholder out`,
        'calls',
      )
  }
}

/** Threads that leave nothing to answer. */
function checkThreads({ prompts, findings }: Described): void {
  for (const { key, messages } of prompts ?? []) {
    const wrong = threadOf(messages)
    if (typeof wrong === 'string') findings.problem(['prompts'], `prompt "${key}" ${wrong}`)
  }
}

function checkResponses({ name, responses }: Contestant, path: Path, described: Described): void {
  const { prompts, findings } = described
  const answers = described.responses.get(name)
  if (!answers || !prompts) return
  const keys = new Set(prompts.map(({ key }) => key))
  const stray = answers.filter(({ prompt }) => !keys.has(prompt))
  for (const { prompt, line } of stray.slice(0, 1))
    findings.row(
      responses!,
      line,
      `"${name}" answers a prompt "${prompt}" that the prompts do not have${stray.length > 1 ? `, and ${stray.length - 1} more` : ''}. Add it to them, or correct the id`,
      'all',
    )
  const answered = new Set(answers.map(({ prompt }) => prompt))
  const open = prompts.filter(({ key }) => !answered.has(key)).map(({ key }) => key)
  if (open.length > 0 && open.length < prompts.length)
    findings.warning(
      [...path, 'responses'],
      `"${name}" has no answer to ${named(open)}, and meets nobody there`,
    )
  if (open.length === prompts.length)
    findings.problem([...path, 'responses'], `${responses} answers none of the prompts; check their ids`)
}

const MADE_FROM = ['provider', 'model', 'system', 'template', 'params'] as const

function checkControl(contestant: Contestant, of: string, path: Path, { file, findings }: Described): void {
  const at = [...path, 'controlOf']
  const original = file.contestants.find(({ name }) => name === of)
  if (!original || original === contestant)
    return findings.problem(
      at,
      `there is no other contestant "${of}"; ${thereIs(file.contestants.map(({ name }) => name).filter((name) => name !== contestant.name))}`,
    )
  const differs = MADE_FROM.filter((key) => !isDeepStrictEqual(contestant[key], original[key]))
  if (differs.length > 0 && contestant.responses === undefined)
    findings.problem(
      at,
      `is another contestant than "${of}": ${differs.join(', ')} differ. A control is the same again; give both the same`,
    )
  if (contestant.responses !== undefined && contestant.responses === original.responses)
    findings.problem(
      at,
      `has the very answers of "${of}", and equal texts never meet. Give it a second file of answers, made the same way anew`,
    )
  const params = contestant.params ?? {}
  if (contestant.responses === undefined && params['temperature'] === 0)
    findings.warning(
      at,
      'at temperature 0 most answers will be those of the original again, and equal texts never meet: the control will have few votes',
    )
}
