import type { Transaction } from 'kysely'
import { putAnswers } from '../../answers/index.ts'
import type { Contestant } from '../../contestants/index.ts'
import type { Database } from '../../platform/schema.ts'
import { putPrompts } from '../../prompts/index.ts'
import type { NewPrompt } from '../../prompts/index.ts'
import { updateStatisticsOfTexts } from '../queries.ts'
import type { Texts } from './stage-texts.ts'

/** From this many new answers, later portions and the searches of this import read them by statistics that know them. */
const MANY_ANSWERS = 2000
const GROWTH = 4

/**
 * Puts prompts and answers into an arena, portion after portion. A prompt that only answers name gets no text.
 * @param onPortion called after each portion
 * @returns how many answers were added or replaced
 * @throws {ProblemError} if a text that was voted on would change, or an answer has two texts
 */
export async function putTexts(
  trx: Transaction<Database>,
  arenaId: number,
  portions: AsyncIterable<Texts>,
  contestants: ReadonlyMap<string, Contestant>,
  onPortion: () => void,
): Promise<number> {
  let added = 0
  let many = MANY_ANSWERS
  for await (const { prompts, answers } of portions) {
    const ids = await putPrompts(trx, arenaId, promptsIn({ prompts, answers }))
    added += await putAnswers(
      trx,
      arenaId,
      answers.map((answer) => ({
        ...answer,
        promptId: ids.get(answer.prompt)!,
        contestantId: contestants.get(answer.contestant)!.id,
      })),
    )
    if (added >= many) {
      await updateStatisticsOfTexts(trx)
      many = GROWTH * added
    }
    onPortion()
  }
  return added
}

function* promptsIn({ prompts, answers }: Texts): Generator<NewPrompt> {
  yield* prompts
  for (const { prompt } of answers) yield { key: prompt, messages: null }
}
