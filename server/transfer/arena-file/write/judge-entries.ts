import type { Rubric } from '../../../../shared/contracts/index.ts'
import { stringify } from 'yaml'
import { contestantFamily } from '../../../contestants/index.ts'
import { hashRubric, placesMaterial, readRubric, SHIPPED_RUBRICS } from '../../../judging/index.ts'
import type { CurrentJudge } from '../../../judging/index.ts'

/** The entries of the judges in arena.yaml, and files for the rubrics and judge prompts that Deadheat does not ship. */
export async function judgeEntries(judges: readonly CurrentJudge[]) {
  const files = new Map<string, string>()
  const paths = new Map<string, string>()
  /** The path of a file with this text; texts that are equal share one. */
  const filed = (folder: string, name: string, text: string): string => {
    const key = `${folder}\n${text}`
    const path = paths.get(key) ?? freePath(folder, name, files)
    paths.set(key, path)
    files.set(path, text)
    return path
  }
  const entries: ReturnType<typeof judgeEntry>[] = []
  for (const judge of judges) {
    const { rubric, form } = judge
    const judgePrompt = rubric.judgePrompts[form]
    const own = judgePrompt !== undefined && placesMaterial(judgePrompt) ? judgePrompt : null
    const rubricName = (await isShipped(judge, own !== null))
      ? rubric.name
      : filed('rubrics', rubric.name, rubricFile(rubric))
    entries.push(
      judgeEntry(judge, rubricName, own === null ? null : filed('judge-prompts', rubric.name, `${own}\n`)),
    )
  }
  return { judges: entries, files }
}

/** Whether Deadheat ships exactly this rubric under this name, apart from a judge prompt of the user's own. */
async function isShipped(
  { rubric, form }: Pick<CurrentJudge, 'rubric' | 'form'>,
  hasOwnPrompt: boolean,
): Promise<boolean> {
  if (!Object.hasOwn(SHIPPED_RUBRICS, rubric.name)) return false
  const shipped = await readRubric(SHIPPED_RUBRICS[rubric.name as keyof typeof SHIPPED_RUBRICS])
  const judgePrompts = { ...rubric.judgePrompts, [form]: shipped.rubric.judgePrompts[form] }
  return hashRubric(hasOwnPrompt ? { ...rubric, judgePrompts } : rubric) === shipped.sha256
}

function judgeEntry(judge: CurrentJudge, rubric: string, judgePrompt: string | null) {
  const {
    name,
    provider,
    model,
    params,
    criteria,
    categories,
    family,
    form,
    listSize,
    ask,
    logprobs = 'off',
  } = judge
  return {
    name,
    provider,
    model,
    ...(Object.keys(params).length > 0 && { params }),
    rubric,
    ...(judgePrompt !== null && { judge_prompt: judgePrompt }),
    ...(criteria && { criteria }),
    ...(categories && { categories }),
    ...(family !== null && family !== contestantFamily({ name, model, family: null }) && { family }),
    ...(form === 'listwise' && { form, answers: listSize }),
    ...(ask === 'apart' && { ask }),
    ...(logprobs !== 'off' && { logprobs }),
  }
}

function rubricFile({ criteria, forms, reason, shows, instructions }: Rubric): string {
  const head = {
    ...(criteria.length === 1 ? { criterion: criteria[0] } : { criteria }),
    forms,
    ...(reason !== 'before' && { reason }),
    ...(shows.length > 0 && { shows }),
  }
  return `---\n${stringify(head, { lineWidth: 0 })}---\n\n${instructions}\n`
}

function freePath(folder: string, name: string, taken: ReadonlyMap<string, string>): string {
  const plain = name.replace(/[^\p{L}\p{N}_-]+/gu, '-') || 'rubric'
  for (let n = 1; ; n++) {
    const path = `${folder}/${n === 1 ? plain : `${plain}-${n}`}.md`
    if (!taken.has(path)) return path
  }
}
