import type { Rubric } from '../../../../shared/contracts/index.ts'
import { stringify } from 'yaml'
import { contestantFamily } from '../../../contestants/index.ts'
import { readRubric, SHIPPED_RUBRICS } from '../../../judging/index.ts'
import type { CurrentJudge } from '../../../judging/index.ts'

/** The entries of the judges in arena.yaml, and files for the rubrics that Deadheat does not ship. */
export async function judgeEntries(judges: readonly CurrentJudge[]) {
  const rubricNames = new Map<string, string>()
  const files = new Map<string, string>()
  for (const { rubric, rubricSha256 } of judges) {
    if (rubricNames.has(rubricSha256)) continue
    if (await isShipped(rubric.name, rubricSha256)) rubricNames.set(rubricSha256, rubric.name)
    else {
      const path = freePath(rubric.name, files)
      rubricNames.set(rubricSha256, path)
      files.set(path, rubricFile(rubric))
    }
  }
  return { judges: judges.map((judge) => judgeEntry(judge, rubricNames.get(judge.rubricSha256)!)), files }
}

/** Whether Deadheat ships exactly this rubric under this name. */
async function isShipped(name: string, sha256: string): Promise<boolean> {
  if (!Object.hasOwn(SHIPPED_RUBRICS, name)) return false
  const shipped = await readRubric(SHIPPED_RUBRICS[name as keyof typeof SHIPPED_RUBRICS])
  return shipped.sha256 === sha256
}

function judgeEntry(judge: CurrentJudge, rubric: string) {
  const { name, provider, model, params, criteria, categories, family, form, listSize, ask } = judge
  return {
    name,
    provider,
    model,
    ...(Object.keys(params).length > 0 && { params }),
    rubric,
    ...(criteria && { criteria }),
    ...(categories && { categories }),
    ...(family !== null && family !== contestantFamily({ name, model, family: null }) && { family }),
    ...(form === 'listwise' && { form, answers: listSize }),
    ...(ask === 'apart' && { ask }),
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

function freePath(name: string, taken: ReadonlyMap<string, string>): string {
  const plain = name.replace(/[^\p{L}\p{N}_-]+/gu, '-') || 'rubric'
  for (let n = 1; ; n++) {
    const path = `rubrics/${n === 1 ? plain : `${plain}-${n}`}.md`
    if (!taken.has(path)) return path
  }
}
