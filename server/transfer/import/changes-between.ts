import { isDeepStrictEqual } from 'node:util'
import { ArenaSettings, type KindOfChange } from '../../../shared/contracts/index.ts'
import { hashRubric } from '../../rubrics/index.ts'
import {
  aboutPrompt,
  contestantEntry,
  judgeEntry,
  providerEntry,
  type ArenaState,
} from '../arena-file/arena-as-files.ts'

/** Named parts of an arena, each as keys and values of arena.yaml. */
type NamedParts = ReadonlyMap<string, Record<string, unknown>>
type Kind = KindOfChange['of']

/** How many of a kind are listed by name. */
const MAX_NAMED = 20

/**
 * What was added, changed, removed and restored between two states of an arena, by kind, in the words of arena.yaml.
 */
export function changesBetween(before: ArenaState, after: ArenaState): KindOfChange[] {
  const [old, now] = [partsByName(before), partsByName(after)]
  return (Object.keys(now) as Kind[]).flatMap((kind) => kindChanges(kind, old[kind], now[kind]))
}

function kindChanges(kind: Kind, oldParts: NamedParts, newParts: NamedParts): KindOfChange[] {
  const changes: Record<KindOfChange['how'], KindOfChange['items']> = {
    added: [],
    changed: [],
    removed: [],
    restored: [],
  }
  for (const [name, part] of newParts) {
    const { [IN_USE]: isUsed, ...keys } = part
    const { [IN_USE]: wasUsed, ...before } = oldParts.get(name) ?? {}
    const others = Object.keys({ ...before, ...keys }).filter(
      (key) => !isDeepStrictEqual(keys[key], before[key]),
    )
    if (!oldParts.has(name)) changes.added.push({ name, keys: [] })
    else if (isUsed !== wasUsed) changes[isUsed ? 'restored' : 'removed'].push({ name, keys: [] })
    else if (others.length > 0) changes.changed.push({ name, keys: others })
  }
  for (const name of oldParts.keys()) if (!newParts.has(name)) changes.removed.push({ name, keys: [] })
  return Object.entries(changes).flatMap(([how, items]) =>
    items.length === 0
      ? []
      : [
          {
            of: kind,
            how: how as KindOfChange['how'],
            count: items.length,
            items: items.slice(0, MAX_NAMED),
          },
        ],
  )
}

/** The key for whether a stored part is shown and judged. */
const IN_USE = 'in use'

/** The parts as arena.yaml describes them. Of a rubric and a judge prompt the text counts, not the name of its file. */
function partsByName({ arena, contestants, prompts, judges, checks, providers }: ArenaState) {
  const { title, description, visibility, criteria, settings } = arena
  const fields = { title, description, visibility, criteria, ...settings }
  const keys = [...Object.keys(fields), ...Object.keys(ArenaSettings.shape)] as (keyof typeof fields)[]
  const named = <Part extends { name: string }>(parts: readonly Part[]) =>
    new Map(parts.map(({ name, ...part }) => [name, part]))
  return {
    arena: new Map(keys.map((key) => [key, { [key]: fields[key] }])),
    contestants: named(contestants.map((contestant) => contestantEntry(contestant))),
    prompts: new Map(
      prompts.map((prompt) => [
        prompt.key,
        { messages: prompt.messages, ...aboutPrompt(prompt), [IN_USE]: prompt.retired_at === null },
      ]),
    ),
    judges: named(
      judges.map((judge) => {
        const { rubric, form } = judge
        return judgeEntry(judge, hashRubric({ ...rubric, judgePrompts: {} }), rubric.judgePrompts[form])
      }),
    ),
    checks: named(checks),
    providers: new Map(providers.map(providerEntry)),
  } satisfies Record<Kind, NamedParts>
}
