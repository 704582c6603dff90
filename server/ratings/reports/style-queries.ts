/** Reads the texts of an arena's answers for style control. Only the style stays in memory. */
import type { Client } from 'pg'
import { styleOf } from '../../../shared/votes/answer-style.ts'
import { copyRows } from '../../platform/copy-rows.ts'
import type { AnswerStyle } from '../../../shared/contracts/vote-details.ts'

/** Styles by the key of the prompt, then by the name of the contestant. */
export type StylesByAnswer = ReadonlyMap<string, ReadonlyMap<string, AnswerStyle>>

/** The number of characters of all answers of an arena. */
export async function countCharacters(client: Client, arenaId: number): Promise<number> {
  const { rows } = await client.query(
    'select coalesce(sum(characters), 0)::float8 as characters from answers where arena_id = $1',
    [arenaId],
  )
  return rows[0].characters
}

/** The style of each answer of an arena. */
export async function readStyles(client: Client, arenaId: number): Promise<StylesByAnswer> {
  const styles = new Map<string, Map<string, AnswerStyle>>()
  const query = `select p.key, c.name, a.text, a.turns::text from answers a
    join prompts p on p.arena_id = a.arena_id and p.id = a.prompt_id
    join contestants c on c.arena_id = a.arena_id and c.id = a.contestant_id
    where a.arena_id = ${Number(arenaId)}`
  await copyRows(client, query, (row) => {
    const prompt = row.text(0)
    const ofPrompt = styles.get(prompt) ?? new Map<string, AnswerStyle>()
    styles.set(prompt, ofPrompt)
    const turns = row.isNull(2) ? (JSON.parse(row.text(3)) as string[]) : [row.text(2)]
    ofPrompt.set(row.text(1), styleOf(turns))
  })
  return styles
}
