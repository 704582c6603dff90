import { isDeepStrictEqual } from 'node:util'
import { isPlaceholder, placeholdersIn, threadOf, valueOf } from '../../answers/index.ts'
import type { ArenaFile } from '../../../shared/contracts/index.ts'
import type { Described } from './arena-plan.ts'
import { checkModel } from './check-models.ts'
import type { Path } from './problems.ts'
import { few, msg } from '../../../shared/messages/index.ts'

type Contestant = ArenaFile['contestants'][number]

/** Checks whether each contestant can answer, and whether there are at least two to compare. */
export function checkContestants(described: Described): void {
  const { file, findings, isPart } = described
  if (file.contestants.length < 2 && file.judges.length > 0 && !isPart)
    findings.problem(['contestants'], msg('one_contestant'), 'calls')
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
    if (key === 'template' && names.length === 0) findings.problem(at, msg('template_without_text'))
  }
  const instructions = `${contestant.system ?? ''} ${contestant.template ?? ''}`
  if (prompts?.some(({ context }) => context) && !placeholdersIn(instructions).includes('context'))
    findings.warning(path, msg('context_unseen', { contestant: contestant.name }))
}

function checkPlaceholder(name: string, path: Path, { prompts, findings }: Described): void {
  if (name === 'reference') {
    findings.problem(path, msg('reference_told'))
  } else if (!isPlaceholder(name)) {
    findings.problem(path, msg('no_placeholder', { name }))
  } else {
    const without = (prompts ?? []).filter((prompt) => {
      const data = { text: '', variables: prompt.variables ?? null, context: prompt.context ?? null }
      return valueOf(name, data) === null
    })
    if (without.length > 0)
      findings.problem(
        path,
        msg('placeholder_empty', { name, prompts: few(without.map(({ key }) => key)) }),
        'calls',
      )
  }
}

/** Finds threads that leave nothing to answer. */
function checkThreads({ prompts, findings }: Described): void {
  for (const { key, messages } of prompts ?? []) {
    const wrong = threadOf(messages)
    if ('code' in wrong) findings.problem(['prompts'], msg('thread_wrong', { prompt: key, wrong }))
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
      msg('stray_response', { contestant: name, prompt, more: stray.length - 1 }),
      'all',
    )
  const answered = new Set(answers.map(({ prompt }) => prompt))
  const open = prompts.filter(({ key }) => !answered.has(key)).map(({ key }) => key)
  if (open.length > 0 && open.length < prompts.length)
    findings.warning([...path, 'responses'], msg('unanswered', { contestant: name, prompts: few(open) }))
  if (open.length === prompts.length)
    findings.problem([...path, 'responses'], msg('answers_none', { file: responses! }))
}

const MADE_FROM = ['provider', 'model', 'system', 'template', 'params'] as const

function checkControl(
  contestant: Contestant,
  originalName: string,
  path: Path,
  { file, findings }: Described,
): void {
  const controlPlace = [...path, 'controlOf']
  const original = file.contestants.find(({ name }) => name === originalName)
  if (!original || original === contestant)
    return findings.problem(
      controlPlace,
      msg('no_other_contestant', {
        name: originalName,
        there: few(file.contestants.map(({ name }) => name).filter((name) => name !== contestant.name)),
      }),
    )
  const differs = MADE_FROM.filter((key) => !isDeepStrictEqual(contestant[key], original[key]))
  if (differs.length > 0 && contestant.responses === undefined)
    findings.problem(controlPlace, msg('control_differs', { of: originalName, keys: differs }))
  if (contestant.responses !== undefined && contestant.responses === original.responses)
    findings.problem(controlPlace, msg('control_same_file', { of: originalName }))
  const params = contestant.params ?? {}
  if (contestant.responses === undefined && params['temperature'] === 0)
    findings.warning(controlPlace, msg('control_cold'))
}
