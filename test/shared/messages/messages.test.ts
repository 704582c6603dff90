import { readdirSync } from 'node:fs'
import { afterEach, describe, expect, it, test } from 'vitest'
import { z } from 'zod'
import { ArenaFile, ArenaSlug, GateSettings } from '../../../shared/contracts/index.ts'
import { de } from '../../../shared/messages/de/index.ts'
import { en } from '../../../shared/messages/en/index.ts'
import { few, messagesOfIssue, msg, inEnglish } from '../../../shared/messages/index.ts'
import type { AnyMessage } from '../../../shared/messages/index.ts'
import { render } from '../../../shared/messages/render.ts'
import { told } from '../../../web/src/words/messages/index.ts'
import { comparisonMessage } from '../../../web/src/words/messages/comparisons.ts'
import { viewMessage } from '../../../web/src/words/messages/views.ts'
import { language } from '../../../web/src/words/language.svelte.ts'

afterEach(() => void (language.code = 'en'))

const inGerman = (said: AnyMessage) => (typeof said === 'string' ? said : render(said, de))

test('no sentence stands in the place of another of the same code', async () => {
  const folder = new URL('../../../shared/messages/en/', import.meta.url)
  const files = readdirSync(folder).filter((file) => file !== 'index.ts')
  const parts = await Promise.all(files.map((file) => import(new URL(file, folder).href)))
  const codes = parts
    .flatMap((part) => Object.values(part as object))
    .flatMap((one: unknown) => (typeof one === 'object' ? Object.keys(one!) : []))
  expect(codes.toSorted()).toEqual(Object.keys(en).toSorted())
})

describe('a finding', () => {
  const wrong = msg('found_there', { wrong: msg('field_empty', { field: 'winner' }), there: '"x"' })
  const whole = msg('row_wrong', { wrong })

  it('is said in every language from what it is made of, and so is what stands within', () => {
    expect(inEnglish(whole)).toBe('winner is empty ("x"); correct the row or take it out')
    expect(inGerman(whole)).toBe('winner ist leer („x“); die Zeile ausbessern oder herausnehmen')
    const lists = msg('several', {
      all: [msg('at_place', { place: 'a.md:1', wrong: msg('rubric_empty') })],
      more: 2,
    })
    expect(inEnglish(lists)).toMatch(/^a\.md:1: says nothing below .* \(and 2 more\)$/)
    expect(inGerman(lists)).toMatch(/^a\.md:1: sagt unter dem Kopf nichts.* \(und noch 2\)$/)
  })

  it('names a few of many', () => {
    const names = ['a', 'b', 'c', 'd', 'e']
    const none = msg('no_category', { categories: few(names), there: few([]) })
    expect(inEnglish(none)).toBe('no prompt has the category "a", "b", "c" and 2 more; there is none')
    expect(inGerman(none)).toBe('kein Prompt hat die Kategorie „a“, „b“, „c“ und noch 2; es gibt keine')
    const alone = msg('placeholder_empty', { name: 'text', prompts: few(['a']) })
    expect(inGerman(alone)).toContain('keinen Wert für den Prompt „a“; ihm einen geben')
  })

  it('comes over the wire as it was', () => {
    language.code = 'de'
    expect(told(inEnglish(whole), JSON.parse(JSON.stringify(whole)))).toEqual({
      text: inGerman(whole),
      lang: undefined,
    })
  })

  it('is told in the English of the server, and marked so, where the page does not know it or all of it', () => {
    const english = { text: 'As the server says it.', lang: 'en' }
    language.code = 'de'
    expect(told(english.text, { code: 'of_tomorrow', values: {} })).toEqual(english)
    const within = { code: 'row_wrong', values: { wrong: { code: 'of_tomorrow', values: {} } } }
    expect(told(english.text, within)).toEqual(english)
    const listed = { code: 'several', values: { all: [{ code: 'of_tomorrow', values: {} }], more: 0 } }
    expect(told(english.text, listed)).toEqual(english)
    expect(told(english.text, { code: 'toString', values: {} })).toEqual(english)
    expect(told(english.text, undefined)).toEqual(english)
    language.code = 'en'
    expect(told(english.text, whole)).toEqual({ text: english.text, lang: undefined })
  })

  it('of what readers ask for is known without the whole catalogue, one of files is not', () => {
    language.code = 'de'
    const refused = msg('nobody_called', { field: 'contestant', arena: 'a', name: 'A' })
    expect(viewMessage(inEnglish(refused), refused)).toEqual({ text: inGerman(refused), lang: undefined })
    expect(viewMessage('x', whole)).toEqual({ text: 'x', lang: 'en' })
    const itself = msg('compared_with_itself', { name: 'A' })
    expect(comparisonMessage(inEnglish(itself), itself)).toEqual({ text: inGerman(itself), lang: undefined })
    expect(viewMessage(inEnglish(itself), itself).lang).toBe('en')
  })
})

const DESCRIBED = {
  arena: 'a',
  contestants: [{ name: 'A', responses: 'a.jsonl' }],
  prompts: [{ id: 'p', text: 'x' }],
}
const judge = { name: 'J', provider: 'p', model: 'm', rubric: 'overall' }

test.each<[what: object, path: string, english: string | RegExp, german: string | RegExp]>([
  [{ arena: 'No Slug' }, 'arena', 'a slug has 1 to 64 of a-z, 0-9 and -', /^muss aus 1 bis 64 Zeichen/],
  [{ title: 7 }, 'title', 'is not a text; write a text', 'muss ein Text sein'],
  [{ colour: 'blue' }, 'colour', /^unknown key/, /^unbekannter Schlüssel/],
  [
    { visibility: 'none' },
    'visibility',
    /write public, link, private$/,
    /zur Wahl stehen public, link, private$/,
  ],
  [{ contestants: [] }, 'contestants', /^is empty/, /^ist leer/],
  [{ contestants: undefined }, 'contestants', 'is missing; write a list', 'fehlt; hierher gehört eine Liste'],
  [
    { contestants: [{ name: 'A' }] },
    'contestants.0',
    /^give either `responses`/,
    /^entweder `responses` angeben/,
  ],
  [
    { contestants: [DESCRIBED.contestants[0], DESCRIBED.contestants[0]] },
    'contestants.1.name',
    /^the name "A" stands twice \(the first is number 1/,
    /^der Name „A“ steht zweimal da \(zuerst als Nummer 1/,
  ],
  [
    { contestants: [{ name: 'x'.repeat(201), responses: 'a' }] },
    'contestants.0.name',
    /at most 200 characters/,
    /höchstens 200 Zeichen/,
  ],
  [
    { prompts: [{ id: 'p', text: 'x', turns: ['y'] }] },
    'prompts.0',
    /^give exactly one of/,
    /^genau eins von/,
  ],
  [{ prompts: 7 }, 'prompts', /of no form that is known here$/, /eine Form, die es hier nicht gibt$/],
  [
    { judges: [{ ...judge, answers: 9 }] },
    'judges.0.answers',
    'is too big; write 6 or less',
    'ist zu groß; erlaubt ist 6 oder weniger',
  ],
  [{ judges: [{ ...judge, answers: 3.5 }] }, 'judges.0.answers', /a whole number/, /eine ganze Zahl/],
  [{ budgetUsd: 0 }, 'budgetUsd', 'is too small; write more than 0', 'ist zu klein; erlaubt ist mehr als 0'],
  [
    { checks: [{ name: 'c', kind: 'regex', pattern: 'x', flags: 'g' }] },
    'checks.0.flags',
    'may hold i, m, s and u',
    /^darf nur i, m, s und u/,
  ],
  [
    { checks: [{ name: 'c', kind: 'other' }] },
    'checks.0.kind',
    'is none of what is known here; write exact, contains, regex, json-schema, llm',
    'ist nichts, was es hier gibt; zur Wahl stehen exact, contains, regex, json-schema, llm',
  ],
  [
    { checks: [{ name: 'c' }] },
    'checks.0.kind',
    'is missing; write exact, contains, regex, json-schema, llm',
    'fehlt; zur Wahl stehen exact, contains, regex, json-schema, llm',
  ],
  [
    { providers: { p: { apiKeyEnv: 'P' } } },
    'providers.p.type',
    /^is missing; write openai, /,
    /^fehlt; zur Wahl stehen openai, /,
  ],
  [
    { plan: { votesPerPair: 1, everything: true } },
    'plan',
    /^give either `votesPerPair`/,
    /^entweder `votesPerPair`/,
  ],
  [{ gate: { minWinRate: 55 } }, 'gate.minWinRate', /^55 is no share/, /^55 ist kein Anteil/],
  [{ gate: { minVotes: 0 } }, 'gate.minVotes', /^0 is no number of votes/, /^0 ist keine Anzahl von Stimmen/],
  [{ gate: { alpha: 5 } }, 'gate.alpha', /^5 does not lie/, /^5 liegt nicht/],
  [{ gate: { maxCostRatio: -1 } }, 'gate.maxCostRatio', /^-1 is no ratio/, /^-1 ist kein Verhältnis/],
  [
    { gate: { preset: 'strict' } },
    'gate.preset',
    /^"strict" is no preset; write cosmetic, default, critical$/,
    /^„strict“ ist keine Vorlage; zur Wahl stehen cosmetic, default, critical$/,
  ],
  [
    { providers: { p: { type: 'openai', apiKeyEnv: 'a key' } } },
    'providers.p.apiKeyEnv',
    /environment variable/,
    /Umgebungsvariable/,
  ],
  [
    { providers: { p: { type: 'openai', apiKeyEnv: 'P', baseUrl: 'x' } } },
    'providers.p.baseUrl',
    /^is no address/,
    /^ist keine Adresse/,
  ],
])('%j of an arena.yaml is refused in both languages', (what, path, english, german) => {
  const read = ArenaFile.safeParse({ ...DESCRIBED, ...what }, { reportInput: true })
  const [refused, ...more] = read.error!.issues.flatMap((issue) => messagesOfIssue(issue))
  expect(more).toEqual([])
  expect(refused!.path.join('.')).toBe(path)
  expect(inEnglish(refused!.message)).toMatch(english)
  expect(inGerman(refused!.message)).toMatch(german)
})

test('what a schema says in words of its own reaches nobody', () => {
  for (const schema of [z.string().regex(/^a/, 'begins with a'), z.literal('a', 'begins with a')]) {
    const read = schema.safeParse('b', { reportInput: true })
    const [{ message }] = messagesOfIssue(read.error!.issues[0])
    expect(['unknown_form', 'none_of']).toContain(message.code)
    expect(inEnglish(message)).not.toContain('begins with a')
  }
})

test('a refusal carries its code, and the value where its sentence repeats it', () => {
  const problemOf = (gate: object) => {
    const read = GateSettings.safeParse(gate, { reportInput: true })
    return messagesOfIssue(read.error!.issues[0])[0].message
  }
  expect(problemOf({ minWinRate: 55 })).toEqual({ code: 'no_share', values: { given: '55' } })
  expect(problemOf({ preset: 'strict' })).toEqual({ code: 'no_preset', values: { given: '"strict"' } })
  const read = z.strictObject({ arena: ArenaSlug }).safeParse({ arena: 'Not a slug' }, { reportInput: true })
  expect(messagesOfIssue(read.error!.issues[0])).toEqual([
    { path: ['arena'], message: { code: 'no_slug', values: {} } },
  ])
})

test.each<[said: AnyMessage, german: string]>([
  [
    msg('no_votes_on', {
      source: 'judges',
      own: 'A',
      other: 'B',
      under: ['overall'],
      instead: msg('votes_elsewhere', { sources: [msg('votes_of_humans', { votes: 6 })] }),
    }),
    'Zu A und B gibt es keine Stimmen von Richtern unter dem Kriterium overall. Andere gibt es: 6 von Menschen. Unter „Stimmen von“ lassen sie sich auswählen; sonst erst Stimmen sammeln.',
  ],
  [
    msg('stray_response', { contestant: 'A', prompt: 'p', more: 1 }),
    '„A“ antwortet auf einen Prompt „p“, den die Prompts nicht haben, und auf noch 1. Dort ergänzen, oder die id ausbessern',
  ],
  [msg('more_rows', { count: 1 }), 'noch eine Zeile, die nicht zu gebrauchen ist'],
  [
    msg('budget_spent', { spent: '0.00004', budget: 0.00002 }),
    'budget: Dieser Durchlauf hat schon 0,00004 USD ausgegeben; mit 0,00002 USD bliebe nichts, um weiterzumachen. Das Budget muss höher sein.',
  ],
  [
    msg('other_judging_open', { arena: 'a', status: 'budget_reached' }),
    'In der Arena „a“ ist eine Bewertung nicht zu Ende (ihr Budget ist aufgebraucht), und ein Paar für sich zu bewerten würde sie vorzeitig beenden. Erst muss sie zu Ende gehen (deadheat judge a) oder abgebrochen werden (POST /api/admin/arenas/a/judging/cancel).',
  ],
])('is said in German as it should be: %#', (said, german) => {
  expect(inGerman(said)).toBe(german)
})
